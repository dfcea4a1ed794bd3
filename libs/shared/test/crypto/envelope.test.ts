import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { deriveKey, openBytes, sealBytes } from '../../src/crypto/envelope.ts';
import { systemRandom } from '../../src/kernel/random.ts';

const key = Buffer.alloc(32, 7);
const sealed = sealBytes(key, Buffer.from('a secret'), 'here', systemRandom);

test('an envelope opens under the same key and context alone', () => {
  assert.equal(openBytes(key, sealed, 'here')?.toString(), 'a secret');
  assert.equal(openBytes(key, sealed, 'there'), undefined);
  assert.equal(openBytes(Buffer.alloc(32, 8), sealed, 'here'), undefined);
});

test('any text is sealed and opened again', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.string(), (plain, context) => {
      const opened = openBytes(key, sealBytes(key, Buffer.from(plain), context, systemRandom), context);
      assert.deepEqual(opened, Buffer.from(plain));
    }),
    { numRuns: 100, seed: 1 },
  );
});

test('every single changed bit is detected', () => {
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const changed = Buffer.from(sealed);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    assert.equal(openBytes(key, changed, 'here'), undefined, `bit ${bit}`);
  }
});

test('shortened and lengthened envelopes do not open', () => {
  for (let length = 0; length < sealed.length; length += 1) {
    assert.equal(openBytes(key, sealed.subarray(0, length), 'here'), undefined);
  }
  assert.equal(openBytes(key, Buffer.concat([sealed, Buffer.alloc(1)]), 'here'), undefined);
});

test('the IV is new each time', () => {
  const again = sealBytes(key, Buffer.from('a secret'), 'here', systemRandom);
  assert.notDeepEqual(again.subarray(1, 13), sealed.subarray(1, 13));
});

test('derived keys differ by purpose and by key, and repeat', () => {
  assert.equal(deriveKey(key, 'a').length, 32);
  assert.deepEqual(deriveKey(key, 'a'), deriveKey(key, 'a'));
  assert.notDeepEqual(deriveKey(key, 'a'), deriveKey(key, 'b'));
  assert.notDeepEqual(deriveKey(key, 'a'), deriveKey(Buffer.alloc(32, 8), 'a'));
});
