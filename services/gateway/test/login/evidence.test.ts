import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evidenceOf } from '../../src/login/evidence.ts';

const time = '2030-01-01T00:00:00.000Z';
const sourceOf = (subject?: string, entity?: string): unknown => {
  const signer = {
    ...(subject === undefined ? {} : { subject }),
    ...(entity === undefined ? {} : { list: { entity } }),
  };
  return (evidenceOf({ signer }, time) as { record: { source?: unknown } }).record.source;
};

test("evidence is the credential, as a record of its issuer's", () => {
  assert.deepEqual(evidenceOf({ signer: { subject: 'C=DE, O=City, CN=PID 1' } }, time), {
    type: 'electronic_record',
    check_details: [{ check_method: 'vcrypt', time }],
    time,
    record: { type: 'verifiable_credential', source: { name: 'City', country_code: 'DE' } },
  });
});

test('the name is that of the trust list, of the organisation, or else of the certificate', () => {
  assert.deepEqual(sourceOf('C=DE, O=City, CN=PID 1', 'City of Cologne'), {
    name: 'City of Cologne',
    country_code: 'DE',
  });
  assert.deepEqual(sourceOf('CN=PID 1'), { name: 'PID 1' });
  assert.deepEqual(sourceOf('C=AT, O=Example\\, Inc., OU=a, OU=b'), { name: 'Example, Inc.', country_code: 'AT' });
  assert.equal(sourceOf(''), undefined);
  assert.equal(sourceOf(), undefined);
});
