import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { test } from 'node:test';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import {
  type ClientAssertionInput,
  checkAssertionCovered,
  verifyClientAssertion,
} from '../../src/client/client-assertion.ts';
import { ISSUER, jwt, NOW, NOW_SECONDS, part, signer, withBrokenSignature, without } from '../support.ts';

const client = signer();
const second = signer();
const stranger = signer();
const header: JsonObject = { alg: 'ES256', typ: 'JWT', kid: 'k1' };
const payload: JsonObject = {
  iss: 'wallet',
  sub: 'wallet',
  aud: ISSUER,
  exp: NOW_SECONDS + 60,
  iat: NOW_SECONDS,
  jti: 'j1',
};
const registered = new Map<string, readonly JsonObject[]>([
  [
    'wallet',
    [
      { ...client.jwk, kid: 'k1' },
      { ...second.jwk, kid: 'k2' },
    ],
  ],
  ['other', [{ ...stranger.jwk }]],
]);

function verify(assertion: string, more: Partial<ClientAssertionInput> = {}) {
  const keysOf = (clientId: string) => registered.get(clientId);
  return verifyClientAssertion({ assertion, issuer: ISSUER, keysOf, now: NOW, ...more });
}

function signed(change: JsonObject, headerChange: JsonObject = {}): string {
  return jwt({ ...header, ...headerChange }, { ...payload, ...change }, client.privateKey);
}

test('a registered client is identified by its assertion', () => {
  const { clientId, mark, markFor } = verify(signed({}));
  assert.deepEqual([clientId, markFor], ['wallet', 70_000]);
  assert.match(mark, /^assertion:/, 'marks of DPoP proofs are others');
});

const accepted: readonly [name: string, claims: JsonObject, header: JsonObject][] = [
  ['no typ', {}, { typ: undefined }],
  ['typ jwt', {}, { typ: 'jwt' }],
  ['typ client-authentication+jwt', {}, { typ: 'client-authentication+jwt' }],
  ['no kid', {}, { kid: undefined }],
  ['no iat', { iat: undefined }, {}],
  ['iat 8 s ahead', { iat: NOW_SECONDS + 8 }, {}],
  ['nbf 8 s ahead', { nbf: NOW_SECONDS + 8 }, {}],
  ['iat 10 s ahead, the last moment', { iat: NOW_SECONDS + 10 }, {}],
  ['an old iat', { iat: NOW_SECONDS - 7200 }, {}],
  ['a second of life', { exp: NOW_SECONDS + 1 }, {}],
  ['an hour of life', { exp: NOW_SECONDS + 3600 }, {}],
  ['jti of 256', { jti: 'j'.repeat(256) }, {}],
  ['more claims', { more: 'x' }, {}],
];

for (const [name, claims, headerChange] of accepted) {
  test(`accepted: ${name}`, () => {
    assert.equal(verify(signed(claims, headerChange)).clientId, 'wallet');
  });
}

const refusedClaims: readonly [name: string, claims: JsonObject][] = [
  ['no sub', { sub: undefined }],
  ['no iss', { iss: undefined }],
  ['iss and sub differ', { iss: 'other' }],
  ['sub as a number', { iss: 5, sub: 5 }],
  ['an unknown client', { iss: 'unknown', sub: 'unknown' }],
  ['another client with this key', { iss: 'other', sub: 'other' }],
  ['no aud', { aud: undefined }],
  ['aud as an array', { aud: [ISSUER] }],
  ['aud of another tenant', { aud: 'https://issuer.example/t2' }],
  ['aud with a slash more', { aud: `${ISSUER}/` }],
  ['aud the PAR endpoint', { aud: `${ISSUER}/authorize/par` }],
  ['aud the token endpoint', { aud: `${ISSUER}/authorize/token` }],
  ['no exp', { exp: undefined }],
  ['exp as text', { exp: String(NOW_SECONDS + 60) }],
  ['exp five minutes ago', { exp: NOW_SECONDS - 300 }],
  ['exp now, to the second', { exp: NOW_SECONDS }],
  ['a life of more than an hour', { exp: NOW_SECONDS + 3601 }],
  ['iat 11 s ahead', { iat: NOW_SECONDS + 11 }],
  ['iat as text', { iat: String(NOW_SECONDS) }],
  ['iat null', { iat: null }],
  ['nbf 11 s ahead', { nbf: NOW_SECONDS + 11 }],
  ['nbf 61 s ahead', { nbf: NOW_SECONDS + 61 }],
  ['nbf as text', { nbf: '0' }],
  ['no jti', { jti: undefined }],
  ['empty jti', { jti: '' }],
  ['jti as a number', { jti: 5 }],
  ['jti of 257', { jti: 'j'.repeat(257) }],
];

for (const [name, claims] of refusedClaims) {
  test(`refused: ${name}`, () => {
    refuses(() => verify(signed(claims)), 'invalid_client');
  });
}

function rs256(): string {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const signingInput = `${part({ alg: 'RS256', kid: 'k1' })}.${part(payload)}`;
  return `${signingInput}.${sign('sha256', Buffer.from(signingInput), privateKey).toString('base64url')}`;
}

const refusedTokens: readonly [name: string, assertion: string][] = [
  ['empty', ''],
  ['no JWT', 'assertion'],
  ['two parts', signed({}).split('.').slice(0, 2).join('.')],
  ['a broken signature', withBrokenSignature(signed({}))],
  ['signed by a stranger', jwt(header, payload, stranger.privateKey)],
  ['signed by a stranger without kid', jwt(without(header, 'kid'), payload, stranger.privateKey)],
  ['an unknown kid', signed({}, { kid: 'k9' })],
  ["another key's kid", signed({}, { kid: 'k2' })],
  ['RS256', rs256()],
  ['alg none', `${part({ alg: 'none' })}.${part(payload)}.`],
  ['typ of a DPoP proof', signed({}, { typ: 'dpop+jwt' })],
  ['typ of a key proof', signed({}, { typ: 'openid4vci-proof+jwt' })],
  ['a critical header', signed({}, { crit: ['x'] })],
  ['longer than 8192', signed({ more: 'x'.repeat(8192) })],
  ['a key of its own in the header', jwt({ ...header, jwk: { ...stranger.jwk } }, payload, stranger.privateKey)],
];

for (const [name, assertion] of refusedTokens) {
  test(`refused: ${name}`, () => {
    const error = refuses(() => verify(assertion), 'invalid_client');
    assert.equal(error.status, 400);
  });
}

test('each key of a client counts; a key without kid fits any', () => {
  const token = jwt({ ...header, kid: 'k2' }, payload, second.privateKey);
  assert.equal(verify(token).clientId, 'wallet');
  const keys: readonly JsonObject[] = [{ ...stranger.jwk }, { ...client.jwk }];
  assert.equal(verify(signed({}), { keysOf: () => keys }).clientId, 'wallet');
});

test('a client whose registered keys can not be used is refused, not a failure of the service', () => {
  const unusable: readonly (readonly JsonObject[])[] = [
    [],
    [{ kty: 'RSA', n: 'AQAB', e: 'AQAB' }],
    [{ ...client.jwk, use: 'enc' }],
    [{ kty: 'EC', crv: 'P-256', x: client.jwk.x, y: second.jwk.y }],
  ];
  for (const keys of unusable) refuses(() => verify(signed({}), { keysOf: () => keys }), 'invalid_client');
});

test('an unusable key does not hide a good one', () => {
  const keys: readonly JsonObject[] = [{ kty: 'RSA', n: 'AQAB', e: 'AQAB' }, { ...client.jwk }];
  assert.equal(verify(signed({}), { keysOf: () => keys }).clientId, 'wallet');
});

test('the mark is kept as long as the assertion is valid', () => {
  assert.equal(verify(signed({ exp: NOW_SECONDS + 3600 })).markFor, 3_610_000);
  assert.equal(verify(signed({}), { now: NOW + 59_999 }).markFor, 10_001);
});

test('marks belong to one client and one jti', () => {
  const mark = (clientId: string, jti: Json): string =>
    verify(signed({ iss: clientId, sub: clientId, jti }), { keysOf: () => [{ ...client.jwk }] }).mark;
  assert.notEqual(mark('a', 'x'), mark('b', 'x'));
  assert.notEqual(mark('a', 'x'), mark('a', 'y'));
});

test('client ids and jti with the same concatenation have different marks', () => {
  const mark = (clientId: string, jti: Json): string =>
    verify(signed({ iss: clientId, sub: clientId, jti }), { keysOf: () => [{ ...client.jwk }] }).mark;
  assert.notEqual(mark('a', 'b:c'), mark('a:b', 'c'));
});

test('an error contains nothing of the assertion', () => {
  refuses(() => verify(signed({ aud: 'aud-4711', jti: 'jti-4711' })), 'invalid_client', undefined, '4711');
});

const earliest: readonly [name: string, claims: JsonObject, marksSince: number][] = [
  ['iat, less the skew that is allowed', { iat: NOW_SECONDS }, NOW - 10_000],
  ['nbf, less the skew that is allowed', { iat: undefined, nbf: NOW_SECONDS }, NOW - 10_000],
  ['the later of iat and nbf', { iat: NOW_SECONDS - 7200, nbf: NOW_SECONDS }, NOW - 10_000],
  ['exp, less the longest life', { iat: undefined, exp: NOW_SECONDS + 60 }, NOW + 60_000 - 3_600_000],
];

for (const [name, claims, marksSince] of earliest) {
  test(`an assertion that predates the replay cache may be a replay: ${name}`, () => {
    const checked = verify(signed(claims));
    checkAssertionCovered(checked, marksSince);
    const error = refuses(() => checkAssertionCovered(checked, marksSince + 1), 'temporarily_unavailable');
    assert.deepEqual([error.status, error.options.headers], [503, { 'retry-after': '1' }]);
  });
}

const why: readonly [name: string, assertion: string, reason: string, facts?: object][] = [
  ['no JWT', 'assertion', 'client_assertion_format', { detail: 'not_compact' }],
  [
    'iss and sub differ',
    signed({ iss: 'other' }),
    'client_assertion_issuer',
    { claim: 'iss', expected: 'wallet', received: 'other' },
  ],
  ['no sub', signed({ sub: undefined }), 'client_assertion_issuer', { claim: 'sub', received: 'wallet' }],
  ['an unknown client', signed({ iss: 'x', sub: 'x' }), 'client_unknown', { clientId: 'x', place: 'wallets.json' }],
  [
    'a broken signature',
    withBrokenSignature(signed({})),
    'client_assertion_signature',
    { clientId: 'wallet', detail: 'signature' },
  ],
  [
    'an unknown kid',
    signed({}, { kid: 'k9' }),
    'client_assertion_signature',
    { clientId: 'wallet', detail: 'no_such_key' },
  ],
  [
    'aud with a slash more',
    signed({ aud: `${ISSUER}/` }),
    'client_assertion_audience',
    { expected: ISSUER, received: `${ISSUER}/`, difference: 'a trailing slash too many' },
  ],
  ['aud as an array', signed({ aud: [ISSUER] }), 'client_assertion_audience', { expected: ISSUER, received: [ISSUER] }],
  [
    'exp five minutes ago',
    signed({ exp: NOW_SECONDS - 300 }),
    'client_assertion_expired',
    { claim: 'exp', expiredSeconds: 300 },
  ],
  ['no exp', signed({ exp: undefined }), 'client_assertion_expired', { claim: 'exp' }],
  [
    'a life of two hours',
    signed({ exp: NOW_SECONDS + 7200 }),
    'client_assertion_time',
    { claim: 'exp', offsetSeconds: 7200, limitSeconds: 3600 },
  ],
  [
    'nbf ahead',
    signed({ nbf: NOW_SECONDS + 61 }),
    'client_assertion_time',
    { claim: 'nbf', offsetSeconds: 61, limitSeconds: 10 },
  ],
  ['iat as text', signed({ iat: 'x' }), 'client_assertion_time', { claim: 'iat', limitSeconds: 10 }],
  ['no jti', signed({ jti: undefined }), 'client_assertion_jti', { most: 256 }],
];

for (const [name, assertion, reason, facts] of why) {
  test(`the reason of ${name}: ${reason}`, async () => {
    const refused = await refusalOf(() => verify(assertion));
    assert.deepEqual(refused, { code: 'invalid_client', reason, facts });
  });
}

test('the reason of an assertion that may be a replay', async () => {
  const refused = await refusalOf(() => checkAssertionCovered({ ...verify(signed({})), earliest: NOW }, NOW + 1001));
  assert.deepEqual(refused, {
    code: 'temporarily_unavailable',
    reason: 'client_assertion_uncertain',
    facts: { retryAfterSeconds: 2 },
  });
});
