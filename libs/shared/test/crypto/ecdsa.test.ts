import assert from 'node:assert/strict';
import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { describe, it } from 'node:test';
import { derSignature, plainSignature, signEcdsa, verifyEcdsa } from '../../src/crypto/ecdsa.ts';

const input = Buffer.from('what is signed');
const algorithms = [
  ['prime256v1', { hash: 'sha256', bytes: 64 }],
  ['secp384r1', { hash: 'sha384', bytes: 96 }],
  // Its DER form has a length of two bytes.
  ['secp521r1', { hash: 'sha512', bytes: 132 }],
] as const;

for (const [namedCurve, algorithm] of algorithms) {
  describe(`ECDSA with ${namedCurve}`, () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve });
    const plain = { dsaEncoding: 'ieee-p1363' } as const;
    // Enough of them to include short R and S, and ones that start with a set bit.
    const turns = Array.from({ length: 100 });

    it('node:crypto accepts what is signed here', () => {
      for (const _ of turns) {
        const signature = signEcdsa(algorithm, input, privateKey);
        assert.equal(signature.length, algorithm.bytes);
        assert.ok(verify(algorithm.hash, input, { key: publicKey, ...plain }, signature));
      }
    });

    it('accepts what node:crypto has signed, and nothing else', () => {
      for (const _ of turns) {
        const signature = sign(algorithm.hash, input, { key: privateKey, ...plain });
        assert.ok(verifyEcdsa(algorithm, input, publicKey, signature));
        assert.equal(verifyEcdsa(algorithm, Buffer.from('another input'), publicKey, signature), false);
        signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1;
        assert.equal(verifyEcdsa(algorithm, input, publicKey, signature), false);
      }
    });

    it('refuses signatures of another form', () => {
      const signature = signEcdsa(algorithm, input, privateKey);
      for (const bad of [
        sign(algorithm.hash, input, privateKey),
        signature.subarray(1),
        Buffer.concat([Buffer.alloc(2), signature]),
        Buffer.alloc(algorithm.bytes),
        Buffer.alloc(algorithm.bytes, 0xff),
        Buffer.alloc(0),
      ]) {
        assert.equal(verifyEcdsa(algorithm, input, publicKey, bad), false);
      }
    });
  });
}

describe('the two forms of a signature', () => {
  // 32 bytes each: R with a set first bit, S of one byte.
  const plain = Buffer.concat([Buffer.alloc(32, 0x80), Buffer.alloc(31), Buffer.of(7)]);
  const der = Buffer.concat([Buffer.of(0x30, 0x26, 0x02, 0x21, 0), Buffer.alloc(32, 0x80), Buffer.of(0x02, 0x01, 7)]);

  it('numbers in DER are positive and without leading zeros', () => {
    assert.deepEqual(derSignature(plain), der);
    assert.deepEqual(plainSignature(der, 64), plain);
  });

  it('zero is one byte', () => {
    assert.deepEqual(derSignature(Buffer.alloc(64)), Buffer.from('3006020100020100', 'hex'));
    assert.deepEqual(plainSignature(Buffer.from('3006020100020100', 'hex'), 64), Buffer.alloc(64));
  });

  it('more than 127 bytes have a length of two bytes', () => {
    const long = Buffer.alloc(132, 0x01);
    assert.deepEqual(derSignature(long).subarray(0, 5), Buffer.of(0x30, 0x81, 0x88, 0x02, 0x42));
    assert.deepEqual(plainSignature(derSignature(long), 132), long);
  });
});
