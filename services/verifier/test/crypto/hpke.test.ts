import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AgreementJwk, generateAgreementJwk } from '@countersign/shared/crypto/generate-key';
import { type HpkeMessage, openHpke, sealHpke } from '../../src/crypto/hpke.ts';
import { HpkeError, type HpkeReason } from '../../src/crypto/hpke-error.ts';

/** RFC 9180, A.3.1: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM, base mode, sequence number 0. */
const RECIPIENT = keyOf(
  'f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2',
  '04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0',
);
const EPHEMERAL = keyOf(
  '4995788ef4b9d6132b249ce59a77281493eb39af373d236a1fe415cb0c2d7beb',
  '04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4',
);
const INFO = Buffer.from('4f6465206f6e2061204772656369616e2055726e', 'hex');
const AAD = Buffer.from('436f756e742d30', 'hex');
const PLAINTEXT = Buffer.from('4265617574792069732074727574682c20747275746820626561757479', 'hex');
const CIPHERTEXT = '5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f9076ac232e3ab2523f39513434';

const sealed = () => sealHpke({ recipient: RECIPIENT, info: INFO, aad: AAD, plaintext: PLAINTEXT });

test('seals and opens the vector of RFC 9180, A.3.1', () => {
  const message = sealHpke({ recipient: RECIPIENT, ephemeral: EPHEMERAL, info: INFO, aad: AAD, plaintext: PLAINTEXT });
  assert.deepEqual(message.enc, pointOf(EPHEMERAL));
  assert.equal(message.ciphertext.toString('hex'), CIPHERTEXT);
  assert.deepEqual(opened(message), PLAINTEXT);
});

test('each message has an ephemeral key of its own', () => {
  const [one, other] = [sealed(), sealed()];
  assert.notDeepEqual(one.enc, other.enc);
  assert.notDeepEqual(one.ciphertext, other.ciphertext);
  assert.deepEqual(opened(one), opened(other));
});

test('a plaintext without bytes, and one of a megabyte', () => {
  for (const plaintext of [Buffer.alloc(0), Buffer.alloc(1_000_000, 7)]) {
    const message = sealHpke({ recipient: RECIPIENT, info: INFO, plaintext });
    assert.equal(message.ciphertext.length, plaintext.length + 16);
    assert.ok(openHpke({ privateKey: RECIPIENT, ...message, info: INFO }).equals(plaintext));
  }
});

test('a message for another key, another info or other additional data does not open', () => {
  const message = sealed();
  const right = { privateKey: RECIPIENT, ...message, info: INFO, aad: AAD };
  refuses('decrypt', () => openHpke({ ...right, privateKey: generateAgreementJwk() }));
  refuses('decrypt', () => openHpke({ ...right, info: Buffer.concat([INFO, Buffer.of(0)]) }));
  refuses('decrypt', () => openHpke({ ...right, aad: Buffer.alloc(0) }));
  refuses('decrypt', () => openHpke({ ...right, enc: sealed().enc }));
});

test('a change of any bit of the ciphertext or its tag is refused', () => {
  const message = sealed();
  for (let bit = 0; bit < message.ciphertext.length * 8; bit += 1) {
    const ciphertext = Buffer.from(message.ciphertext);
    ciphertext[bit >> 3] = (ciphertext[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    refuses('decrypt', () => opened({ ...message, ciphertext }));
  }
});

test('a ciphertext shorter than its tag, or longer than sealed, is refused', () => {
  const message = sealed();
  for (const length of [0, 1, 15, 16, message.ciphertext.length - 1]) {
    refuses('decrypt', () => opened({ ...message, ciphertext: message.ciphertext.subarray(0, length) }));
  }
  const longer = Buffer.concat([message.ciphertext, Buffer.of(0)]);
  refuses('decrypt', () => opened({ ...message, ciphertext: longer }));
});

test('an encapsulated key is an uncompressed point of the curve', () => {
  const message = sealed();
  const { enc } = message;
  const compressed = Buffer.concat([Buffer.of(2 + ((enc[64] ?? 0) & 1)), enc.subarray(1, 33)]);
  const hybrid = Buffer.concat([Buffer.of(6 + ((enc[64] ?? 0) & 1)), enc.subarray(1)]);
  const offCurve = Buffer.from(enc);
  offCurve[64] = (offCurve[64] ?? 0) ^ 1;
  const beyondField = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 0xff)]);
  const wrong = [
    Buffer.alloc(0),
    Buffer.of(0),
    enc.subarray(0, 64),
    Buffer.concat([enc, Buffer.of(0)]),
    Buffer.concat([Buffer.of(4), Buffer.alloc(64)]),
    compressed,
    hybrid,
    offCurve,
    beyondField,
  ];
  for (const other of wrong) refuses('enc', () => opened({ ...message, enc: other }));
});

test('a recipient off the curve is refused before something is sealed', () => {
  const { x } = RECIPIENT;
  const call = () => sealHpke({ recipient: { x, y: x }, info: INFO, plaintext: PLAINTEXT });
  refuses('key', call);
});

test('an error names nothing of the message', () => {
  const error = new HpkeError('decrypt', { cause: new Error('cause') });
  assert.equal(error.name, 'HpkeError');
  assert.equal(error.message, 'The message of HPKE is refused: decrypt');
  assert.ok(error.cause instanceof Error);
  assert.ok(!('cause' in new HpkeError('enc')));
});

function opened(message: HpkeMessage): Buffer {
  return openHpke({ privateKey: RECIPIENT, ...message, info: INFO, aad: AAD });
}

function refuses(reason: HpkeReason, call: () => unknown): void {
  assert.throws(call, (error) => error instanceof HpkeError && error.reason === reason);
}

function keyOf(scalar: string, point: string): AgreementJwk {
  const bytes = Buffer.from(point, 'hex');
  return {
    kty: 'EC',
    crv: 'P-256',
    x: bytes.subarray(1, 33).toString('base64url'),
    y: bytes.subarray(33).toString('base64url'),
    d: Buffer.from(scalar, 'hex').toString('base64url'),
  };
}

function pointOf({ x, y }: AgreementJwk): Buffer {
  return Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
}
