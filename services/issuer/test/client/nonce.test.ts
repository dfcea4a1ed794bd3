import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { createNonce, nonceTime } from '../../src/client/nonce.ts';
import { NOW } from '../support.ts';

const KEY = Buffer.alloc(32, 7);
const RANDOM = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const nonce = createNonce({ key: KEY, now: NOW, random: RANDOM });

test('a nonce contains its time of issue', () => {
  for (const now of [0, 1, NOW, NOW + 1, 2 ** 48 - 1]) {
    assert.equal(nonceTime(createNonce({ key: KEY, now, random: RANDOM }), KEY), now);
  }
});

test('a nonce is time, random bytes and their MAC', () => {
  const body = Buffer.concat([Buffer.from(NOW.toString(16).padStart(12, '0'), 'hex'), RANDOM]);
  const mac = createHmac('sha256', KEY).update(body).digest().subarray(0, 16);
  assert.equal(nonce, Buffer.concat([body, mac]).toString('base64url'));
});

test('two nonces of one millisecond differ by their random bytes', () => {
  assert.notEqual(createNonce({ key: KEY, now: NOW, random: Buffer.alloc(16, 1) }), nonce);
});

test('a nonce of another key is refused: c_nonce and DPoP nonce are not interchangeable', () => {
  assert.equal(nonceTime(nonce, Buffer.alloc(32, 8)), undefined);
});

test('no other encoding of the last character passes, although it may decode to the same bytes', () => {
  const bytes = Buffer.from(nonce, 'base64url');
  const others = [...ALPHABET].filter((character) => !nonce.endsWith(character)).map((one) => nonce.slice(0, -1) + one);
  assert.equal(others.filter((other) => Buffer.from(other, 'base64url').equals(bytes)).length, 3);
  for (const other of others) assert.equal(nonceTime(other, KEY), undefined, other);
});

const foreign: readonly [name: string, value: unknown][] = [
  ['undefined', undefined],
  ['null', null],
  ['a number', 5],
  ['an array', [nonce]],
  ['an object', { toString: () => nonce }],
  ['empty', ''],
  ['padding', `${nonce}=`],
  ['shorter', nonce.slice(1)],
  ['longer', `A${nonce}`],
  ['plain base64', Buffer.alloc(38, 255).toString('base64').slice(0, 51)],
  ['a blank in place of a character', ` ${nonce.slice(1)}`],
  ['right length, nothing else', 'A'.repeat(51)],
];

for (const [name, value] of foreign) {
  test(`not a nonce: ${name}`, () => {
    assert.equal(nonceTime(value, KEY), undefined);
  });
}

test('any mutated nonce is refused', () => {
  const character = fc.oneof(fc.constantFrom(...ALPHABET), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }));
  fc.assert(
    fc.property(
      fc.nat(NOW),
      fc.uint8Array({ minLength: 16, maxLength: 16 }),
      fc.nat(50),
      character,
      (now, bytes, at, one) => {
        const made = createNonce({ key: KEY, now, random: Buffer.from(bytes) });
        assert.equal(nonceTime(made, KEY), now);
        const replaced = made.slice(0, at) + one + made.slice(at + 1);
        if (replaced !== made) assert.equal(nonceTime(replaced, KEY), undefined);
        assert.equal(nonceTime(made.slice(0, at) + one + made.slice(at), KEY), undefined);
        assert.equal(nonceTime(made.slice(0, at) + made.slice(at + 1), KEY), undefined);
      },
    ),
    { numRuns: 300 },
  );
});

test('no arbitrary text is a nonce', () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...ALPHABET), minLength: 51, maxLength: 51 }));
  fc.assert(fc.property(text, (one) => nonceTime(one, KEY) === undefined));
});
