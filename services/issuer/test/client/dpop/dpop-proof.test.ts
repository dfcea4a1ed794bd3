import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { test } from 'node:test';
import { type ErrorCode, ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkDpopCovered, type DpopProofInput, verifyDpopProof } from '../../../src/client/dpop/dpop-proof.ts';
import { ISSUER, jwt, NOW, NOW_SECONDS, part, sha256, signer, withBrokenSignature } from '../../support.ts';

const wallet = signer();
const stranger = signer();
const URL_CALLED = `${ISSUER}/vci/credential`;
const TOKEN = 'access-token';
const header: JsonObject = { alg: 'ES256', typ: 'dpop+jwt', jwk: { ...wallet.jwk } };
const payload: JsonObject = { jti: 'j1', htm: 'POST', htu: URL_CALLED, iat: NOW_SECONDS, ath: sha256(TOKEN) };
/** Nonces of the tests: their time of issue. */
const nonceTime = (nonce: unknown): number | undefined =>
  typeof nonce === 'string' && /^\d+$/.test(nonce) ? Number(nonce) : undefined;

function verify(proof: string, more: Partial<DpopProofInput> = {}) {
  return verifyDpopProof({
    proof,
    method: 'POST',
    url: URL_CALLED,
    now: NOW,
    accessToken: TOKEN,
    nonceTime,
    nonceRequired: false,
    ...more,
  });
}

function signed(claims: JsonObject, headerChange: JsonObject = {}): string {
  return jwt({ ...header, ...headerChange }, { ...payload, ...claims }, wallet.privateKey);
}

test('a valid proof yields thumbprint and mark', () => {
  assert.deepEqual(verify(signed({})), {
    jkt: wallet.thumbprint,
    mark: `dpop:${wallet.thumbprint}:j1`,
    markFor: 70_000,
    earliest: NOW_SECONDS * 1000 - 10_000,
  });
});

test('the mark contains the key: no wallet can use up the jti of another', () => {
  const other = jwt({ ...header, jwk: { ...stranger.jwk } }, payload, stranger.privateKey);
  assert.notEqual(verify(other).mark, verify(signed({})).mark);
  assert.notEqual(verify(signed({ jti: 'j2' })).mark, verify(signed({})).mark);
});

test('the mark outlives the proof, also on a clock ten seconds behind', () => {
  for (const iat of [NOW_SECONDS - 60, NOW_SECONDS, NOW_SECONDS + 10]) {
    const proof = signed({ iat });
    const { markFor } = verify(proof);
    refuses(() => verify(proof, { now: NOW + markFor - 9000 }), 'use_dpop_nonce');
    assert.ok(markFor <= 80_000, 'and no longer');
  }
  for (const made of [NOW - 299_000, NOW, NOW + 10_000]) {
    const proof = signed({ nonce: String(made) });
    const { markFor } = verify(proof);
    refuses(() => verify(proof, { now: NOW + markFor - 10_000 }), 'use_dpop_nonce');
    assert.ok(markFor <= 320_000, 'and no longer');
  }
});

const accepted: readonly [name: string, claims: JsonObject, header: JsonObject][] = [
  ['more claims', { more: 1, aud: 'x' }, {}],
  ['nbf and exp', { nbf: NOW_SECONDS + 3600, exp: NOW_SECONDS - 3600 }, {}],
  ['a kid and a jwk', {}, { kid: 'k' }],
  ['a jwk with more members', {}, { jwk: { ...wallet.jwk, alg: 'ES256', use: 'sig', kid: 'k' } }],
  ['jti of 256', { jti: 'j'.repeat(256) }, {}],
  ['htu with query', { htu: `${URL_CALLED}?a=b` }, {}],
  ['htu with fragment', { htu: `${URL_CALLED}#a` }, {}],
  ['htu with scheme and host in capitals', { htu: 'HTTPS://ISSUER.Example/t1/vci/credential' }, {}],
  ['htu with the default port', { htu: 'https://issuer.example:443/t1/vci/credential' }, {}],
  ['htu with dot segments', { htu: `${ISSUER}/x/../vci/./credential` }, {}],
  ['iat 10 s early', { iat: NOW_SECONDS - 10 }, {}],
  ['iat 10 s late', { iat: NOW_SECONDS + 10 }, {}],
  ['iat 60 s early, the last moment', { iat: NOW_SECONDS - 60 }, {}],
  ['iat with a fraction', { iat: NOW_SECONDS + 0.5 }, {}],
];

for (const [name, claims, headerChange] of accepted) {
  test(`accepted: ${name}`, () => {
    assert.equal(verify(signed(claims, headerChange)).jkt, wallet.thumbprint);
  });
}

const refusedClaims: readonly [name: string, claims: JsonObject][] = [
  ['no jti', { jti: undefined }],
  ['empty jti', { jti: '' }],
  ['jti as a number', { jti: 5 }],
  ['jti of 257', { jti: 'j'.repeat(257) }],
  ['no htm', { htm: undefined }],
  ['another method', { htm: 'GET' }],
  ['the method in small letters', { htm: 'post' }],
  ['no htu', { htu: undefined }],
  ['htu of another endpoint', { htu: `${ISSUER}/authorize/token` }],
  ['htu of another tenant', { htu: 'https://issuer.example/t2/vci/credential' }],
  ['htu of another host', { htu: 'https://evil.example/t1/vci/credential' }],
  ['htu of another port', { htu: 'https://issuer.example:8443/t1/vci/credential' }],
  ['htu by http', { htu: 'http://issuer.example/t1/vci/credential' }],
  ['htu with a path in capitals', { htu: `${ISSUER}/vci/CREDENTIAL` }],
  ['htu with a slash more', { htu: `${URL_CALLED}/` }],
  ['htu that is no URL', { htu: '/t1/vci/credential' }],
  ['htu in an array', { htu: [URL_CALLED] }],
  ['htu of 2049', { htu: `${URL_CALLED}?${'a'.repeat(2049 - URL_CALLED.length - 1)}` }],
  ['no iat', { iat: undefined }],
  ['iat as text', { iat: String(NOW_SECONDS) }],
  ['iat an hour ago', { iat: NOW_SECONDS - 3600 }],
  ['iat an hour ahead', { iat: NOW_SECONDS + 3600 }],
  ['iat in milliseconds', { iat: NOW }],
  ['no ath', { ath: undefined }],
  ['ath of another token', { ath: sha256('other') }],
  ['ath the token itself', { ath: TOKEN }],
  ['ath with padding', { ath: `${sha256(TOKEN)}=` }],
];

for (const [name, claims] of refusedClaims) {
  test(`refused: ${name}`, () => {
    refuses(() => verify(signed(claims)), 'invalid_dpop_proof');
  });
}

test('refused: an infinite iat, with a nonce too', () => {
  for (const more of [{}, { nonce: String(NOW) }]) {
    const text = JSON.stringify({ ...payload, ...more, iat: 0 }).replace('"iat":0', '"iat":1e999');
    const input = `${part(header)}.${Buffer.from(text).toString('base64url')}`;
    const key = { key: wallet.privateKey, dsaEncoding: 'ieee-p1363' } as const;
    const signature = sign('sha256', Buffer.from(input), key).toString('base64url');
    refuses(() => verify(`${input}.${signature}`), 'invalid_dpop_proof');
  }
});

const { privateKey: rsaPrivate } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

function rs256(): string {
  const input = `${part({ alg: 'RS256', typ: 'dpop+jwt', jwk: { kty: 'RSA', n: 'AQAB', e: 'AQAB' } })}.${part(payload)}`;
  return `${input}.${sign('sha256', Buffer.from(input), rsaPrivate).toString('base64url')}`;
}

const { d } = wallet.privateKey.export({ format: 'jwk' });
const refusedTokens: readonly [name: string, proof: string][] = [
  ['empty', ''],
  ['no JWT', 'proof'],
  ['two proofs', `${signed({})}, ${signed({ jti: 'j2' })}`],
  ['no typ', signed({}, { typ: undefined })],
  ['another typ', signed({}, { typ: 'JWT' })],
  ['typ of a key proof', signed({}, { typ: 'openid4vci-proof+jwt' })],
  ['no alg', signed({}, { alg: undefined })],
  ['alg none', `${part({ ...header, alg: 'none' })}.${part(payload)}.`],
  ['alg HS256', signed({}, { alg: 'HS256' })],
  ['RS256', rs256()],
  ['no jwk', signed({}, { jwk: undefined })],
  ['a private key in jwk', signed({}, { jwk: { ...wallet.jwk, d: String(d) } })],
  ['a symmetric key in jwk', signed({}, { jwk: { kty: 'oct', k: 'AAAA' } })],
  ['a key of another curve', signed({}, { jwk: { ...wallet.jwk, crv: 'P-384' } })],
  ['a broken signature', withBrokenSignature(signed({}))],
  ['signed by another key', jwt(header, payload, stranger.privateKey)],
  ['longer than 8192', signed({ more: 'x'.repeat(8192) })],
];

for (const [name, proof] of refusedTokens) {
  test(`refused: ${name}`, () => {
    refuses(() => verify(proof), 'invalid_dpop_proof');
  });
}

test('without an access token ath is optional, and must be a string where it is sent', () => {
  const { accessToken: _accessToken, ...atToken } = inputWithoutToken();
  assert.equal(verifyDpopProof({ ...atToken, proof: signed({ ath: undefined }) }).jkt, wallet.thumbprint);
  assert.equal(verifyDpopProof({ ...atToken, proof: signed({ ath: 'x' }) }).jkt, wallet.thumbprint);
  refuses(() => verifyDpopProof({ ...atToken, proof: signed({ ath: 5 }) }), 'invalid_dpop_proof', /ath/);
});

function inputWithoutToken(): DpopProofInput {
  const url = URL_CALLED;
  return { proof: '', method: 'POST', url, now: NOW, nonceTime, nonceRequired: false };
}

const clocks: readonly [name: string, seconds: number, code: ErrorCode][] = [
  ['61 s early', -61, 'use_dpop_nonce'],
  ['11 s late', 11, 'use_dpop_nonce'],
  ['half an hour early', -1800, 'use_dpop_nonce'],
  ['half an hour late', 1800, 'use_dpop_nonce'],
  ['a second more than half an hour early', -1801, 'invalid_dpop_proof'],
  ['a second more than half an hour late', 1801, 'invalid_dpop_proof'],
];

for (const [name, seconds, code] of clocks) {
  test(`a clock that is ${name} gets ${code}; with a nonce it passes where a nonce can compensate it`, () => {
    const iat = NOW_SECONDS + seconds;
    refuses(() => verify(signed({ iat })), code);
    if (code === 'use_dpop_nonce') assert.ok(verify(signed({ iat, nonce: String(NOW) })));
  });
}

const staleNonces: readonly [name: string, nonce: JsonObject[string]][] = [
  ['not ours', 'foreign'],
  ['empty', ''],
  ['null', null],
  ['a number', NOW],
  ['exactly 300 s old', String(NOW - 300_000)],
  ['from the future', String(NOW + 10_001)],
];

for (const [name, nonce] of staleNonces) {
  test(`use_dpop_nonce: a nonce that is ${name}, required or not`, () => {
    refuses(() => verify(signed({ nonce })), 'use_dpop_nonce');
    refuses(() => verify(signed({ nonce }), { nonceRequired: true }), 'use_dpop_nonce');
  });
}

test('a nonce is valid for less than 300 s, and some seconds ahead', () => {
  for (const made of [NOW, NOW - 299_999, NOW + 10_000]) {
    assert.ok(verify(signed({ nonce: String(made) }), { nonceRequired: true }));
  }
});

test('where a nonce is required a proof without one gets use_dpop_nonce', () => {
  refuses(() => verify(signed({}), { nonceRequired: true }), 'use_dpop_nonce', /needed/);
});

test('an invalid proof is refused with any nonce', () => {
  refuses(() => verify(signed({ htm: 'GET', nonce: 'foreign' })), 'invalid_dpop_proof');
  refuses(() => verify(withBrokenSignature(signed({ nonce: String(NOW) }))), 'invalid_dpop_proof');
});

test('after a restart, proofs and nonces made before it may be replays', () => {
  const marksSince = NOW - 30_000;
  refuses(() => checkDpopCovered(verify(signed({ iat: NOW_SECONDS - 31 })), marksSince), 'use_dpop_nonce');
  const before = verify(signed({ nonce: String(marksSince - 1) }));
  refuses(() => checkDpopCovered(before, marksSince), 'use_dpop_nonce');
  checkDpopCovered(verify(signed({ nonce: String(marksSince) })), marksSince);
});

test('after a restart, a proof whose clock is ahead may have been used before it', () => {
  // Created and used 5 s before the restart by a wallet whose clock is 10 s ahead; replayed 5 s after it.
  const restart = NOW - 5000;
  refuses(() => checkDpopCovered(verify(signed({ iat: NOW_SECONDS })), restart), 'use_dpop_nonce');
});

test('an error contains nothing of the proof', () => {
  refuses(() => verify(signed({ nonce: 'nonce-4711' })), 'use_dpop_nonce', undefined, '4711');
  refuses(() => verify(signed({ htu: 'https://h-4711.example' })), 'invalid_dpop_proof', undefined, '4711');
});

const why: readonly [name: string, proof: string, reason: string, facts: object | undefined][] = [
  ['another method', signed({ htm: 'GET' }), 'dpop_method', { expected: 'POST', received: 'GET' }],
  ['no method', signed({ htm: undefined }), 'dpop_method', { expected: 'POST' }],
  ['no jti', signed({ jti: undefined }), 'dpop_format', { claim: 'jti' }],
  ['no iat', signed({ iat: undefined }), 'dpop_format', { claim: 'iat' }],
  ['no ath', signed({ ath: undefined }), 'dpop_token_hash', { detail: 'missing' }],
  ['ath of another token', signed({ ath: sha256('other') }), 'dpop_token_hash', { detail: 'differs' }],
  ['iat 90 s ago', signed({ iat: NOW_SECONDS - 90 }), 'dpop_time', { offsetSeconds: -90, limitSeconds: 60 }],
  ['iat 20 s ahead', signed({ iat: NOW_SECONDS + 20 }), 'dpop_time', { offsetSeconds: 20, limitSeconds: 10 }],
  ['iat an hour ahead', signed({ iat: NOW_SECONDS + 3600 }), 'dpop_time', { offsetSeconds: 3600, limitSeconds: 10 }],
  ['a nonce of another server', signed({ nonce: 'x' }), 'dpop_nonce', { detail: 'unknown', limitSeconds: 300 }],
  [
    'a nonce of seven minutes ago',
    signed({ nonce: String(NOW - 420_000) }),
    'dpop_nonce',
    { detail: 'expired', expiredSeconds: 120, limitSeconds: 300 },
  ],
  [
    'a nonce of a replica that is ahead',
    signed({ nonce: String(NOW + 60_000) }),
    'dpop_nonce',
    { detail: 'future', limitSeconds: 300 },
  ],
  ['another typ', signed({}, { typ: 'JWT' }), 'dpop_format', { detail: 'type', expected: 'dpop+jwt', received: 'JWT' }],
  ['another algorithm', signed({}, { alg: 'ES384' }), 'dpop_algorithm', { expectedAny: ['ES256'], received: 'ES384' }],
  ['a broken signature', withBrokenSignature(signed({})), 'dpop_signature', undefined],
  ['a private key', signed({}, { jwk: { ...wallet.jwk, d: String(d) } }), 'dpop_key', { detail: 'private' }],
  ['no JWT', 'proof', 'dpop_format', { detail: 'not_compact' }],
  ['too long', 'x'.repeat(8193), 'dpop_format', { detail: 'too_long', bytes: 8193, mostBytes: 8192 }],
  ...(
    [
      ['http://issuer.example/t1/vci/credential', 'http for https: a proxy'],
      [`${URL_CALLED}/`, 'a trailing slash too many'],
      ['https://other.example/t1/vci/credential', 'another host'],
      ['https://issuer.example/t2/vci/credential', 'another path'],
      ['https://issuer.example:8443/t1/vci/credential', 'another port'],
      ['/t1/vci/credential', 'no URL'],
    ] as const
  ).map(([received, difference]): [string, string, string, object] => [
    `htu ${received}`,
    signed({ htu: received }),
    'dpop_url',
    { expected: URL_CALLED, received, difference },
  ]),
  ['no htu', signed({ htu: undefined }), 'dpop_url', { expected: URL_CALLED }],
  [
    'htu with a query',
    signed({ htu: `${URL_CALLED}/?code=secret` }),
    'dpop_url',
    { expected: URL_CALLED, received: `${URL_CALLED}/`, difference: 'a trailing slash too many' },
  ],
];

for (const [name, proof, reason, facts] of why) {
  test(`the backend learns why: ${name}`, () => {
    const { options } = refuses(
      () => verify(proof),
      codeOf(() => verify(proof)),
    );
    assert.deepEqual([options.reason, options.facts], [reason, facts]);
  });
}

test('the backend learns why: no nonce where one is required, and a proof from before a restart', () => {
  const missing = refuses(() => verify(signed({}), { nonceRequired: true }), 'use_dpop_nonce').options;
  assert.deepEqual([missing.reason, missing.facts], ['dpop_nonce', { detail: 'missing', limitSeconds: 300 }]);
  const early = refuses(() => checkDpopCovered(verify(signed({})), NOW), 'use_dpop_nonce').options;
  assert.equal(early.reason, 'dpop_replay_unknown');
});

/** For some of these the response contains a nonce. */
function codeOf(call: () => unknown): ErrorCode {
  try {
    call();
  } catch (error) {
    if (error instanceof ProtocolError) return error.code;
  }
  assert.fail('not refused');
}
