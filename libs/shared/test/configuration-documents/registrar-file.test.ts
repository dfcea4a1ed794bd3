import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registrarSchema } from '../../src/configuration-documents/registrar-file.ts';
import { compileSchema } from '../../src/http/validate.ts';

const validate = compileSchema(registrarSchema);
const registrar = { url: 'https://registrar.example/api', identifier: 'NTRDE-HRB123456' };

it('needs the address and the identifier of the party', () => {
  assert.deepEqual(validate(registrar), []);
  assert.deepEqual(
    validate({ url: registrar.url }).map(({ pointer }) => pointer),
    ['/identifier'],
  );
  assert.deepEqual(
    validate({ ...registrar, url: 'registrar.example' }).map(({ pointer }) => pointer),
    ['/url'],
  );
});

it('takes a party and members of a request as the registrar wants them, and no other member', () => {
  const certificates = [{ id: 'age-check', intendedUse: 'iu-1', request: { privacy_policy: 'https://a.example' } }];
  assert.deepEqual(validate({ ...registrar, party: { tradeName: 'Shop' }, certificates }), []);
  assert.equal(validate({ ...registrar, token: 'secret' }).length, 1);
});
