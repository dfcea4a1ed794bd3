import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActsFor } from '@countersign/shared/flow-config/registration-rules';
import { parseDcqlQuery } from '../../src/query/dcql-query.ts';
import { type PartyConfiguration, partyConfigurationFindings } from '../../src/query/party-configuration.ts';

const pid = { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:pid'] } };
const queryOf = (...change: object[]) => {
  const parsed = parseDcqlQuery({ credentials: change.map((one, index) => ({ ...pid, id: `c${index}`, ...one })) });
  return parsed.ok ? parsed.query : assert.fail(JSON.stringify(parsed.errors));
};
const checks = ['authenticity', 'revocation', 'holder_binding'] as const;
const actsFor: ActsFor = { sub: 'A', intermediary: { sub: 'B' }, eraseAfter: 60_000, checks };
const pointersOf = (asked: Partial<PartyConfiguration>, party: ActsFor | undefined = actsFor) =>
  partyConfigurationFindings({ query: queryOf({}), ...asked }, party).map(({ pointer }) => pointer);
const good = { registrationId: 'r', retention: 'webhook' } as const;

test('only a tenant that acts for a party must name a certificate and an end of the claims', () => {
  assert.deepEqual(partyConfigurationFindings({ query: queryOf({}) }, undefined), []);
  assert.deepEqual(pointersOf({}), ['/registrationCert/id', '/retention']);
});

test('the claims end with the webhook or with the response code', () => {
  assert.deepEqual(pointersOf(good), []);
  assert.deepEqual(pointersOf({ registrationId: 'r', release: 'response_code' }), []);
});

test('an unsigned request shows no party', () => {
  assert.deepEqual(pointersOf({ ...good, profile: 'age' }), ['/profile']);
});

test('a configuration makes the checks that were agreed with the party', () => {
  const loose = {
    ...good,
    statusCheck: 'off',
    statusUnreachable: 'accept',
    query: queryOf({}, { require_cryptographic_holder_binding: false }),
  } as const;
  const binding = '/dcql_query/credentials/1/require_cryptographic_holder_binding';
  assert.deepEqual(pointersOf(loose), ['/statusCheck', '/statusUnreachable', binding]);
  assert.deepEqual(pointersOf({ ...good, statusCheck: 'live' }), []);
  assert.deepEqual(pointersOf(loose, { ...actsFor, checks: ['authenticity', 'holder_binding'] }), [binding]);
  assert.deepEqual(pointersOf(loose, { ...actsFor, checks: ['authenticity'] }), []);
});
