import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { refuses } from '@countersign/shared/test/http/refuses';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import { PLAIN } from '../../src/configuration/proof-types.ts';
import { type KeyProofInput, verifyKeyProofs } from '../../src/proof/key-proof.ts';
import { ISSUER, jwt, NOW, NOW_SECONDS, part, type Signer, signer, withBrokenSignature } from '../support.ts';

const first = signer();
const second = signer();
const stranger = signer();
const payload: JsonObject = { aud: ISSUER, iat: NOW_SECONDS, nonce: 'n1' };

function proof(claims: JsonObject = {}, header: JsonObject = {}, key: Signer = first): string {
  const head = { alg: 'ES256', typ: 'openid4vci-proof+jwt', jwk: { ...key.jwk }, ...header };
  return jwt(head, { ...payload, ...claims }, key.privateKey);
}

function verify(proofs: readonly string[], more: Partial<KeyProofInput> = {}) {
  return verifyKeyProofs({
    proofType: 'jwt',
    proofTypes: PLAIN,
    proofs,
    issuer: ISSUER,
    now: NOW,
    anchors: [],
    anchorInChain: 'ignored',
    anchorPlace: () => 'the folder',
    most: 10,
    nonceRefusal: (nonce) => (nonce === 'n1' ? undefined : { reason: 'proof_nonce_unknown' }),
    ...more,
  });
}

test('a valid proof yields its key and its nonce', () => {
  assert.deepEqual(verify([proof()]), { keys: [first.jwk], nonce: 'n1', statuses: [] });
});

test('a batch yields its keys in order', () => {
  const proofs = [second, first, stranger].map((key) => proof({}, {}, key));
  assert.deepEqual(verify(proofs), { keys: [second.jwk, first.jwk, stranger.jwk], nonce: 'n1', statuses: [] });
});

test('only the members of a public key are read from the header', () => {
  const { keys } = verify([proof({}, { jwk: { ...first.jwk, kid: 'k', use: 'sig', alg: 'ES256', x5u: 'https://x' } })]);
  assert.deepEqual(keys, [{ kty: 'EC', crv: 'P-256', x: first.jwk.x, y: first.jwk.y }]);
});

const accepted: readonly [name: string, claims: JsonObject, more: Partial<KeyProofInput>][] = [
  ['aud in an array', { aud: ['https://other.example', ISSUER] }, {}],
  ['iat 300 s ago, the last moment', { iat: NOW_SECONDS - 300 }, {}],
  ['iat 60 s ahead, the last moment', { iat: NOW_SECONDS + 60 }, {}],
  ['iss of the client', { iss: 'wallet' }, { clientId: 'wallet' }],
  ['no iss though the client is known', {}, { clientId: 'wallet' }],
  ['more claims', { exp: NOW_SECONDS - 1, more: {} }, {}],
];

for (const [name, claims, more] of accepted) {
  test(`accepted: ${name}`, () => {
    assert.equal(verify([proof(claims)], more).keys.length, 1);
  });
}

const refusedClaims: readonly [name: string, claims: JsonObject, more?: Partial<KeyProofInput>][] = [
  ['no aud', { aud: undefined }],
  ['aud of another tenant', { aud: 'https://issuer.example/t2' }],
  ['aud with a slash more', { aud: `${ISSUER}/` }],
  ['aud the credential endpoint', { aud: `${ISSUER}/vci/credential` }],
  ['aud that only begins with the issuer', { aud: `${ISSUER}0` }],
  ['aud in an array without us', { aud: ['https://other.example'] }],
  ['aud in an array of arrays', { aud: [[ISSUER]] }],
  ['no iat', { iat: undefined }],
  ['iat as text', { iat: String(NOW_SECONDS) }],
  ['iat 301 s ago', { iat: NOW_SECONDS - 301 }],
  ['iat 61 s ahead', { iat: NOW_SECONDS + 61 }],
  ['iat in milliseconds', { iat: NOW }],
  ['iss of another client', { iss: 'other' }, { clientId: 'wallet' }],
  ['iss null', { iss: null }, { clientId: 'wallet' }],
  ['no nonce', { nonce: undefined }],
  ['nonce null', { nonce: null }],
  ['nonce as a number', { nonce: 1 }],
  ['nonce in an array', { nonce: ['n1'] }],
];

for (const [name, claims, more] of refusedClaims) {
  test(`invalid_proof: ${name}`, () => {
    refuses(() => verify([proof(claims)], more), 'invalid_proof');
  });
}

const { d } = first.privateKey.export({ format: 'jwk' });
const refusedTokens: readonly [name: string, token: string][] = [
  ['empty', ''],
  ['no JWT', 'proof'],
  ['no typ', proof({}, { typ: undefined })],
  ['typ JWT', proof({}, { typ: 'JWT' })],
  ['typ of a DPoP proof', proof({}, { typ: 'dpop+jwt' })],
  ['typ in capitals', proof({}, { typ: 'OPENID4VCI-PROOF+JWT' })],
  ['alg none', `${part({ alg: 'none', typ: 'openid4vci-proof+jwt', jwk: { ...first.jwk } })}.${part(payload)}.`],
  ['alg HS256', proof({}, { alg: 'HS256' })],
  ['alg ES384', proof({}, { alg: 'ES384' })],
  ['no key', proof({}, { jwk: undefined })],
  ['kid alone', proof({}, { jwk: undefined, kid: 'did:example:1#0' })],
  ['kid and jwk', proof({}, { kid: 'did:example:1#0' })],
  ['x5c and jwk', proof({}, { x5c: ['AAAA'] })],
  ['kid null and jwk', proof({}, { kid: null })],
  ['a private key in jwk', proof({}, { jwk: { ...first.jwk, d: String(d) } })],
  ['a symmetric key in jwk', proof({}, { jwk: { kty: 'oct', k: 'AAAA' } })],
  ['a key for encryption', proof({}, { jwk: { ...first.jwk, use: 'enc' } })],
  ['a point that is not on the curve', proof({}, { jwk: { ...first.jwk, y: second.jwk.y } })],
  ['a broken signature', withBrokenSignature(proof())],
  [
    'signed by another key',
    jwt({ alg: 'ES256', typ: 'openid4vci-proof+jwt', jwk: { ...first.jwk } }, payload, stranger.privateKey),
  ],
  ['a critical header', proof({}, { crit: ['b64'], b64: false })],
  ['longer than 16384', proof({ more: 'x'.repeat(16_384) })],
];

for (const [name, token] of refusedTokens) {
  test(`invalid_proof: ${name}`, () => {
    refuses(() => verify([token]), 'invalid_proof');
    refuses(() => verify([proof({}, {}, second), token]), 'invalid_proof');
  });
}

test('no proof at all is invalid_proof', () => {
  refuses(() => verify([]), 'invalid_proof', /needed/);
});

test('an expired nonce is invalid_nonce, so that the wallet fetches another', () => {
  refuses(() => verify([proof({ nonce: 'nonce-4711' })]), 'invalid_nonce', undefined, '4711');
  refuses(() => verify([proof({ nonce: '' })]), 'invalid_nonce');
});

test('the nonce is checked once for a batch, after every proof', () => {
  const seen: string[] = [];
  const nonceRefusal = (nonce: string): undefined => {
    seen.push(nonce);
  };
  verify([proof(), proof({}, {}, second)], { nonceRefusal });
  assert.deepEqual(seen, ['n1']);
  refuses(() => verify([proof(), withBrokenSignature(proof({}, {}, second))], { nonceRefusal }), 'invalid_proof');
  assert.deepEqual(seen, ['n1']);
});

test('all proofs of a batch have the same nonce, even where each would be valid', () => {
  const proofs = [proof({ nonce: 'n1' }), proof({ nonce: 'n2' }, {}, second)];
  refuses(() => verify(proofs, { nonceRefusal: () => undefined }), 'invalid_proof', /same nonce/);
});

test('two proofs of one key are refused, also when the proofs differ', () => {
  refuses(() => verify([proof(), proof({}, {}, second), proof({ iat: NOW_SECONDS - 1 })]), 'invalid_proof', /same key/);
  refuses(() => verify([proof(), proof({}, { jwk: { ...first.jwk, kid: 'k' } })]), 'invalid_proof', /same key/);
});

test('an anonymous wallet may name itself', () => {
  assert.equal(verify([proof({ iss: 'anything' })]).keys.length, 1);
});

const why: readonly [
  name: string,
  proofs: readonly string[],
  more: Partial<KeyProofInput>,
  reason: string,
  facts?: object,
][] = [
  ['none', [], {}, 'proof_missing'],
  [
    'another type',
    [proof()],
    { proofTypes: { attestation: { algorithms: ['ES256'] } } },
    'proof_type',
    { expectedAny: ['attestation'], received: 'jwt' },
  ],
  ['no JWT', ['x'], {}, 'proof_format', { detail: 'not_compact' }],
  ['typ JWT', [proof({}, { typ: 'JWT' })], {}, 'proof_typ', { expected: 'openid4vci-proof+jwt', received: 'JWT' }],
  ['ES384', [proof({}, { alg: 'ES384' })], {}, 'proof_algorithm', { expectedAny: ['ES256'], received: 'ES384' }],
  ['a private key', [proof({}, { jwk: { ...first.jwk, d: String(d) } })], {}, 'proof_key', { detail: 'private' }],
  [
    'kid alone',
    [proof({}, { jwk: undefined, kid: 'k' })],
    {},
    'proof_key',
    { detail: 'not_by_jwk', parameters: ['kid'] },
  ],
  ['a broken signature', [withBrokenSignature(proof())], {}, 'proof_signature'],
  ['no aud', [proof({ aud: undefined })], {}, 'proof_audience', { expected: ISSUER }],
  [
    'aud the endpoint',
    [proof({ aud: `${ISSUER}/vci/credential` })],
    {},
    'proof_audience',
    { expected: ISSUER, received: `${ISSUER}/vci/credential`, difference: 'a longer path' },
  ],
  [
    'aud a list',
    [proof({ aud: ['https://other.example'] })],
    {},
    'proof_audience',
    { expected: ISSUER, received: ['https://other.example'] },
  ],
  [
    'iat 400 s ago',
    [proof({ iat: NOW_SECONDS - 400 })],
    {},
    'proof_time',
    { claim: 'iat', offsetSeconds: -400, limitSeconds: 300 },
  ],
  [
    'iat 90 s ahead',
    [proof({ iat: NOW_SECONDS + 90 })],
    {},
    'proof_time',
    { claim: 'iat', offsetSeconds: 90, limitSeconds: 60 },
  ],
  ['no iat', [proof({ iat: undefined })], {}, 'proof_time', { claim: 'iat', detail: 'missing' }],
  ['iat a text', [proof({ iat: 'x' })], {}, 'proof_time', { claim: 'iat', detail: 'no_number' }],
  [
    'another iss',
    [proof({ iss: 'other' })],
    { clientId: 'wallet' },
    'proof_issuer',
    { expected: 'wallet', received: 'other' },
  ],
  ['no nonce', [proof({ nonce: undefined })], {}, 'proof_nonce_missing'],
  ['another nonce', [proof({ nonce: 'n2' })], {}, 'proof_nonce_unknown'],
  ['two nonces', [proof(), proof({ nonce: 'n2' }, {}, second)], {}, 'proof_nonces_differ', { count: 2 }],
  ['one key twice', [proof(), proof()], {}, 'proof_key_repeated', { count: 1 }],
];
for (const [name, proofs, more, reason, facts] of why) {
  test(`the backend learns why: ${name}: ${reason}`, async () => {
    assert.deepEqual(await whyRefused(() => verify(proofs, more)), facts === undefined ? [reason] : [reason, facts]);
  });
}
