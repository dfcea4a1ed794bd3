/** Key proofs with key attestations, and key attestations as proofs. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import {
  type JwtOverrides,
  newWalletKeyPair,
  signWalletJwt,
  type WalletKeyPair,
  walletJwk,
} from '@countersign/shared/test/crypto/wallet-jws';
import { createWalletProvider, type KeyAttestationInput } from '@countersign/shared/test/crypto/wallet-provider';
import { refuses } from '@countersign/shared/test/http/refuses';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import { PLAIN, type ProofTypes } from '../../src/configuration/proof-types.ts';
import { type KeyProofInput, mayBeAttested, verifyKeyProofs } from '../../src/proof/key-proof.ts';
import { ISSUER, NOW, NOW_SECONDS } from '../support.ts';

const clock = () => NOW;
const statusUri = 'https://provider.example/list';
const provider = await createWalletProvider({ clock, statusUri });
const foreign = await createWalletProvider({ clock });
const [first, second, third] = [newWalletKeyPair(), newWalletKeyPair(), newWalletKeyPair()];
const all = [first, second, third];

const ATTESTED: ProofTypes = {
  jwt: { algorithms: ['ES256'], attested: {} },
  attestation: { algorithms: ['ES256'], attested: {} },
};

function attestation(keys: readonly WalletKeyPair[] = all, more: Partial<KeyAttestationInput> = {}): string {
  return provider.keyAttestation({ keys: keys.map(({ publicKey }) => publicKey), ...more });
}

function proof(key: WalletKeyPair, keyAttestation: unknown, { header, claims, ...more }: JwtOverrides = {}): string {
  const head = { typ: 'openid4vci-proof+jwt', alg: 'ES256', key_attestation: keyAttestation, ...header };
  const payload = { aud: ISSUER, iat: NOW_SECONDS, nonce: 'n1', ...claims };
  return signWalletJwt({ header: head, claims: payload, key: key.privateKey }, more);
}

function verify(proofs: readonly string[], more: Partial<KeyProofInput> = {}) {
  return verifyKeyProofs({
    proofType: 'jwt',
    proofTypes: ATTESTED,
    proofs,
    issuer: ISSUER,
    now: NOW,
    most: 10,
    anchorInChain: 'ignored',
    anchors: [new X509Certificate(provider.caPem)],
    nonceRefusal: (nonce) => (nonce === 'n1' ? undefined : { reason: 'proof_nonce_unknown' }),
    anchorPlace: () => 'the folder',
    ...more,
  });
}

const jwks = (keys: readonly WalletKeyPair[]) => keys.map(({ publicKey }) => walletJwk(publicKey));
const asAttestation = { proofType: 'attestation' } as const;

test('an attestation is a proof for all of its keys', () => {
  const { keys, nonce, statuses } = verify([attestation(all, { nonce: 'n1' })], asAttestation);
  assert.deepEqual(keys, jwks(all));
  assert.equal(nonce, 'n1');
  assert.equal(statuses.length, 1);
});

test('the nonce of an attestation: missing, expired', () => {
  refuses(() => verify([attestation()], asAttestation), 'invalid_proof', /nonce/);
  refuses(() => verify([attestation(all, { nonce: 'n2' })], asAttestation), 'invalid_nonce');
});

test('an attestation may have no end, and obeys the one it has', () => {
  assert.ok(verify([attestation(all, { nonce: 'n1', claims: { exp: undefined } })], asAttestation));
  refuses(() => verify([attestation(all, { nonce: 'n1', exp: NOW_SECONDS })], asAttestation), 'invalid_proof');
});

const named: readonly [name: string, header: object, key: WalletKeyPair][] = [
  ['kid "0", as EUDI wallets', { kid: '0' }, first],
  ['kid "2"', { kid: '2' }, third],
  ['nothing, as EU TS 3', {}, first],
  ['jwk, as Credo', { jwk: walletJwk(first.publicKey) }, first],
  ['jwk of a later key', { jwk: walletJwk(second.publicKey) }, second],
];

for (const [name, header, key] of named) {
  test(`one proof by ${name} yields all attested keys`, () => {
    const { keys, statuses } = verify([proof(key, attestation(), { header })]);
    assert.deepEqual(keys, jwks(all));
    assert.equal(statuses.length, 1);
  });
}

test('several proofs with the same attestation yield each key once', () => {
  const ka = attestation();
  const proofs = all.map((key) => proof(key, ka, { header: { jwk: walletJwk(key.publicKey) } }));
  const { keys, statuses } = verify(proofs);
  assert.deepEqual(keys, jwks(all));
  assert.equal(statuses.length, 1);
});

test('two attestations yield each key once, and the status of both', () => {
  const proofs = [proof(first, attestation([first])), proof(first, attestation([first, second], { statusIndex: 1 }))];
  const { keys, statuses } = verify(proofs);
  assert.deepEqual(keys, jwks([first, second]));
  assert.deepEqual(
    statuses.map(({ idx }) => idx),
    [0, 1],
  );
});

test('keys beyond the batch size get no credential', () => {
  assert.deepEqual(verify([proof(first, attestation())], { most: 2 }).keys, jwks([first, second]));
  const proofs = [attestation(all, { nonce: 'n1' })];
  assert.deepEqual(verify(proofs, { ...asAttestation, most: 2 }).keys, jwks([first, second]));
});

test('a nonce of the attestation inside a proof equals that of the proof', () => {
  assert.ok(verify([proof(first, attestation(all, { nonce: 'n1' }))]));
  refuses(() => verify([proof(first, attestation(all, { nonce: 'used' }))]), 'invalid_nonce');
  refuses(() => verify([proof(first, attestation(), { claims: { nonce: 'n2' } })]), 'invalid_nonce');
  refuses(() => verify([proof(first, attestation(), { claims: { nonce: undefined } })]), 'invalid_proof');
});

const swapped = attestation(all, { header: { typ: 'oauth-client-attestation+jwt' } });
const refused: readonly [name: string, proof: string][] = [
  ['no attestation', proof(first, undefined, { header: { jwk: walletJwk(first.publicKey) } })],
  ['an attestation that is null', proof(first, null, { header: { jwk: walletJwk(first.publicKey) } })],
  ['an attestation that is an object', proof(first, {}, { header: { kid: '0' } })],
  ['an unknown provider', proof(first, foreign.keyAttestation({ keys: jwks(all) }))],
  ['an attestation without exp', proof(first, attestation(all, { claims: { exp: undefined } }))],
  ['the typ of a wallet attestation', proof(first, swapped)],
  ['an attestation as the proof', attestation(all, { nonce: 'n1', claims: { aud: ISSUER } })],
  ['a proof as the attestation', proof(first, proof(first, attestation()))],
  ['a key that is not attested', proof(first, attestation([second]), { header: { jwk: walletJwk(first.publicKey) } })],
  ['a signature by another attested key', proof(second, attestation(), { header: { kid: '0' } })],
  ['kid out of range', proof(first, attestation(), { header: { kid: '3' } })],
  ['kid -1', proof(third, attestation(), { header: { kid: '-1' } })],
  ['kid 1e3', proof(first, attestation(), { header: { kid: '1e3' } })],
  ['kid __proto__', proof(first, attestation(), { header: { kid: '__proto__' } })],
  ['aud of another issuer', proof(first, attestation(), { claims: { aud: 'https://elsewhere.example' } })],
  ['longer than 49,152', proof(first, attestation(), { claims: { more: 'x'.repeat(49_152) } })],
];

for (const [name, token] of refused) {
  test(`invalid_proof: ${name}`, () => {
    refuses(() => verify([token]), 'invalid_proof');
    const good = proof(second, attestation([second]));
    refuses(() => verify([good, token]), 'invalid_proof');
  });
}

test('a type that the configuration does not have is refused', () => {
  const proofs = [attestation(all, { nonce: 'n1' })];
  refuses(() => verify(proofs, { ...asAttestation, proofTypes: PLAIN }), 'invalid_proof', /type attestation/);
  const proofTypes = { attestation: { algorithms: ['ES256'] } } as const;
  refuses(() => verify([proof(first, attestation())], { proofTypes }), 'invalid_proof', /type jwt/);
  assert.ok(verify(proofs, { ...asAttestation, proofTypes }));
  refuses(() => verify(proofs, { ...asAttestation, proofTypes, anchors: [] }), 'invalid_proof');
});

test('an attestation that is not required counts where its provider is trusted, and is ignored else', () => {
  const header = { jwk: walletJwk(first.publicKey) };
  const plain = { proofTypes: PLAIN };
  const trusted = proof(first, attestation(), { header });
  assert.deepEqual(verify([trusted], plain).keys, jwks(all));
  assert.deepEqual(verify([trusted], { ...plain, anchors: [] }), { keys: jwks([first]), nonce: 'n1', statuses: [] });
  for (const ka of [foreign.keyAttestation({ keys: jwks(all) }), 'x', 5, null, { a: 1 }]) {
    assert.deepEqual(verify([proof(first, ka, { header })], plain).keys, jwks([first]));
  }
  refuses(() => verify([proof(first, 'x', { header: { kid: '0' } })], plain), 'invalid_proof', /only as jwk/);
  refuses(() => verify([proof(first, attestation(all, { exp: 1 }), { header })], plain), 'invalid_proof', /expired/);
});

test('a proof without attestation beside one with it: the key counts once', () => {
  const plain = proof(first, undefined, { header: { jwk: walletJwk(first.publicKey) } });
  const attested = proof(second, attestation([first, second]), { header: { kid: '1' } });
  assert.deepEqual(verify([plain, attested], { proofTypes: PLAIN }).keys, jwks([first, second]));
  refuses(() => verify([plain, attested, plain], { proofTypes: PLAIN }), 'invalid_proof', /same key/);
});

test('anchors are needed where a proof may hold an attestation', () => {
  const jwt = (keyAttestation: unknown) => ({ proofType: 'jwt' as const, proofs: [proof(first, keyAttestation)] });
  assert.equal(mayBeAttested(jwt(undefined)), false);
  assert.equal(mayBeAttested(jwt('x')), true);
  assert.equal(mayBeAttested({ proofType: 'jwt', proofs: ['', 'x', '.'] }), false);
  assert.equal(mayBeAttested({ proofType: 'attestation', proofs: ['x'] }), true);
});

test('the backend learns why', async () => {
  const of = (proofs: readonly string[], more?: Partial<KeyProofInput>) => whyRefused(() => verify(proofs, more));
  assert.deepEqual(await of([attestation()], asAttestation), ['key_attestation_nonce', { detail: 'missing' }]);
  const none = ['key_attestation_missing', { parameter: 'key_attestation' }];
  assert.deepEqual(await of([proof(first, undefined)]), none);
  const other = attestation(all, { nonce: 'n2' });
  assert.deepEqual(await of([proof(first, other, { header: { kid: '0' } })]), [
    'key_attestation_nonce',
    { detail: 'differs' },
  ]);
  const stranger = proof(first, attestation([second]), { header: { kid: '7' } });
  assert.deepEqual(await of([stranger]), ['proof_key', { detail: 'not_attested', parameters: ['kid'] }]);
});
