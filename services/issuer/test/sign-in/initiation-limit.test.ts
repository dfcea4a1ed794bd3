import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { createInitiationLimit } from '../../src/sign-in/initiation-limit.ts';

function limit(room: number) {
  const world = { now: 0 };
  const take = createInitiationLimit({ clock: () => world.now, life: 60_000, room });
  const taken = (address: string | undefined): boolean => {
    try {
      take(address);
      return true;
    } catch (error) {
      assert.equal((error as { code: string }).code, 'rate_limited');
      return false;
    }
  };
  return { world, taken };
}

test('one address takes a part of the places, and leaves room for others', () => {
  const { taken } = limit(1000);
  let flooded = 0;
  while (taken('192.0.2.1')) flooded += 1;
  assert.ok(flooded > 100 && flooded < 250, String(flooded));
  assert.ok(taken('192.0.2.2'));
});

test('many addresses never take more than the room', () => {
  const { taken } = limit(100);
  let all = 0;
  for (let n = 0; n < 500; n += 1) if (taken(`192.0.2.${n % 250}.${n}`)) all += 1;
  assert.equal(all, 100);
});

test('places are free again after their life, for any number of rounds', () => {
  const { world, taken } = limit(10);
  for (let round = 0; round < 50; round += 1) {
    for (let n = 0; n < 10; n += 1) assert.ok(taken(undefined), `${round} ${n}`);
    assert.ok(!taken(undefined));
    world.now += 59_999;
    assert.ok(!taken(undefined));
    world.now += 1;
  }
});

test('the reason says when to repeat the request', async () => {
  const take = createInitiationLimit({ clock: () => 0, life: 60_000, room: 1 });
  take(undefined);
  assert.deepEqual(await refusalOf(() => take(undefined)), {
    code: 'rate_limited',
    reason: 'sign_ins_open',
    facts: { retryAfterSeconds: 60, most: 1 },
  });
});
