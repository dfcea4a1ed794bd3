import assert from 'node:assert/strict';
import { createSecretKey, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { certificateFacts } from '@countersign/shared/crypto/x509';
import { newWalletKeyPair, walletJwk } from '@countersign/shared/test/crypto/wallet-jws';
import { createWalletProvider, type KeyAttestationInput } from '@countersign/shared/test/crypto/wallet-provider';
import { refuses } from '@countersign/shared/test/http/refuses';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import { type KeyAttestationRules, trustedAttestation, verifyKeyAttestation } from '../../src/proof/key-attestation.ts';
import { NOW, NOW_SECONDS } from '../support.ts';

const clock = () => NOW;
const statusUri = 'https://provider.example/list';
const provider = await createWalletProvider({ clock, statusUri });
const foreign = await createWalletProvider({ clock });
const anchor = new X509Certificate(provider.caPem);
const [first, second] = [newWalletKeyPair(), newWalletKeyPair()];
const keys = [first.publicKey, second.publicKey];

const rules: KeyAttestationRules = {
  anchors: [anchor],
  anchorInChain: 'ignored',
  anchorPlace: () => 'the folder',
  now: NOW,
  algorithms: ['ES256', 'ES384', 'ES512'],
  levels: {},
  expRequired: true,
};
const made = (more: Partial<KeyAttestationInput> = {}) => provider.keyAttestation({ keys, ...more });
const verify = (more: Partial<KeyAttestationInput> = {}, changed: Partial<KeyAttestationRules> = {}) =>
  verifyKeyAttestation(made(more), { ...rules, ...changed });

test('an attestation yields its keys in order, its nonce and its status', () => {
  const { keys: found, nonce, statuses } = verify({ nonce: 'n', statusIndex: 7 });
  assert.deepEqual(
    found.map(({ jwk }) => jwk),
    keys.map(walletJwk),
  );
  assert.equal(nonce, 'n');
  assert.deepEqual(statuses, [{ uri: statusUri, idx: 7, exp: NOW_SECONDS + 30 * 86_400 }]);
});

for (const alg of ['ES256', 'ES384', 'ES512'] as const) {
  test(`${alg} is accepted where it is listed, behind an intermediate CA too`, async () => {
    const other = await createWalletProvider({ clock, alg, intermediate: true });
    const anchors = [anchor, new X509Certificate(other.caPem)];
    const token = other.keyAttestation({ keys });
    assert.equal(verifyKeyAttestation(token, { ...rules, anchors }).keys.length, 2);
    const algorithms = rules.algorithms.filter((one) => one !== alg);
    refuses(() => verifyKeyAttestation(token, { ...rules, anchors, algorithms }), 'invalid_proof');
  });
}

const jwk = walletJwk(first.publicKey);
const many = Array.from({ length: 101 }, () => newWalletKeyPair().publicKey);
const p384 = walletJwk(newWalletKeyPair('ES384').publicKey);

const refused: readonly [name: string, input: Partial<KeyAttestationInput>][] = [
  ['typ of a wallet attestation', { header: { typ: 'oauth-client-attestation+jwt' } }],
  ['typ of a proof', { header: { typ: 'openid4vci-proof+jwt' } }],
  ['typ of the drafts', { header: { typ: 'keyattestation+jwt' } }],
  ['no typ', { header: { typ: undefined } }],
  ['alg none', { header: { alg: 'none' }, signature: () => Buffer.alloc(0) }],
  ['HS256 by the certificate', { header: { alg: 'HS256' }, signingKey: createSecretKey(anchor.raw) }],
  ['no x5c', { header: { x5c: undefined } }],
  ['x5c of another provider', { header: { x5c: foreign.x5c } }],
  ['the anchor as the leaf', { header: { x5c: [anchor.raw.toString('base64')] } }],
  ['signed by another key', { signingKey: first.privateKey }],
  ['a broken signature', { signature: (right) => right.fill(1, 0, 8) }],
  ['a critical header', { header: { crit: ['x'], x: 1 } }],
  ['no iat', { claims: { iat: undefined } }],
  ['iat as text', { claims: { iat: String(NOW_SECONDS) } }],
  ['iat 61 s ahead', { claims: { iat: NOW_SECONDS + 61 } }],
  ['nbf 61 s ahead', { claims: { nbf: NOW_SECONDS + 61 } }],
  ['nbf as text', { claims: { nbf: '0' } }],
  ['no exp', { claims: { exp: undefined } }],
  ['exp as text', { claims: { exp: String(NOW_SECONDS + 1) } }],
  ['exp of this moment', { exp: NOW_SECONDS }],
  ['no keys', { keys: [] }],
  ['keys that are no list', { claims: { attested_keys: jwk } }],
  ['a private key', { keys: [{ ...jwk, d: jwk.x }] }],
  ['a symmetric key', { keys: [{ kty: 'oct', k: 'AAAA' }] }],
  ['a P-384 key', { keys: [first.publicKey, p384] }],
  ['a point off the curve', { keys: [{ ...jwk, y: walletJwk(second.publicKey).y }] }],
  ['a key for encryption', { keys: [{ ...jwk, use: 'enc' }] }],
  ['the same key twice', { keys: [first.publicKey, second.publicKey, { ...jwk, kid: 'again' }] }],
  ['101 keys', { keys: many }],
  ['10,000 keys', { keys: Array.from({ length: 10_000 }, () => jwk) }],
  ['a nonce that is no text', { claims: { nonce: 5 } }],
  ['a nonce that is null', { claims: { nonce: null } }],
  ['a status of another kind', { claims: { status: { identifier_list: {} } } }],
];

for (const [name, input] of refused) {
  test(`invalid_proof: ${name}`, () => {
    refuses(() => verify(input), 'invalid_proof');
  });
}

test('a token that is no text, or empty, is refused', () => {
  for (const token of [undefined, null, 5, {}, '', 'a.b.c']) {
    refuses(() => verifyKeyAttestation(token, rules), 'invalid_proof');
  }
});

test('a hundred keys are accepted', () => {
  assert.equal(verify({ keys: many.slice(1) }).keys.length, 100);
});

test('exp is obeyed where it is not required', () => {
  assert.ok(verify({ claims: { exp: undefined } }, { expRequired: false }));
  refuses(() => verify({ exp: NOW_SECONDS }, { expRequired: false }), 'invalid_proof');
});

test('an anchor in x5c is refused where that is asked for', () => {
  const header = { x5c: [...provider.x5c, anchor.raw.toString('base64')] };
  assert.ok(verify({ header }));
  refuses(() => verify({ header }, { anchorInChain: 'refused' }), 'invalid_proof');
  assert.ok(verify({}, { anchorInChain: 'refused' }));
});

test('without anchors no attestation is trusted', () => {
  refuses(() => verify({}, { anchors: [] }), 'invalid_proof', /wallet provider/);
});

const high = ['iso_18045_high'];
const levels: readonly [accepted: boolean, asserted: unknown, levels: KeyAttestationRules['levels']][] = [
  [true, high, { keyStorage: high }],
  [true, high, { keyStorage: ['iso_18045_moderate', 'iso_18045_high'] }],
  [true, undefined, { userAuthentication: high }],
  [true, ['anything'], {}],
  [false, ['iso_18045_moderate'], { keyStorage: high }],
  [false, ['iso_18045_high', 'iso_18045_basic'], { keyStorage: high }],
  [false, ['unknown'], { keyStorage: high }],
  [false, [], { keyStorage: high }],
  [false, undefined, { keyStorage: high }],
  [false, 'iso_18045_high', { keyStorage: high }],
  [false, [high], { keyStorage: high }],
  [false, ['iso_18045_basic'], { keyStorage: ['iso_18045_basic'], userAuthentication: ['iso_18045_basic'] }],
];

for (const [accepted, asserted, asked] of levels) {
  const name = `key_storage ${JSON.stringify(asserted)} for ${JSON.stringify(asked)}`;
  test(`${accepted ? 'accepted' : 'invalid_proof'}: ${name}`, () => {
    const check = () => verify({ claims: { key_storage: asserted } }, { levels: asked });
    if (accepted) check();
    else refuses(check, 'invalid_proof');
  });
}

test('the levels of user authentication are their own', () => {
  const claims = { user_authentication: ['iso_18045_basic'] };
  refuses(() => verify({ claims }, { levels: { userAuthentication: high } }), 'invalid_proof', /user_authentication/);
  verify({ claims }, { levels: { keyStorage: high } });
});

test('whether an attestation is trusted is a question of its signature alone', () => {
  assert.ok(trustedAttestation(made({ exp: 0, keys: [] }), rules) !== undefined);
  for (const token of [made({ header: { x5c: foreign.x5c } }), foreign.keyAttestation({ keys }), 5, 'x']) {
    assert.equal(trustedAttestation(token, rules), undefined);
  }
});

const leafOf = ([leaf = '']: readonly string[]) => certificateFacts(new X509Certificate(Buffer.from(leaf, 'base64')));
const why: readonly [
  input: Partial<KeyAttestationInput>,
  changed: Partial<KeyAttestationRules>,
  reason: string,
  facts?: object,
][] = [
  [
    { header: { x5c: foreign.x5c } },
    {},
    'key_attestation_untrusted',
    { ...leafOf(foreign.x5c), detail: 'no_anchor', place: 'the folder', count: 1 },
  ],
  [
    {},
    { anchors: [] },
    'key_attestation_untrusted',
    { ...leafOf(provider.x5c), detail: 'no_anchor', place: 'the folder', count: 0 },
  ],
  [
    { header: { x5c: undefined } },
    {},
    'key_attestation_untrusted',
    { detail: 'missing', place: 'the folder', count: 1 },
  ],
  [{ signature: (right) => right.fill(1, 0, 8) }, {}, 'key_attestation_signature'],
  [{}, { algorithms: ['ES512'] }, 'key_attestation_algorithm', { expectedAny: ['ES512'], received: 'ES256' }],
  [
    { header: { typ: 'keyattestation+jwt' } },
    {},
    'key_attestation_format',
    { claim: 'typ', expected: 'key-attestation+jwt', received: 'keyattestation+jwt' },
  ],
  [
    { claims: { iat: NOW_SECONDS + 90 } },
    {},
    'key_attestation_time',
    { claim: 'iat', offsetSeconds: 90, limitSeconds: 60 },
  ],
  [{ claims: { iat: undefined } }, {}, 'key_attestation_time', { claim: 'iat', detail: 'missing' }],
  [
    { claims: { nbf: NOW_SECONDS + 90 } },
    {},
    'key_attestation_time',
    { claim: 'nbf', offsetSeconds: 90, limitSeconds: 60 },
  ],
  [{ claims: { exp: 'x' } }, {}, 'key_attestation_time', { claim: 'exp', detail: 'no_number' }],
  [{ exp: NOW_SECONDS - 30 }, {}, 'key_attestation_time', { claim: 'exp', expiredSeconds: 30 }],
  [
    { claims: { key_storage: ['low'] } },
    { levels: { keyStorage: ['high'] } },
    'key_attestation_level',
    { claim: 'key_storage', expectedAny: ['high'], received: ['low'] },
  ],
  [
    { claims: { user_authentication: undefined } },
    { levels: { userAuthentication: ['high'] } },
    'key_attestation_level',
    { claim: 'user_authentication', expectedAny: ['high'] },
  ],
  [{ keys: [] }, {}, 'key_attestation_keys', { detail: 'missing' }],
  [{ keys: many }, {}, 'key_attestation_keys', { detail: 'too_many', count: 101, most: 100 }],
  [{ keys: [first.publicKey, jwk] }, {}, 'key_attestation_keys', { detail: 'repeated', count: 2 }],
  [{ keys: [{ ...jwk, d: jwk.x }] }, {}, 'key_attestation_keys', { detail: 'private' }],
  [{ claims: { nonce: 5 } }, {}, 'key_attestation_format', { claim: 'nonce', detail: 'no_text' }],
];
for (const [input, changed, reason, facts] of why) {
  test(`the backend learns why: ${reason} ${JSON.stringify(facts)}`, async () => {
    assert.deepEqual(await whyRefused(() => verify(input, changed)), facts === undefined ? [reason] : [reason, facts]);
  });
}
