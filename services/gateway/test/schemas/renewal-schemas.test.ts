import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileSchema } from '@countersign/shared/http/validate';
import { renewalsSchema } from '../../src/schemas/renewal-schemas.ts';

const validate = compileSchema(renewalsSchema);
const one = { set: 'shop', purpose: 'request', directory: 'https://ca.example/directory', state: 'done', failures: 0 };

test('the answer may gain members, and has the known states and purposes only', () => {
  const errors = (change: object) => validate({ certificates: [{ ...one, ...change }] }).map(({ pointer }) => pointer);
  assert.deepEqual(errors({ later: true }), []);
  assert.deepEqual(errors({ state: 'lost' }), ['/certificates/0/state']);
  assert.deepEqual(errors({ purpose: 'encryption' }), ['/certificates/0/purpose']);
  assert.deepEqual(errors({ failures: -1 }), ['/certificates/0/failures']);
  assert.deepEqual(validate({}).length, 1);
});
