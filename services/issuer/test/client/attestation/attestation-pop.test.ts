import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '@countersign/shared/kernel/json';
import { type JwtOverrides, newWalletKeyPair } from '@countersign/shared/test/crypto/wallet-jws';
import { createWalletInstance, createWalletProvider } from '@countersign/shared/test/crypto/wallet-provider';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import {
  type AttestationPopInput,
  checkPopCovered,
  verifyAttestationPop,
} from '../../../src/client/attestation/attestation-pop.ts';
import { importSignatureJwk } from '../../../src/client/attestation/signature-jwk.ts';
import { ISSUER, NOW, NOW_SECONDS } from '../../support.ts';

const provider = await createWalletProvider({ clock: () => NOW });
const wallet = createWalletInstance({ provider, clientId: 'wallet' });
const instance = importSignatureJwk(wallet.jwk as Json);
/** Issued a minute ago. */
const CHALLENGE = 'challenge';

function popOf(overrides: JwtOverrides = {}, from = wallet): string {
  return from.headers({ aud: ISSUER, attestation: 'x', pop: overrides })['oauth-client-attestation-pop'];
}

function verify(overrides: JwtOverrides = {}, input: Partial<AttestationPopInput> = {}) {
  return verifyAttestationPop({
    pop: popOf(overrides),
    clientId: 'wallet',
    instance,
    issuer: ISSUER,
    now: NOW,
    challengeRequired: false,
    challengeTime: (challenge) => (challenge === CHALLENGE ? NOW - 60_000 : undefined),
    ...input,
  });
}

test('a proof counts for its key and jti, as long as it could pass again', () => {
  const plain = verify({ claims: { jti: 'j' } });
  assert.deepEqual(plain, { mark: `attestation:${wallet.jkt}:j`, markFor: 310_000, earliest: NOW - 60_000 });
  const asked = verify({ claims: { challenge: CHALLENGE, iat: NOW_SECONDS + 60 } });
  assert.deepEqual([asked.markFor, asked.earliest], [250_000, NOW]);
  const early = verify({ claims: { challenge: CHALLENGE, iat: NOW_SECONDS - 300 } });
  assert.deepEqual([early.markFor, early.earliest], [10_000, NOW - 60_000]);
});

test('both generations, and members that the newest draft does not name', () => {
  const more = { jwk: wallet.jwk, kid: '0' };
  verify({
    header: more,
    claims: { iss: 'wallet', nbf: NOW_SECONDS, exp: NOW_SECONDS + 300, cnf: { jwk: wallet.jwk } },
  });
});

test('every algorithm, and only that of the key', () => {
  for (const alg of ['ES384', 'ES512'] as const) {
    const other = createWalletInstance({ provider, clientId: 'wallet', key: newWalletKeyPair(alg) });
    const key = importSignatureJwk(other.jwk as Json);
    verify({}, { pop: popOf({}, other), instance: key });
    refuses(() => verify({}, { pop: popOf({ header: { alg: 'ES256' } }, other), instance: key }), INVALID);
  }
});

const INVALID = 'invalid_client_attestation';
const bad: Readonly<Record<string, JwtOverrides>> = {
  'another type': { header: { typ: 'dpop+jwt' } },
  'no type': { header: { typ: undefined } },
  'the type of the attestation': { header: { typ: 'oauth-client-attestation+jwt' } },
  'no algorithm': { header: { alg: 'none' } },
  'a critical header': { header: { crit: ['x'] } },
  'another key': { signingKey: newWalletKeyPair().privateKey },
  'another audience': { claims: { aud: `${ISSUER}/` } },
  'a list of audiences': { claims: { aud: [ISSUER] } },
  'no audience': { claims: { aud: undefined } },
  'iss of another': { claims: { iss: 'other' } },
  'iss that is no text': { claims: { iss: ['wallet'] } },
  'no iat': { claims: { iat: undefined } },
  'iat as text': { claims: { iat: String(NOW_SECONDS) } },
  'iat of long ago': { claims: { iat: NOW_SECONDS - 301 } },
  'iat ahead': { claims: { iat: NOW_SECONDS + 61 } },
  'nbf ahead': { claims: { nbf: NOW_SECONDS + 61 } },
  ended: { claims: { exp: NOW_SECONDS } },
  'no jti': { claims: { jti: undefined } },
  'an empty jti': { claims: { jti: '' } },
  'a long jti': { claims: { jti: 'j'.repeat(257) } },
  'a jti that is no text': { claims: { jti: 1 } },
  'too long': { claims: { more: 'x'.repeat(8192) } },
};

for (const [name, overrides] of Object.entries(bad)) {
  test(`refused: ${name}`, () => {
    refuses(() => verify(overrides), INVALID);
  });
}

test('a challenge that is sent must be alive, one that is required must be sent', () => {
  verify({ claims: { challenge: CHALLENGE } }, { challengeRequired: true });
  refuses(() => verify({}, { challengeRequired: true }), 'use_attestation_challenge');
  for (const challenge of ['other', '', 1, null, {}]) {
    refuses(() => verify({ claims: { challenge } }), 'use_attestation_challenge');
  }
  const madeAt = (time: number) => () => verify({ claims: { challenge: 'c' } }, { challengeTime: () => time });
  madeAt(NOW - 299_999)();
  madeAt(NOW + 10_000)();
  refuses(madeAt(NOW - 300_000), 'use_attestation_challenge');
  refuses(madeAt(NOW + 10_001), 'use_attestation_challenge');
});

test('the challenge is checked last, so that no stranger gets one to try with', () => {
  const wrong = { claims: { aud: 'other', challenge: 'other' } };
  refuses(() => verify(wrong), INVALID);
});

test('a proof that predates the replay cache needs a fresh challenge', () => {
  const checked = verify({ claims: { challenge: CHALLENGE } });
  checkPopCovered(checked, NOW - 60_000);
  refuses(() => checkPopCovered(checked, NOW - 59_999), 'use_attestation_challenge');
});

const why: readonly [name: string, overrides: JwtOverrides, reason: string, facts: object][] = [
  [
    'another type',
    { header: { typ: 'dpop+jwt' } },
    'client_attestation_pop',
    { detail: 'type', expected: 'oauth-client-attestation-pop+jwt', received: 'dpop+jwt' },
  ],
  ['another key', { signingKey: newWalletKeyPair().privateKey }, 'client_attestation_pop', { detail: 'signature' }],
  [
    'another audience',
    { claims: { aud: `${ISSUER}/` } },
    'client_attestation_pop_audience',
    { expected: ISSUER, received: `${ISSUER}/`, difference: 'a trailing slash too many' },
  ],
  [
    'iss of another',
    { claims: { iss: 'other' } },
    'client_attestation_pop',
    { claim: 'iss', expected: 'wallet', received: 'other' },
  ],
  [
    'iat of long ago',
    { claims: { iat: NOW_SECONDS - 400 } },
    'client_attestation_pop_time',
    { claim: 'iat', offsetSeconds: -400, limitSeconds: 300 },
  ],
  ['no iat', { claims: { iat: undefined } }, 'client_attestation_pop_time', { claim: 'iat', limitSeconds: 300 }],
  [
    'iat ahead',
    { claims: { iat: NOW_SECONDS + 61 } },
    'client_attestation_pop_time',
    { claim: 'iat', offsetSeconds: 61, limitSeconds: 60 },
  ],
  ['an end', { claims: { exp: NOW_SECONDS - 5 } }, 'client_attestation_pop_time', { claim: 'exp', expiredSeconds: 5 }],
  ['no jti', { claims: { jti: undefined } }, 'client_attestation_pop', { claim: 'jti' }],
];

for (const [name, overrides, reason, facts] of why) {
  test(`the reason of a proof with ${name}: ${reason}`, async () => {
    assert.deepEqual(await refusalOf(() => verify(overrides)), { code: INVALID, reason, facts });
  });
}

test('the reason of a challenge says whether it is missing, foreign, too old or older than the record of proofs', async () => {
  const [code, reason] = ['use_attestation_challenge', 'client_attestation_challenge'];
  const missing = await refusalOf(() => verify({}, { challengeRequired: true }));
  assert.deepEqual(missing, { code, reason, facts: { detail: 'missing' } });
  const foreign = await refusalOf(() => verify({ claims: { challenge: 'x' } }));
  assert.deepEqual(foreign, { code, reason, facts: { detail: 'not_issued_here' } });
  const old = await refusalOf(() => verify({ claims: { challenge: 'x' } }, { challengeTime: () => NOW - 302_000 }));
  assert.deepEqual(old, { code, reason, facts: { detail: 'expired', expiredSeconds: 2 } });
  const covered = await refusalOf(() => checkPopCovered(verify(), NOW));
  assert.deepEqual(covered, { code, reason, facts: { detail: 'before_restart' } });
});
