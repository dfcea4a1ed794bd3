import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { signerOf } from '../../src/presentation/credential-signer.ts';
import { readSdJwtVc, verifySdJwtVc } from '../../src/presentation/sd-jwt-presentation.ts';
import type { SdJwtVcQuery } from '../../src/query/dcql-credential.ts';
import { anchor, context, credentialOf, issuer, NONCE, payload, presentationOf, queryOf } from './presentations.ts';
import { refuses } from './refuses.ts';

const query = queryOf().credentials[0] as SdJwtVcQuery;

test('comparisons come first and need no signature', () => {
  const read = readSdJwtVc(presentationOf(), query, context);
  assert.deepEqual([read.format, read.query, read.anchors], ['dc+sd-jwt', query, [anchor]]);
  assert.equal(read.keyBinding?.payload.nonce, NONCE);
  refuses(() => readSdJwtVc(presentationOf({ keyBinding: { nonce: 'other' } }), query, context), 'kb_nonce');
  const { privateKey } = generateKeyPair();
  const forged = readSdJwtVc(presentationOf({ issuerKey: privateKey }), query, context);
  refuses(() => verifySdJwtVc(forged, context), 'issuer_signature');
  const stolen = readSdJwtVc(presentationOf({ holderKey: privateKey }), query, context);
  refuses(() => verifySdJwtVc(stolen, context), 'kb_signature');
});

test('what was verified is the requested claim, those that are always disclosed, the signer and the proof', () => {
  const { keyBinding, ...verified } = verifySdJwtVc(readSdJwtVc(presentationOf(), query, context), context);
  const { vct, iss, iat, exp } = payload;
  const certificate = new X509Certificate(Buffer.from(issuer.x5c[0] ?? '', 'base64'));
  assert.deepEqual(verified, {
    queryId: 'pid',
    values: { vct, iss, iat, exp, given_name: 'Ada' },
    signer: signerOf(certificate),
    statuses: [],
    expiresAt: Number(exp) * 1000,
  });
  assert.equal(keyBinding?.nonce, NONCE);
});

test('without a proof only if the query asks for none; then there is none in the result', () => {
  refuses(() => readSdJwtVc(credentialOf(), query, context), 'kb_missing');
  const open = queryOf({ require_cryptographic_holder_binding: false }).credentials[0] as SdJwtVcQuery;
  const verified = verifySdJwtVc(readSdJwtVc(credentialOf(), open, context), context);
  assert.equal('keyBinding' in verified, false);
});
