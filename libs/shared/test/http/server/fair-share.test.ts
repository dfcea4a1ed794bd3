import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairShare, type FairShare } from '../../../src/http/server/fair-share.ts';

/** Takes units until none is free. */
function takeAll(share: FairShare, key: string | undefined, amount = 1): (() => void)[] {
  const given: (() => void)[] = [];
  for (let next = share.take(key, amount); next !== undefined; next = share.take(key, amount)) given.push(next);
  return given;
}

test('a single holder gets less than a fifth of the capacity, and the next gets a share too', () => {
  const share = createFairShare(4096);
  assert.equal(takeAll(share, 'one').length, 717);
  assert.equal(takeAll(share, 'two').length, 573);
});

test('after dozens of greedy holders there is capacity for many small ones', () => {
  const share = createFairShare(4096);
  for (let number = 0; number < 50; number += 1) takeAll(share, `greedy ${number}`);
  for (let number = 0; number < 20; number += 1) {
    for (let time = 0; time < 8; time += 1) assert.notEqual(share.take(`modest ${number}`), undefined, String(number));
  }
});

test('the capacity is never exceeded', () => {
  const share = createFairShare(10);
  const taken = Array.from({ length: 20 }, (_, number) => share.take(`key ${number}`));
  assert.equal(taken.filter((given) => given !== undefined).length, 10);
  assert.equal(share.take(undefined), undefined);
});

test('units taken for many holders are bounded by the capacity alone', () => {
  assert.equal(takeAll(createFairShare(40), undefined).length, 40);
});

test('a released unit can be taken again, and its release counts once', () => {
  const share = createFairShare(100);
  const taken = takeAll(share, 'one', 7);
  assert.equal(share.take('one', 7), undefined);
  for (const give of [...taken, ...taken]) give();
  assert.equal(takeAll(share, 'one', 7).length, taken.length);
});
