import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { test } from 'node:test';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { localSign } from '@countersign/shared/crypto/signing-algorithm';
import { type CborValue, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { coseAlgorithms, ES256 } from '@countersign/shared/mdoc/cose-algorithms';
import {
  type CoseSign1,
  fitsKey,
  readCoseSign1,
  signCoseSign1,
  verifyCoseSign1,
} from '@countersign/shared/mdoc/cose-sign1';
import { readCbor } from '@countersign/shared/mdoc/read-cbor';
import { writeCbor } from '@countersign/shared/mdoc/write-cbor';
import { publicKeyOf } from '../../src/mdoc/public-key.ts';
import { coseRefusal } from './refuses.ts';

const { privateKey, publicKey } = generateKeyPair();
const payload = Buffer.from('This is the content.');
const headerOf = (algorithm: CborValue): Map<number, CborValue> => new Map([[1, algorithm]]);

/** Signs with ES256. */
async function signed(part: { readonly payload: Buffer | null; readonly detached?: Buffer }): Promise<CoseSign1> {
  const message = await signCoseSign1({ protectedHeader: headerOf(ES256), ...part, sign: localSign(privateKey) });
  return readCoseSign1(readCbor(writeCbor(message)));
}

/** A message with the algorithm and the key, over the given hash. */
function messageOf(algorithm: number, key: KeyObject, hash: string | null): CoseSign1 {
  const protectedBytes = writeCbor(headerOf(algorithm));
  const input = writeCbor(['Signature1', protectedBytes, Buffer.alloc(0), payload]);
  const signature = sign(hash, input, { key, dsaEncoding: 'ieee-p1363' });
  return readCoseSign1([protectedBytes, new Map(), payload, signature]);
}

test('the example of RFC 9052, C.2.1', () => {
  const message = readCoseSign1(
    readCbor(
      Buffer.from(
        'd28443a10126a10442313154546869732069732074686520636f6e74656e742e58408eb33e4ca31d1c465ab05aac34cc6b23d58fef5c083106c4d25a91aef0b0117e2af9a291aa32e14ab834dc56ed2a223444547e01f11d3b0916e5a4c345cacb36',
        'hex',
      ),
    ),
  );
  const key = publicKeyOf(
    new Map<number, CborValue>([
      [1, 2],
      [-1, 1],
      [-2, Buffer.from('bac5b11cad8f99f9c72b05cf4b9e26d244dc189f745228255a219a86d6a09eff', 'hex')],
      [-3, Buffer.from('20138bf82dc1b6d562be0fa54ab7804a3a64b6d72ccfed6b6fb6ed28bbfc117e', 'hex')],
    ]),
  );
  assert.ok(verifyCoseSign1({ message, key }));
});

test('a message is read as it was signed, and verified', async () => {
  const message = await signed({ payload });
  assert.deepEqual(message.payload, payload);
  assert.equal(message.protectedHeader.get(1), ES256);
  assert.equal(message.signature.length, 64);
  assert.ok(verifyCoseSign1({ message, key: publicKey }));
  assert.ok(!verifyCoseSign1({ message, key: generateKeyPair().publicKey }));
});

test('detached content is verified where the message has no payload', async () => {
  const message = await signed({ payload: null, detached: payload });
  assert.equal(message.payload, null);
  assert.ok(verifyCoseSign1({ message, key: publicKey, detached: payload }));
  assert.ok(!verifyCoseSign1({ message, key: publicKey, detached: Buffer.from('other') }));
  assert.ok(!verifyCoseSign1({ message, key: publicKey }));
});

test('an attached payload never counts for detached content', async () => {
  const message = await signed({ payload });
  assert.ok(!verifyCoseSign1({ message, key: publicKey, detached: Buffer.from('what the verifier has built') }));
  assert.ok(!verifyCoseSign1({ message, key: publicKey, detached: payload }));
});

test('content is signed once: neither in no place nor in two', async () => {
  const options = { protectedHeader: headerOf(ES256), sign: localSign(privateKey) };
  await assert.rejects(signCoseSign1({ ...options, payload: null }), TypeError);
  await assert.rejects(signCoseSign1({ ...options, payload, detached: payload }), TypeError);
});

test('a changed payload, protected header or signature is refused', async () => {
  const message = await signed({ payload });
  const flipped = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte, index) => (index === 1 ? byte ^ 1 : byte)));
  const other = writeCbor(new Map([...headerOf(ES256), ...new Map([[16, 'text']])]));
  for (const change of [
    { payload: flipped(payload) },
    { protectedBytes: other },
    { signature: flipped(message.signature) },
    { signature: Buffer.alloc(64) },
    { signature: Buffer.alloc(0) },
    { signature: Buffer.concat([message.signature, Buffer.of(0)]) },
  ]) {
    assert.ok(!verifyCoseSign1({ message: { ...message, ...change }, key: publicKey }), JSON.stringify(change));
  }
});

test('a signature in DER is refused', async () => {
  const message = await signed({ payload });
  const input = writeCbor(['Signature1', message.protectedBytes, Buffer.alloc(0), payload]);
  const signature = sign('sha256', input, { key: privateKey, dsaEncoding: 'der' });
  assert.ok(!verifyCoseSign1({ message: { ...message, signature }, key: publicKey }));
});

test('EdDSA verifies with a key of Ed25519, no other', () => {
  const keys = generateKeyPairSync('ed25519');
  for (const algorithm of [-8, -19]) {
    const message = messageOf(algorithm, keys.privateKey, null);
    assert.ok(verifyCoseSign1({ message, key: keys.publicKey }) && fitsKey(message, keys.publicKey));
    assert.ok(!verifyCoseSign1({ message, key: publicKey }) && !fitsKey(message, publicKey));
    const other = generateKeyPairSync('ed448');
    assert.ok(!verifyCoseSign1({ message, key: other.publicKey }));
  }
});

const curves: readonly (readonly [string, string, readonly number[]])[] = [
  ['P-256', 'sha256', [-7, -9]],
  ['P-384', 'sha384', [-35, -51]],
  ['P-521', 'sha512', [-36, -52]],
];
for (const [namedCurve, hash, own] of curves) {
  test(`each algorithm of ${namedCurve} verifies with a key of that curve, no other`, () => {
    const keys = generateKeyPairSync('ec', { namedCurve });
    for (const algorithm of coseAlgorithms.keys()) {
      const message = messageOf(Number(algorithm), keys.privateKey, hash);
      const fits = own.includes(Number(algorithm));
      assert.equal(verifyCoseSign1({ message, key: keys.publicKey }), fits, String(algorithm));
      assert.equal(fitsKey(message, keys.publicKey), fits);
    }
  });
}

test('a key of another kind verifies nothing', async () => {
  const message = await signed({ payload });
  for (const { publicKey: key } of [
    generateKeyPairSync('ed25519'),
    generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
  ]) {
    assert.ok(!verifyCoseSign1({ message, key }));
  }
});

test('tag 18 may be there', async () => {
  const message = await signCoseSign1({ protectedHeader: headerOf(ES256), payload, sign: localSign(privateKey) });
  const untagged = readCoseSign1(message);
  assert.deepEqual(readCoseSign1(new Tagged(18, message)), untagged);
  coseRefusal(() => readCoseSign1(new Tagged(98, message)), 'structure');
});

const refused: Readonly<Record<string, CborValue>> = {
  'no algorithm': undefined,
  'a name of JOSE': 'ES256',
  'HMAC 256/256': 5,
  Ed448: -53,
  ES256K: -47,
  'RSASSA-PSS': -37,
  'a bignum': 18_446_744_073_709_551_615n,
};
for (const [name, algorithm] of Object.entries(refused)) {
  test(`a message with ${name} as its algorithm is refused`, () => {
    const header = algorithm === undefined ? Buffer.alloc(0) : writeCbor(headerOf(algorithm));
    coseRefusal(() => readCoseSign1([header, new Map(), payload, Buffer.alloc(64)]), 'algorithm');
  });
}

test('an algorithm in the unprotected header does not count', () => {
  const message = [Buffer.alloc(0), headerOf(ES256), payload, Buffer.alloc(64)];
  const { facts } = coseRefusal(() => readCoseSign1(message), 'algorithm');
  assert.deepEqual(facts, { expectedAny: ['-7', '-9', '-35', '-51', '-36', '-52', '-8', '-19'] });
});
