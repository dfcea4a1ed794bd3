import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { newHandle, newReference, parseReference, sameHash } from '../../src/crypto/wallet-reference.ts';
import { systemRandom } from '../../src/kernel/random.ts';

const NOW = Date.UTC(2026, 10, 21);
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

describe('wallet reference', () => {
  it('is parsed to its handle and to the stored hash', () => {
    fc.assert(
      fc.property(fc.nat(), bytes(11), bytes(32), (now, handleBytes, secret) => {
        const handle = newHandle(now, () => Buffer.from(handleBytes));
        const made = newReference(handle, () => Buffer.from(secret));
        assert.equal(made.text.length, 64);
        assert.deepEqual(parseReference(made.text), { handle, hash: made.hash });
        assert.equal(made.hash, createHash('sha256').update(secret).digest('base64url'));
      }),
      { seed: 5 },
    );
  });

  it('uses 88 random bits for the handle, in addition to the time, and 256 for the secret', () => {
    const asked: number[] = [];
    const random = (length: number): Buffer => {
      asked.push(length);
      return systemRandom(length);
    };
    newReference(newHandle(NOW, random), random);
    assert.deepEqual(asked, [11, 32]);
  });

  it('has a new secret each time, and stores nothing of it', () => {
    const handle = newHandle(NOW, systemRandom);
    const [one, two] = [newReference(handle, systemRandom), newReference(handle, systemRandom)];
    assert.notEqual(one.text, two.text);
    assert.notEqual(one.hash, two.hash);
    assert.equal(one.text.includes(one.hash), false);
  });

  it('with one bit changed proves nothing', () => {
    const handle = newHandle(NOW, systemRandom);
    const { text, hash } = newReference(handle, systemRandom);
    const raw = Buffer.from(text, 'base64url');
    for (let i = 0; i < raw.length; i += 1) {
      const changed = Buffer.from(raw);
      changed[i] = (changed[i] ?? 0) ^ 1;
      const parsed = parseReference(changed.toString('base64url'));
      assert.ok(parsed);
      assert.equal(parsed.handle === handle && sameHash(parsed.hash, hash), false, `byte ${i}`);
    }
  });

  it('is not parsed from any other value', () => {
    const { text } = newReference(newHandle(NOW, systemRandom), systemRandom);
    const others: unknown[] = [
      '',
      text.slice(1),
      `${text}A`,
      `${text.slice(1)}=`,
      `${text.slice(1)}+`,
      `${text.slice(1)} `,
      `${text.slice(1)}\n`,
      [text],
      { toString: () => text },
      64,
      null,
      undefined,
    ];
    for (const other of others) assert.equal(parseReference(other), undefined, String(other));
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ minLength: 60, maxLength: 68 }), fc.string({ unit: 'binary' }), fc.anything()),
        (value) => {
          const parsed = parseReference(value);
          assert.equal(
            parsed !== undefined,
            typeof value === 'string' && /^[A-Za-z0-9_-]{64}$/.test(value) && !value.includes('\n'),
          );
        },
      ),
      { seed: 6 },
    );
  });

  it('compares hashes of any length without throwing', () => {
    assert.equal(sameHash('abc', 'abc'), true);
    assert.equal(sameHash('abc', 'abd'), false);
    assert.equal(sameHash('abc', 'ab'), false);
    assert.equal(sameHash('', ''), true);
    assert.equal(sameHash('é', 'ee'), false);
  });
});
