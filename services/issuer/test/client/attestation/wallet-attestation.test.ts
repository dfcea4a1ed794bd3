import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { JwtError } from '@countersign/shared/crypto/jwt-error';
import type { JwtOverrides } from '@countersign/shared/test/crypto/wallet-jws';
import { createWalletInstance, createWalletProvider } from '@countersign/shared/test/crypto/wallet-provider';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import {
  attestationError,
  type ClientAttestationInput,
  verifyClientAttestation,
} from '../../../src/client/attestation/wallet-attestation.ts';
import { NOW, NOW_SECONDS } from '../../support.ts';

const clock = (): number => NOW;
const provider = await createWalletProvider({ clock, statusUri: 'https://provider.example/list' });
const between = await createWalletProvider({ clock, intermediate: true });
const stranger = await createWalletProvider({ clock });
const instance = createWalletInstance({ provider, clientId: 'wallet' });
const anchors = [new X509Certificate(provider.caPem)];

function attestation(overrides: JwtOverrides & { readonly jwk?: object } = {}): string {
  return provider.attestation({ clientId: 'wallet', jwk: instance.jwk, ...overrides });
}

function verify(input: Partial<ClientAttestationInput> = {}) {
  return verifyClientAttestation({
    attestation: attestation(),
    anchors,
    anchorInChain: 'refused',
    clientId: 'wallet',
    now: NOW,
    maxAge: 0,
    ...input,
  });
}

test('client, key of the instance, certificate of the provider, and status', () => {
  const found = verify();
  assert.equal(found.clientId, 'wallet');
  assert.equal(found.instance.thumbprint, instance.jkt);
  assert.equal(found.signer.raw.toString('base64'), provider.x5c[0]);
  const exp = NOW_SECONDS + 30 * 86_400;
  assert.deepEqual(found.status, { uri: 'https://provider.example/list', idx: 0, exp });
  assert.equal(verify({ clientId: undefined }).clientId, 'wallet');
});

test('both generations: iss and nbf, and the status of the standard', () => {
  const status = { status_list: { idx: 3, uri: 'https://provider.example/list' } };
  const older = { iss: 'https://provider.example', nbf: NOW_SECONDS, client_status: undefined, status };
  assert.deepEqual(verify({ attestation: attestation({ claims: older }) }).status, status.status_list);
  const none = attestation({ claims: { client_status: undefined, iat: undefined } });
  assert.ok(!('status' in verify({ attestation: none })));
});

test('every algorithm of the EU, for provider and instance, and a chain with a CA between', async () => {
  for (const alg of ['ES256', 'ES384', 'ES512'] as const) {
    const made = await createWalletProvider({ clock, alg });
    const own = createWalletInstance({ provider: made, clientId: 'wallet', key: made.keys });
    const sent = made.attestation({ clientId: 'wallet', jwk: own.jwk });
    const found = verify({ attestation: sent, anchors: [new X509Certificate(made.caPem)] });
    assert.equal(found.instance.thumbprint, own.jkt);
  }
  const sent = between.attestation({ clientId: 'wallet', jwk: instance.jwk });
  verify({ attestation: sent, anchors: [new X509Certificate(between.caPem)] });
});

test('the anchor in the chain is ignored, or refused by the profile', () => {
  const x5c = [...provider.x5c, anchors[0]?.raw.toString('base64')];
  const sent = attestation({ header: { x5c } });
  verify({ attestation: sent, anchorInChain: 'ignored' });
  refuses(() => verify({ attestation: sent }), 'invalid_client_attestation');
});

const bad: Readonly<Record<string, Partial<ClientAttestationInput>>> = {
  'no JWT': { attestation: 'x' },
  'two JWTs': { attestation: `${attestation()}, ${attestation()}` },
  'too long': { attestation: attestation({ claims: { more: 'x'.repeat(16_384) } }) },
  'a MAC': { attestation: attestation({ header: { alg: 'HS256' } }) },
  'the algorithm of another curve': { attestation: attestation({ header: { alg: 'ES384' } }) },
  'another type': { attestation: attestation({ header: { typ: 'JWT' } }) },
  'no type': { attestation: attestation({ header: { typ: undefined } }) },
  'no chain': { attestation: attestation({ header: { x5c: undefined } }) },
  'a key by name': { attestation: attestation({ header: { x5c: undefined, kid: '1' } }) },
  'a chain of a stranger': { attestation: attestation({ header: { x5c: stranger.x5c } }) },
  'signed by a stranger': { attestation: attestation({ signingKey: stranger.keys.privateKey }) },
  'signed by the instance': { attestation: attestation({ signingKey: instance.key.privateKey }) },
  'no anchor': { anchors: [] },
  'an anchor of another': { anchors: [new X509Certificate(stranger.caPem)] },
  'after the end of the certificates': { now: NOW + 366 * 86_400_000 },
  'exactly at its end': { now: NOW + 12 * 3_600_000 },
  'no end': { attestation: attestation({ claims: { exp: undefined } }) },
  'an end as text': { attestation: attestation({ claims: { exp: '1' } }) },
  'nbf ahead': { attestation: attestation({ claims: { nbf: NOW_SECONDS + 61 } }) },
  'iat ahead': { attestation: attestation({ claims: { iat: NOW_SECONDS + 61 } }) },
  'no key': { attestation: attestation({ claims: { cnf: undefined } }) },
  'a key that is no object': { attestation: attestation({ claims: { cnf: { jwk: 'x' } } }) },
  'a private key': { attestation: attestation({ claims: { cnf: { jwk: { ...instance.jwk, d: 'AA' } } } }) },
  'a symmetric key': { attestation: attestation({ claims: { cnf: { jwk: { kty: 'oct', k: 'AA' } } } }) },
  'no client': { attestation: attestation({ claims: { sub: undefined } }) },
  'an empty client': { attestation: attestation({ claims: { sub: '' } }), clientId: undefined },
  'a long client': { attestation: attestation({ claims: { sub: 'w'.repeat(513) } }), clientId: undefined },
  'another client_id': { clientId: 'other' },
  'a status of another kind': { attestation: attestation({ claims: { client_status: { status: {} } } }) },
  'a status that is no object': { attestation: attestation({ claims: { client_status: 'valid' } }) },
  'a status kept until a text': {
    attestation: attestation({
      claims: { client_status: { status: { status_list: { idx: 0, uri: 'https://p.example' } }, exp: 'x' } },
    }),
  },
};

for (const [name, input] of Object.entries(bad)) {
  test(`refused: ${name}`, () => {
    refuses(() => verify(input), 'invalid_client_attestation');
  });
}

test('too old by the policy though not ended; without iat there is no age', () => {
  verify({ maxAge: 60, now: NOW + 60_000 });
  refuses(() => verify({ maxAge: 60, now: NOW + 60_001 }), 'use_fresh_attestation');
  const undated = attestation({ claims: { iat: undefined } });
  refuses(() => verify({ maxAge: 60, attestation: undated }), 'use_fresh_attestation');
  verify({ attestation: undated });
});

test('the age is checked after signature and end, and before the client', () => {
  const late = { maxAge: 60, now: NOW + 61_000 };
  refuses(() => verify({ ...late, clientId: 'other' }), 'use_fresh_attestation');
  refuses(() => verify({ ...late, anchors: [] }), 'invalid_client_attestation');
});

test('the reason is for the log, the text says nothing', () => {
  const refused = (): never =>
    attestationError(() => {
      throw new JwtError('certificate_path');
    });
  assert.throws(refused, { code: 'invalid_client_attestation', message: 'The client attestation is not valid' });
  assert.throws(refused, ({ options }) => options.detail === 'certificate_path');
  const defect = (): never =>
    attestationError(() => {
      throw new TypeError('a defect');
    });
  assert.throws(defect, TypeError);
});

const PLACE = 'CONFIG_FOLDER/trust/wallet-providers';
const foreign = new X509Certificate(Buffer.from(stranger.x5c[0] ?? '', 'base64'));
const why: readonly [name: string, input: Partial<ClientAttestationInput>, reason: string, facts?: object][] = [
  ['no JWT', { attestation: 'x' }, 'client_attestation_format', { detail: 'not_compact' }],
  [
    'no end',
    { attestation: attestation({ claims: { exp: undefined } }) },
    'client_attestation_format',
    { detail: 'claim', claim: 'exp' },
  ],
  [
    'another type',
    { attestation: attestation({ header: { typ: 'JWT' } }) },
    'client_attestation_format',
    { detail: 'type', received: 'JWT' },
  ],
  [
    'a provider that is not trusted',
    { attestation: attestation({ header: { x5c: stranger.x5c } }), trustPlace: () => PLACE },
    'client_attestation_untrusted',
    {
      subject: foreign.subject.replaceAll('\n', ', '),
      place: PLACE,
      detail: 'no_anchor',
      sha256: foreign.fingerprint256.replaceAll(':', '').toLowerCase(),
    },
  ],
  [
    'no chain',
    { attestation: attestation({ header: { x5c: undefined } }) },
    'client_attestation_untrusted',
    { detail: 'missing' },
  ],
  [
    'the key of a stranger',
    { attestation: attestation({ signingKey: stranger.keys.privateKey }) },
    'client_attestation_signature',
    { detail: 'signature' },
  ],
  ['its end', { now: NOW + 12 * 3_600_000 + 5000 }, 'client_attestation_expired', { claim: 'exp', expiredSeconds: 5 }],
  [
    'iat ahead',
    { attestation: attestation({ claims: { iat: NOW_SECONDS + 90 } }) },
    'client_attestation_time',
    { claim: 'iat', offsetSeconds: 90, limitSeconds: 60 },
  ],
  [
    'a key that is no object',
    { attestation: attestation({ claims: { cnf: { jwk: 'x' } } }) },
    'client_attestation_format',
    { claim: 'cnf', detail: 'no_jwk' },
  ],
  [
    'no client',
    { attestation: attestation({ claims: { sub: undefined } }) },
    'client_attestation_format',
    { claim: 'sub' },
  ],
  ['another client_id', { clientId: 'other' }, 'client_attestation_client', { expected: 'wallet', received: 'other' }],
  [
    'a status of another kind',
    { attestation: attestation({ claims: { client_status: { status: {} } } }) },
    'client_attestation_format',
    { claim: 'status', detail: 'claim' },
  ],
];

for (const [name, input, reason, facts] of why) {
  test(`the reason of ${name}: ${reason}`, async () => {
    assert.deepEqual(await refusalOf(() => verify(input)), { code: 'invalid_client_attestation', reason, facts });
  });
}

test('the reason of one that is too old says how old it is', async () => {
  assert.deepEqual(await refusalOf(() => verify({ maxAge: 60, now: NOW + 90_000 })), {
    code: 'use_fresh_attestation',
    reason: 'client_attestation_age',
    facts: { claim: 'iat', offsetSeconds: -90, limitSeconds: 60 },
  });
});
