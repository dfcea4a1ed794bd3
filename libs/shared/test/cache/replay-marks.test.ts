import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ReplayMarks } from '../../src/cache/replay-marks.ts';
import { sha256 } from '../../src/crypto/sha256.ts';

const START = 1_700_000_000_123;

describe('replay marks', () => {
  it('live until their end, and not at it', () => {
    const marks = new ReplayMarks(START);
    marks.add(sha256('a'), START, 10);
    assert.equal(marks.has(sha256('a'), START + 9), true);
    assert.equal(marks.has(sha256('a'), START + 10), false);
    assert.equal(marks.has(sha256('b'), START), false);
  });

  it('are those of a plain map, however many come and end', () => {
    const marks = new ReplayMarks(START);
    const model = new Map<number, number>();
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    let now = START;
    for (let turn = 0; turn < 60_000; turn += 1) {
      // Floods and quiet times: the table grows and shrinks.
      now += turn % 20_000 < 15_000 ? random(3) : random(400);
      const key = random(30_000);
      const hash = sha256(`key ${key}`);
      const lives = (model.get(key) ?? 0) > now;
      assert.equal(marks.has(hash, now), lives, `turn ${turn}`);
      if (lives) continue;
      const lifetime = 1 + random(60_000);
      marks.add(hash, now, lifetime);
      model.set(key, now + lifetime);
      if (turn % 500 > 0) continue;
      const second = Math.floor(now / 1000);
      assert.equal(marks.size(now), [...model.values()].filter((end) => Math.floor(end / 1000) >= second).length);
    }
  });

  it('are told apart by each part of their hash', () => {
    const marks = new ReplayMarks(START);
    const hashes = [0, 4, 8, 12].map((at) => {
      const hash = Buffer.alloc(32);
      hash[at] = 1;
      return hash;
    });
    for (const [index, hash] of hashes.entries()) {
      assert.equal(marks.has(hash, START), false, `hash ${index}`);
      marks.add(hash, START, 1000);
    }
    assert.equal(marks.size(START), hashes.length);
  });

  it('have a lifetime that is a positive number', () => {
    const marks = new ReplayMarks(START);
    for (const lifetime of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.throws(() => marks.add(sha256('a'), START, lifetime), RangeError);
    }
    assert.equal(marks.size(START), 0);
  });

  it('are gone when they are cleared', () => {
    const marks = new ReplayMarks(START);
    marks.add(sha256('a'), START, 1000);
    marks.clear();
    assert.equal(marks.has(sha256('a'), START), false);
    assert.equal(marks.size(START), 0);
  });
});
