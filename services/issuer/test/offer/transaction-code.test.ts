import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { compileSchema } from '@countersign/shared/http/validate';
import { type OfferRequest, txCode } from '@countersign/shared/messages/offer-request';
import fc from 'fast-check';
import { transactionCode, transactionCodeHash } from '../../src/offer/transaction-code.ts';
import { MAX_TX_CODE_FAILURES } from '../../src/token/token-transitions.ts';

type TransactionCodeRequest = NonNullable<OfferRequest['tx_code']>;

/** Bytes 0, 1, 2, ... over all calls. */
function counting(): (bytes: number) => Buffer {
  let next = 0;
  return (bytes) => Buffer.from(Array.from({ length: bytes }, () => next++ % 256));
}

/** The same byte in the first call, `later` in all others. */
function constant(first: number, later: number): (bytes: number) => Buffer {
  let called = false;
  return (bytes) => {
    const byte = called ? later : first;
    called = true;
    return Buffer.alloc(bytes, byte);
  };
}

const made: readonly [name: string, requested: TransactionCodeRequest, code: string, offer: object][] = [
  ['true', true, '012345', { input_mode: 'numeric', length: 6 }],
  ['an empty object', {}, '012345', { input_mode: 'numeric', length: 6 }],
  ['shortest', { length: 4 }, '0123', { input_mode: 'numeric', length: 4 }],
  ['longest', { length: 32 }, '01234567890123456789012345678901', { input_mode: 'numeric', length: 32 }],
  ['text', { input_mode: 'text', length: 10 }, 'ABCDEFGHJK', { input_mode: 'text', length: 10 }],
  [
    'with a description',
    { description: 'x'.repeat(300) },
    '012345',
    { input_mode: 'numeric', length: 6, description: 'x'.repeat(300) },
  ],
];

for (const [name, requested, code, offer] of made) {
  test(`a code is generated: ${name}`, () => {
    assert.deepEqual(transactionCode(requested, counting()), { code, offer });
  });
}

const own: readonly [code: string, mode: string][] = [
  ['1234', 'numeric'],
  ['0'.repeat(32), 'numeric'],
  ['12a4', 'text'],
  ['~'.repeat(32), 'text'],
];

for (const [code, input_mode] of own) {
  test(`the backend's own code is used unchanged: ${code}`, () => {
    const random = (): Buffer => assert.fail('no randomness is needed');
    assert.deepEqual(transactionCode(code, random), { code, offer: { input_mode, length: code.length } });
  });
}

test('every digit is as likely as any other', () => {
  const count = new Map<string, number>();
  for (let byte = 0; byte < 256; byte += 1) {
    const { code } = transactionCode({ length: 4 }, constant(byte, 7));
    if (byte >= 250) assert.equal(code, '7777', 'a byte past the last whole ten is thrown away');
    else count.set(code, (count.get(code) ?? 0) + 1);
  }
  assert.deepEqual([...new Set(count.values())], [25]);
  assert.equal(count.size, 10);
});

test('every letter is as likely as any other, and none resembles a digit', () => {
  const count = new Map<string, number>();
  for (let byte = 0; byte < 256; byte += 1) {
    const letter = transactionCode({ length: 4, input_mode: 'text' }, constant(byte, 0)).code.slice(0, 1);
    count.set(letter, (count.get(letter) ?? 0) + 1);
  }
  assert.deepEqual([...new Set(count.values())], [8]);
  assert.match([...count.keys()].join(''), /^[^IO01]{32}$/);
});

test('whatever the schema of an offer takes yields a code that matches its offer', () => {
  const valid = compileSchema(txCode);
  const object = fc.record(
    { length: fc.nat(40), input_mode: fc.constantFrom('numeric', 'text', 'voice'), description: fc.string() },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), object, fc.string()), (requested) => {
      if (valid(requested).length > 0) return;
      const { code, offer } = transactionCode(requested as TransactionCodeRequest, counting());
      assert.equal(code.length, offer.length);
      assert.ok(code.length >= 4 && code.length <= 32);
      if (offer.input_mode === 'numeric') assert.match(code, /^\d+$/);
    }),
  );
});

test('the hash is keyed and belongs to one session', () => {
  const key = Buffer.alloc(32, 1);
  const hash = transactionCodeHash(key, 'handle', '123456');
  assert.equal(hash, createHmac('sha256', key).update('handle:123456').digest('base64url'));
  const others = [
    transactionCodeHash(Buffer.alloc(32, 2), 'handle', '123456'),
    transactionCodeHash(key, 'other', '123456'),
    transactionCodeHash(key, 'handle', '123457'),
  ];
  assert.equal(new Set([hash, ...others]).size, 4);
});

test('five wrong tries invalidate a code', () => {
  assert.equal(MAX_TX_CODE_FAILURES, 5);
});
