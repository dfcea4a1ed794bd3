import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import { checkProofClaims, invalidProof } from '../../src/proof/proof-claims.ts';
import { ISSUER, NOW, NOW_SECONDS } from '../support.ts';

const claims: JsonObject = { aud: ISSUER, iat: NOW_SECONDS, nonce: 'n', iss: 'wallet' };
const check = (change: JsonObject = {}) =>
  checkProofClaims({ ...claims, ...change }, { issuer: ISSUER, now: NOW, clientId: 'wallet' });

test('the nonce of acceptable claims is returned', () => {
  assert.equal(check(), 'n');
  assert.equal(check({ iss: undefined as never }), 'n');
  assert.equal(checkProofClaims(claims, { issuer: ISSUER, now: NOW }), 'n');
});

test('the audience is compared before the time, the time before the client, the client before the nonce', async () => {
  const [aud, iat, iss, nonce] = [{ aud: 'x' }, { iat: 'x' }, { iss: 'x' }, { nonce: 5 }];
  assert.deepEqual((await whyRefused(() => check({ ...aud, ...iat, ...iss, ...nonce })))[0], 'proof_audience');
  assert.deepEqual((await whyRefused(() => check({ ...iat, ...iss, ...nonce })))[0], 'proof_time');
  assert.deepEqual((await whyRefused(() => check({ ...iss, ...nonce })))[0], 'proof_issuer');
  assert.deepEqual((await whyRefused(() => check(nonce)))[0], 'proof_nonce_missing');
});

test('the time has a limit each way', async () => {
  check({ iat: NOW_SECONDS - 300 });
  check({ iat: NOW_SECONDS + 60 });
  const late = { claim: 'iat', offsetSeconds: 61, limitSeconds: 60 };
  assert.deepEqual(await whyRefused(() => check({ iat: NOW_SECONDS + 61 })), ['proof_time', late]);
  const early = { claim: 'iat', offsetSeconds: -301, limitSeconds: 300 };
  assert.deepEqual(await whyRefused(() => check({ iat: NOW_SECONDS - 301 })), ['proof_time', early]);
});

test('every refusal is invalid_proof', () => {
  assert.equal(invalidProof('x', { reason: 'proof_missing' }).code, 'invalid_proof');
});
