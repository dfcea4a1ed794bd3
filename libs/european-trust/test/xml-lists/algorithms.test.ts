import assert from 'node:assert/strict';
import { constants, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { it } from 'node:test';
import {
  certificateDigest,
  DIGEST_METHODS,
  digestOf,
  fitsMethod,
  isSignedBy,
  SIGNATURE_METHODS,
} from '../../src/xml-lists/algorithms.ts';
import { keyOf } from '../registration/deterministic-keys.ts';

const RULES = { leastRsaBits: 2048, brainpool: false };
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const curve = (namedCurve: string): KeyObject => generateKeyPairSync('ec', { namedCurve }).publicKey;
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const content = Buffer.from('content');

it('knows no SHA-1 but for certificates that are trusted for another reason', () => {
  assert.equal(DIGEST_METHODS.length, 3);
  assert.equal(digestOf('http://www.w3.org/2000/09/xmldsig#sha1', 'x'), undefined);
  assert.equal(digestOf('toString', 'x'), undefined);
  assert.equal(certificateDigest('http://www.w3.org/2000/09/xmldsig#sha1', content)?.length, 20);
  assert.equal(certificateDigest('constructor', content), undefined);
});

it('takes keys of the right kind that are strong enough', () => {
  assert.ok(fitsMethod(`${MORE}rsa-sha256`, rsa.publicKey, RULES));
  assert.ok(!fitsMethod(`${MORE}rsa-sha256`, rsa.publicKey, { ...RULES, leastRsaBits: 2049 }));
  assert.ok(!fitsMethod(`${MORE}ecdsa-sha256`, rsa.publicKey, RULES));
  assert.ok(!fitsMethod(`${MORE}rsa-sha256`, keyOf('x').publicKey, RULES));
  assert.ok(fitsMethod(`${MORE}ecdsa-sha256`, keyOf('x', 'P-384').publicKey, RULES));
  assert.ok(!fitsMethod(`${MORE}ecdsa-sha256`, curve('secp256k1'), RULES));
  assert.ok(!fitsMethod(`${MORE}ecdsa-sha256`, curve('brainpoolP256r1'), RULES));
  assert.ok(fitsMethod(`${MORE}ecdsa-sha256`, curve('brainpoolP256r1'), { ...RULES, brainpool: true }));
  assert.ok(!fitsMethod('http://www.w3.org/2000/09/xmldsig#rsa-sha1', rsa.publicKey, RULES));
});

it('verifies RSA, RSA-PSS and ECDSA with each hash, and nothing of another method', () => {
  const { RSA_PKCS1_PADDING, RSA_PKCS1_PSS_PADDING, RSA_PSS_SALTLEN_DIGEST } = constants;
  const ec = keyOf('x');
  for (const method of SIGNATURE_METHODS) {
    const hash = /sha\d+/.exec(method)?.[0] ?? '';
    const isEc = method.includes('ecdsa');
    const padding = method.includes('MGF1') ? RSA_PKCS1_PSS_PADDING : RSA_PKCS1_PADDING;
    const options = isEc
      ? { key: ec.privateKey, dsaEncoding: 'ieee-p1363' as const }
      : {
          key: rsa.privateKey,
          padding,
          ...(padding === RSA_PKCS1_PSS_PADDING ? { saltLength: RSA_PSS_SALTLEN_DIGEST } : {}),
        };
    const signature = sign(hash, content, options);
    const key = isEc ? ec.publicKey : rsa.publicKey;
    const fitting = SIGNATURE_METHODS.filter(
      (one) => one.includes('ecdsa') === isEc && isSignedBy(one, content, key, signature),
    );
    assert.deepEqual(fitting, [method]);
    assert.ok(!isSignedBy(method, Buffer.from('Content'), key, signature));
  }
  assert.ok(!isSignedBy('constructor', content, rsa.publicKey, content));
});
