import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import { newWalletKey } from '../../src/jwt/keys.ts';
import { type Cbor, encodeCbor } from '../../src/mdoc/cbor.ts';
import { coseKeyOf, jwkOfCoseKey, sign1Of, sign1ToCbor, signSign1, verifySign1 } from '../../src/mdoc/cose.ts';

const key = newWalletKey();
const publicKey = createPublicKey(key.privateKey);
const payload = Buffer.from('content');

test('a signature is verified over its payload, or over what is detached', () => {
  const attached = sign1Of(sign1ToCbor(signSign1(key, { payload })));
  assert.ok(verifySign1(attached, publicKey));
  assert.ok(!verifySign1({ ...attached, payload: Buffer.from('other') }, publicKey));
  const detached = sign1Of(sign1ToCbor(signSign1(key, { detached: payload })));
  assert.equal(detached.payload, null);
  assert.ok(verifySign1(detached, publicKey, payload));
  assert.ok(!verifySign1(detached, publicKey, Buffer.from('other')));
  assert.ok(!verifySign1(detached, publicKey));
  assert.ok(!verifySign1(attached, createPublicKey(newWalletKey().privateKey)));
});

test('a signature in DER is none', () => {
  assert.ok(!verifySign1({ ...signSign1(key, { payload }), signature: Buffer.alloc(70) }, publicKey));
});

test('the protected header is what is signed, and an empty one has no bytes', () => {
  assert.equal(
    encodeCbor(sign1ToCbor(signSign1(key, { payload })))
      .subarray(0, 5)
      .toString('hex'),
    '8443a10126',
  );
  const signed = signSign1(key, { payload });
  assert.ok(!verifySign1({ ...signed, protectedHeader: new Map() }, publicKey));
  assert.deepEqual(sign1ToCbor({ ...signed, protectedHeader: new Map() }), [
    Buffer.alloc(0),
    new Map(),
    payload,
    signed.signature,
  ]);
  assert.equal(sign1Of([Buffer.alloc(0), new Map(), payload, signed.signature]).protectedHeader.size, 0);
});

test('what is no COSE_Sign1 is refused', () => {
  const [header, unprotectedHeader, content, signature] = sign1ToCbor(signSign1(key, { payload })) as Cbor[];
  for (const wrong of [
    'text',
    [header, unprotectedHeader, content],
    ['text', unprotectedHeader, content, signature],
    [header, [], content, signature],
    [header, unprotectedHeader, 'text', signature],
    [header, unprotectedHeader, content, null],
    [encodeCbor([]), unprotectedHeader, content, signature],
  ]) {
    assert.throws(() => sign1Of(wrong as Cbor));
  }
});

test('a key has four members and no others, and a point of its curve', () => {
  const cose = coseKeyOf(key);
  assert.deepEqual(jwkOfCoseKey(cose), key.publicJwk);
  assert.deepEqual([...cose.keys()], [1, -1, -2, -3]);
  for (const wrong of [
    'text',
    new Map([...cose, [-4, Buffer.alloc(32)] as const]),
    new Map([...cose, [-1, 2] as const]),
    new Map([...cose, [1, 1] as const]),
    new Map([...cose, [-2, Buffer.alloc(31)] as const]),
    new Map([...cose, [-3, Buffer.alloc(32, 1)] as const]),
    new Map([...cose, [-3, true] as const]),
  ]) {
    assert.throws(() => jwkOfCoseKey(wrong as Cbor));
  }
});
