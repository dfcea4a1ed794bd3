import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReachable, isTouch, type Mode, modeOf, shownWays } from '../src/choice.ts';

const requests = [{ protocol: 'openid4vp-v1-signed', data: {} }];
const all = { link: 'openid4vp://?x', qr: { size: 1, path: 'M0 0' }, requests };
const desk = { canAsk: true, touch: false };
const phone = { canAsk: false, touch: true };

test('a desktop asks its browser and shows the code, a phone offers the app and folds the code', () => {
  assert.deepEqual(shownWays('auto', all, desk), { ask: true, link: true, qr: 'shown' });
  assert.deepEqual(shownWays('auto', all, phone), { ask: false, link: true, qr: 'folded' });
});

test('the code is never folded where it is the only way', () => {
  const { link: _, ...others } = all;
  assert.equal(shownWays('auto', { ...others, requests: [] }, phone).qr, 'shown');
});

test('a mode shows its way and no other, and nothing that the request does not have', () => {
  const shown = (mode: Mode) => shownWays(mode, all, desk);
  assert.deepEqual(shown('dc-api'), { ask: true, link: false, qr: 'none' });
  assert.deepEqual(shown('link'), { ask: false, link: true, qr: 'none' });
  assert.deepEqual(shown('qr'), { ask: false, link: false, qr: 'shown' });
  for (const mode of ['auto', 'dc-api', 'link', 'qr'] as const) {
    assert.equal(isReachable(shownWays(mode, { requests: [] }, desk)), false, mode);
  }
  assert.equal(isReachable(shownWays('dc-api', all, phone)), false);
});

test('an unknown mode is auto; touch needs a coarse pointer', () => {
  assert.deepEqual([modeOf('qr'), modeOf('x'), modeOf(null)], ['qr', 'auto', 'auto']);
  assert.deepEqual([isTouch(5, true), isTouch(5, false), isTouch(0, true)], [true, false, false]);
});
