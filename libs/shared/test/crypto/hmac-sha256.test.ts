import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { test } from 'node:test';
import { hmacSha256 } from '../../src/crypto/hmac-sha256.ts';

const hex = (text: string): Buffer => Buffer.from(text, 'hex');

// RFC 4231, 4.2, 4.3 and 4.7: a key shorter than a block, a shorter one as a string, and one longer than a block.
for (const [key, data, expected] of [
  [hex('0b'.repeat(20)), 'Hi There', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
  [
    Buffer.from('Jefe'),
    'what do ya want for nothing?',
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  ],
  [
    hex('aa'.repeat(131)),
    'Test Using Larger Than Block-Size Key - Hash Key First',
    '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  ],
] as const) {
  test(`RFC 4231, a key of ${key.length} bytes`, () => {
    assert.equal(hmacSha256(key, data).toString('hex'), expected);
    assert.equal(hmacSha256(createSecretKey(key), Buffer.from(data)).toString('hex'), expected);
  });
}

test('a key without bytes is one, as HPKE has it for its first step', () => {
  const expected = 'b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad';
  assert.equal(hmacSha256(Buffer.alloc(0), '').toString('hex'), expected);
});

test('a text is taken as UTF-8', () => {
  assert.deepEqual(hmacSha256(Buffer.alloc(32, 1), 'Möbius'), hmacSha256(Buffer.alloc(32, 1), hex('4dc3b662697573')));
});
