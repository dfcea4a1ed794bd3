import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { createRandom, randomId, systemRandom } from '../../src/kernel/random.ts';

it('returns each byte of its source once', () => {
  const source = randomBytes(4096);
  let pools = 0;
  const random = createRandom((bytes) => {
    pools += 1;
    assert.equal(bytes, 4096);
    return Buffer.from(source);
  });
  const taken = Buffer.concat(Array.from({ length: 128 }, () => random(32)));
  assert.deepEqual(taken, source);
  assert.equal(pools, 1);
  random(1);
  assert.equal(pools, 2);
});

it('returns no value that straddles two pools', () => {
  const pools = [Buffer.alloc(4096, 1), Buffer.alloc(4096, 2)];
  const random = createRandom(() => pools.shift() ?? Buffer.alloc(0));
  random(1000);
  random(1000);
  random(1000);
  random(1000);
  assert.deepEqual(random(100), Buffer.alloc(100, 2));
});

it('wipes returned bytes from the pool, and leaves the returned copy unchanged', () => {
  const pool = Buffer.alloc(4096, 7);
  const random = createRandom(() => pool);
  const taken = random(16);
  assert.deepEqual(taken, Buffer.alloc(16, 7));
  assert.deepEqual(pool.subarray(0, 16), Buffer.alloc(16));
  taken.fill(9);
  assert.equal(random(1)[0], 7);
});

it('reads long values from the source directly', () => {
  const asked: number[] = [];
  const random = createRandom((bytes) => {
    asked.push(bytes);
    return Buffer.alloc(bytes);
  });
  assert.equal(random(5000).length, 5000);
  assert.deepEqual(asked, [5000]);
});

it('makes ids of 256 bits that do not repeat', () => {
  const ids = Array.from({ length: 2000 }, () => randomId(systemRandom));
  assert.equal(new Set(ids).size, 2000);
  assert.ok(ids.every((id) => /^[A-Za-z0-9_-]{43}$/.test(id)));
});
