import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patience, slowness, timeLimit, until } from './patience.ts';

test('waits until the condition holds; a rejection is not yet the end', async () => {
  let asked = 0;
  await until('three questions', async () => {
    asked += 1;
    if (asked === 1) throw new Error('not there yet');
    return asked === 3;
  });
  assert.equal(asked, 3);
});

test('gives up after the limit, and names what did not come and the last error', async () => {
  const cause = new Error('refused');
  const never = until('the answer', () => Promise.reject(cause), 20);
  await assert.rejects(never, { message: 'Not in time: the answer', cause });
});

test('a machine is never faster than an idle one; a limit can be capped', async () => {
  assert.ok((await slowness()) >= 1);
  assert.ok((await patience(10_000)) >= 10_000);
  assert.equal(await patience(10_000, 5000), 5000);
});

test('a time limit is over after its time, not before', async () => {
  assert.equal(await timeLimit(3_600_000)(), false);
  const isOver = timeLimit(10);
  await until('its end', isOver);
  assert.equal(await isOver(), true);
});
