import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { authorizationServers, externalToken, parseExternalServer } from '../../src/client/external-server.ts';

const server = { issuer: 'https://as.example', sessionClaim: 'issuer_state' };
const NOW = 1_000_000;
const good: JsonObject = {
  iss: server.issuer,
  aud: 'https://issuer.example',
  exp: 1300,
  issuer_state: 'state',
  cnf: { jkt: 'key' },
  scope: 'a b',
};
const read = (change: JsonObject = {}) =>
  externalToken({ ...good, ...change }, { server, audience: 'https://issuer.example', now: NOW });

test('the file, with defaults, and its mistakes', () => {
  assert.deepEqual(parseExternalServer('{"issuer":"https://as.example"}'), server);
  const whole = { issuer: 'https://as.example/x', jwksUri: 'https://as.example/keys', sessionClaim: 'session' };
  assert.deepEqual(parseExternalServer(JSON.stringify({ $schema: 's', ...whole })), whole);
  for (const wrong of [
    '[]',
    '{}',
    '{"issuer":"x"}',
    '{"issuer":"https://a.example?x"}',
    '{"issuer":"https://a.example","x":1}',
  ]) {
    assert.throws(() => parseExternalServer(wrong), Error, wrong);
  }
  assert.throws(() => parseExternalServer('{"issuer":"https://a.example","jwksUri":"ftp://a"}'));
  assert.throws(() => parseExternalServer('{"issuer":"https://a.example","sessionClaim":""}'));
});

test('claims of a token', () => {
  assert.deepEqual(read({ client_id: 'w', aud: ['x', 'https://issuer.example'] }), {
    issuerState: 'state',
    scopes: ['a', 'b'],
    jkt: 'key',
    expiresAt: 1_300_000,
    clientId: 'w',
  });
  const details = [{ type: 'openid_credential', credential_configuration_id: 'pid' }, { type: 'other' }];
  assert.deepEqual(read({ scope: undefined, authorization_details: details }).details, ['pid']);
});

const mistakes: readonly JsonObject[] = [
  { iss: 'https://as.example/' },
  { aud: 'https://other.example' },
  { aud: [] },
  { aud: undefined },
  { exp: 1000 },
  { exp: '1300' },
  { exp: undefined },
  { nbf: 1001 },
  { nbf: '1' },
  { cnf: undefined },
  { cnf: { jkt: '' } },
  { cnf: { jwk: {} } },
  { cnf: 'key' },
  { issuer_state: undefined },
  { issuer_state: 1 },
  { authorization_details: 'x' },
];
for (const change of mistakes) {
  test(`refused: ${JSON.stringify(change)}`, () => assert.throws(() => read(change), { code: 'invalid_token' }));
}

test('the metadata names both servers', () => {
  assert.deepEqual(authorizationServers('https://issuer.example', undefined), {});
  assert.deepEqual(authorizationServers('https://issuer.example', server), {
    authorization_servers: ['https://issuer.example', 'https://as.example'],
  });
});

const reasons: readonly [change: JsonObject, reason: string, facts?: object][] = [
  [
    { iss: 'https://as.example/' },
    'external_token_issuer',
    { expected: 'https://as.example', received: 'https://as.example/', difference: 'a trailing slash too many' },
  ],
  [{ aud: ['a', 'b'] }, 'external_token_audience', { expected: 'https://issuer.example', received: ['a', 'b'] }],
  [{ exp: 940 }, 'external_token_expired', { expiredSeconds: 60 }],
  [{ exp: undefined }, 'external_token_expired'],
  [{ nbf: 1030 }, 'external_token_early', { claim: 'nbf', offsetSeconds: 30, limitSeconds: 0 }],
  [{ cnf: undefined }, 'external_token_key', { claim: 'cnf.jkt' }],
  [{ issuer_state: undefined }, 'external_token_session', { claim: 'issuer_state' }],
  [{ authorization_details: 'x' }, 'external_token_format', { detail: 'authorization_details' }],
];
for (const [change, reason, facts] of reasons) {
  test(`the reason of ${JSON.stringify(change)}: ${reason}`, async () => {
    const why = await refusalOf(() => read(change));
    assert.deepEqual([why.code, why.reason, why.facts], ['invalid_token', reason, facts]);
  });
}
