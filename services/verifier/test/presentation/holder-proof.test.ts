import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJwt } from '@countersign/shared/crypto/jwt';
import { checkProof, compareProof, isBound } from '../../src/presentation/holder-proof.ts';
import { jwtVcContext, jwtVpOf } from './jwt-vcs.ts';
import { holderJwk, part, SECONDS } from './presentations.ts';
import { refuses, refusesWith } from './refuses.ts';

const proof = (payload: object = {}) => parseJwt(jwtVpOf({ proof: payload }), { maxLength: 65_536 });

test('the proof is for this request, and not older than it', () => {
  compareProof(proof(), jwtVcContext);
  refusesWith(() => compareProof(proof({ nonce: undefined }), jwtVcContext), 'kb_nonce', { detail: 'missing' });
  const before = { claim: 'iat', detail: 'before_the_request', offsetSeconds: -121, limitSeconds: 120 };
  refusesWith(() => compareProof(proof({ iat: SECONDS - 121 }), jwtVcContext), 'kb_iat', before);
  compareProof(proof({ iat: SECONDS - 120 }), jwtVcContext);
});

test('bound is what has a key: cnf, or a did:jwk as subject', () => {
  const did = `did:jwk:${part(holderJwk)}`;
  const subject = { vc: { credentialSubject: { id: did } } };
  for (const claims of [{ cnf: {} }, { sub: did }, subject]) assert.ok(isBound(claims));
  for (const claims of [{}, { sub: 'did:key:z' }, { vc: {} }]) assert.ok(!isBound(claims));
  checkProof(proof(), subject);
  refuses(() => checkProof(proof(), { sub: `did:jwk:${'A'.repeat(3000)}` }), 'kb_signature');
});
