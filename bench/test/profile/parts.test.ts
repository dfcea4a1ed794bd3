/** The parts of a CPU profile. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partShares, partsOf, type WorkProfile } from '@countersign/bench/profile/parts';

interface Frame {
  readonly name?: string;
  readonly url?: string;
  readonly time: number;
  /** Index of the caller. */
  readonly by?: number;
}

/** A profile whose frame of index n has id n + 1 and one sample. */
function profileOf(frames: readonly Frame[], cpu = 100, main = 100): WorkProfile {
  return {
    nodes: frames.map(({ name = 'f', url = '' }, index) => ({
      id: index + 1,
      callFrame: { functionName: name, url },
      children: frames.flatMap(({ by }, child) => (by === index ? [child + 1] : [])),
    })),
    samples: frames.map((_, index) => index + 1),
    timeDeltas: frames.map(({ time }) => time),
    cpu,
    main,
  };
}

const STORE = 'file:///app/libs/shared/dist/src/store/lmdb/write.js';

test('samples belong to the part of their source', () => {
  const shares = partShares(
    profileOf([
      { url: STORE, time: 20 },
      { url: 'file:///app/node_modules/lmdb/write.js', time: 10 },
      { url: 'node:_http_outgoing', time: 15 },
      { url: 'file:///app/services/gateway/dist/src/edge/answer.js', time: 5 },
      { url: 'file:///app/bench/dist/profile/profile-work.js', name: 'parseJson', time: 8 },
      { name: '(garbage collector)', time: 12 },
      { url: 'file:///app/services/issuer/dist/src/offer/offer.js', time: 30 },
    ]),
  );
  assert.deepEqual(shares, {
    store: 0.3,
    HTTP: 0.2,
    JSON: 0.08,
    'garbage collection': 0.12,
    'service code': 0.3,
    'other threads': 0,
  });
});

test('a native function belongs to the part of its caller', () => {
  const shares = partShares(
    profileOf([
      { url: STORE, time: 0 },
      { name: 'get', time: 25, by: 0 },
      { name: 'copy', time: 25, by: 1 },
      { url: 'file:///app/other.js', time: 50 },
    ]),
  );
  assert.equal(shares.store, 0.5);
});

test('idle time and the profiler itself are no work', () => {
  const shares = partShares(
    profileOf([
      { name: '(idle)', time: 1000 },
      { url: 'file:///app/bench/dist/profile/profile-work.js', name: 'begin', time: 0 },
      { url: 'node:inspector', name: 'post', time: 5, by: 1 },
      { name: 'dispatch', time: 500, by: 2 },
      { url: STORE, time: 10 },
      { url: 'node:internal/crypto/sig', time: 10 },
    ]),
  );
  assert.equal(shares.store, 0.5);
});

test('shares are those of the process: other threads have CPU too', () => {
  const frames = [{ url: STORE, time: 10 }];
  const half = partShares(profileOf(frames, 200, 100));
  assert.deepEqual([half.store, half['other threads']], [0.5, 0.5]);
  // Ticks of 10 ms may add up to more than the process used.
  const all = partShares(profileOf(frames, 100, 110));
  assert.deepEqual([all.store, all['other threads']], [1, 0]);
  assert.equal(partShares(profileOf([], 0, 0)).store, 0);
});

const none = { store: 0, HTTP: 0, JSON: 0, 'garbage collection': 0, 'service code': 0, 'other threads': 0 };
const sum = (parts: object): number => Object.values(parts).reduce((total, part) => total + part, 0);

test('the parts of a flow add up to its CPU', () => {
  const parts = partsOf(4, 1, { ...none, store: 0.25, HTTP: 0.125, 'other threads': 0.25 });
  assert.deepEqual(parts, {
    cryptography: 1,
    store: 1,
    HTTP: 0.5,
    JSON: 0,
    'garbage collection': 0,
    'service code': 0,
    'other threads': 1,
    rest: 0.5,
  });
  assert.equal(partsOf(1, 2, none).cryptography, 1);
});

test('cryptography on other threads is not counted twice', () => {
  const parts = partsOf(4, 2, { ...none, store: 0.25, 'other threads': 0.5 });
  assert.deepEqual([parts['other threads'], parts.rest, sum(parts)], [1, 0, 4]);
});
