/** The Key Binding JWT: bound to request, audience, credential and holder. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { checkHolderSignature, compareKeyBinding } from '../../src/presentation/key-binding.ts';
import { parseSdJwt } from '../../src/presentation/sd-jwt-parse.ts';
import {
  CREATED_AT,
  context,
  credentialOf,
  holderJwk,
  type PresentationChange,
  presentationOf,
  SECONDS,
} from './presentations.ts';
import { refuses, refusesWith } from './refuses.ts';

const compare = (made: PresentationChange) => compareKeyBinding(parseSdJwt(presentationOf(made)), context);
const claims: JsonObject = { cnf: { jwk: holderJwk } };

test('a proof of this request is accepted; without one the caller decides', () => {
  const proof = compare({}) ?? assert.fail('no proof');
  checkHolderSignature(proof, claims);
  assert.equal(compareKeyBinding(parseSdJwt(credentialOf()), context), undefined);
});

test('a proof of another request, audience, text or time is refused', () => {
  refuses(() => compare({ keyBinding: { nonce: 'another' } }), 'kb_nonce');
  refuses(() => compare({ keyBinding: { aud: 'x509_hash:another' } }), 'kb_aud');
  refuses(() => compare({ keyBinding: { aud: [context.clientId] } }), 'kb_aud');
  refuses(() => compare({ after: (text) => text.replace('~', '~WyJzIiwieCIsMV0~') }), 'kb_sd_hash');
  refuses(() => compare({ keyBinding: { iat: undefined } }), 'kb_iat');
  refuses(() => compare({ keyBinding: { iat: CREATED_AT / 1000 - 61 } }), 'kb_iat');
  refuses(() => compare({ keyBinding: { iat: SECONDS + 61 } }), 'kb_iat');
  refuses(() => compare({ keyBinding: { exp: SECONDS } }), 'kb_iat');
  refuses(() => compare({ keyBindingHeader: { typ: 'jwt', alg: 'ES256' } }), 'kb_signature');
  assert.ok(compare({ keyBinding: { iat: CREATED_AT / 1000 - 60 } }) !== undefined);
});

test('clocks may differ as far as the tenant allows, before the request and after now', () => {
  const within = (clockSkew: number, iat: number) =>
    compareKeyBinding(parseSdJwt(presentationOf({ keyBinding: { iat } })), { ...context, clockSkew });
  for (const iat of [CREATED_AT / 1000 - 300, SECONDS + 300]) assert.ok(within(300, iat) !== undefined);
  for (const iat of [CREATED_AT / 1000 - 301, SECONDS + 301]) refuses(() => within(300, iat), 'kb_iat');
  for (const iat of [CREATED_AT / 1000 - 1, SECONDS + 1]) refuses(() => within(0, iat), 'kb_iat');
});

test('only the key that the credential names has signed it', () => {
  const stranger = generateKeyPair();
  const proof = compare({ holderKey: stranger.privateKey }) ?? assert.fail('no proof');
  refuses(() => checkHolderSignature(proof, claims), 'kb_signature');
  const own = compare({}) ?? assert.fail('no proof');
  for (const bad of [{}, { cnf: 'x' }, { cnf: {} }, { cnf: { jwk: { ...holderJwk, crv: 'P-384' } } }]) {
    refuses(() => checkHolderSignature(own, bad as JsonObject), 'kb_signature');
  }
});

test('facts of a refusal: how far the clock is off, which claim, which parameter; never the nonce', () => {
  const compared = (made: PresentationChange) => () => compare(made);
  refusesWith(compared({ keyBinding: { nonce: 'another' } }), 'kb_nonce', { detail: 'another' });
  refusesWith(compared({ keyBinding: { nonce: undefined } }), 'kb_nonce', { detail: 'missing' });
  refusesWith(compared({ keyBinding: { iat: undefined } }), 'kb_iat', { claim: 'iat', detail: 'missing' });
  // The request is a minute old, and clocks may differ by a minute.
  refusesWith(compared({ keyBinding: { iat: SECONDS - 200 } }), 'kb_iat', {
    claim: 'iat',
    offsetSeconds: -200,
    limitSeconds: 120,
    detail: 'before_the_request',
  });
  refusesWith(compared({ keyBinding: { iat: SECONDS + 3600 } }), 'kb_iat', {
    claim: 'iat',
    offsetSeconds: 3600,
    limitSeconds: 60,
    detail: 'not_yet_valid',
  });
  refusesWith(compared({ keyBinding: { exp: SECONDS - 5 } }), 'kb_iat', {
    claim: 'exp',
    expiredSeconds: 5,
    offsetSeconds: -5,
    detail: 'expired',
  });
  refusesWith(compared({ keyBinding: { iat: 'x' } }), 'kb_iat', { claim: 'iat', detail: 'claim' });
  refusesWith(compared({ keyBindingHeader: { typ: 'jwt', alg: 'ES256' } }), 'kb_signature', {
    parameter: 'typ',
    expected: 'kb+jwt',
    received: 'jwt',
    detail: 'type',
  });
  refusesWith(compared({ keyBindingHeader: { typ: 'kb+jwt', alg: 'ES384' } }), 'kb_signature', {
    parameter: 'alg',
    expectedAny: ['ES256'],
    received: 'ES384',
    detail: 'algorithm',
  });
  const stranger = compare({ holderKey: generateKeyPair().privateKey }) ?? assert.fail('no proof');
  refusesWith(() => checkHolderSignature(stranger, claims), 'kb_signature', { detail: 'signature' });
});
