import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partyFindings } from '../../src/request/party-request.ts';

const actsFor = { sub: 'A', intermediary: { sub: 'B' }, eraseAfter: 60_000, checks: ['authenticity'] } as const;
const plain = { query: { credentials: [] } };
const passing = {
  ...plain,
  registrationId: 'r',
  retention: 'webhook',
  webhook: { url: 'https://party.example/hook' },
} as const;
const byCode = { ...plain, registrationId: 'r', release: 'response_code' } as const;
const pointersOf = (...asked: Parameters<typeof partyFindings>) =>
  partyFindings(...asked).map(({ pointer }) => pointer);

test('a tenant that asks for itself may request anything', () => {
  assert.deepEqual(pointersOf({ webhook: passing.webhook }, plain, undefined), []);
});

test('a party receives its claims at its own webhook, or by the code of a redirect', () => {
  assert.deepEqual(pointersOf({}, passing, actsFor), []);
  assert.deepEqual(pointersOf({ redirectUri: 'https://shop.example' }, byCode, actsFor), []);
  assert.deepEqual(pointersOf({}, byCode, actsFor), ['/redirectUri']);
  assert.deepEqual(pointersOf({ webhook: passing.webhook }, passing, actsFor), ['/webhook']);
});

test('the configuration of a file is checked with the request', () => {
  assert.deepEqual(pointersOf({}, plain, actsFor), ['/requestId/registrationCert/id', '/requestId/retention']);
  assert.deepEqual(pointersOf({}, { ...passing, profile: 'age' }, actsFor), ['/requestId/profile']);
});
