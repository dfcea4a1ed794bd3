import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redeemedPlaces } from '../../../src/model/session/redemption-places.ts';

test('used places count, in the list or removed from it; reserved ones do not', () => {
  const held = { session: 'a', until: 1 };
  const redeemed = { session: 'b', until: 1, redeemed: true } as const;
  for (const [used, places, count] of [
    [0, [], 0],
    [0, [held], 0],
    [3, [held], 3],
    [3, [held, redeemed], 4],
  ] as const) {
    assert.equal(redeemedPlaces({ limit: 9, used, places }), count);
  }
});
