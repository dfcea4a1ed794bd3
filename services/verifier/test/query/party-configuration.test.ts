import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partyConfigurationFindings } from '../../src/query/party-configuration.ts';

const actsFor = { sub: 'A', intermediary: { sub: 'B' }, eraseAfter: 60_000 };
const pointersOf = (...asked: Parameters<typeof partyConfigurationFindings>) =>
  partyConfigurationFindings(...asked).map(({ pointer }) => pointer);

test('only a tenant that acts for a party must name a certificate and an end of the claims', () => {
  assert.deepEqual(pointersOf({}, undefined), []);
  assert.deepEqual(pointersOf({}, actsFor), ['/registrationCert/id', '/retention']);
});

test('the claims end with the webhook or with the response code', () => {
  assert.deepEqual(pointersOf({ registrationId: 'r', retention: 'webhook' }, actsFor), []);
  assert.deepEqual(pointersOf({ registrationId: 'r', release: 'response_code' }, actsFor), []);
});

test('an unsigned request shows no party', () => {
  assert.deepEqual(pointersOf({ profile: 'age', registrationId: 'r', retention: 'webhook' }, actsFor), ['/profile']);
});
