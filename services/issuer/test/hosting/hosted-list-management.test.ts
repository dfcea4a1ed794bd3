import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHost } from './hosted-world.ts';

test('history has who changed what; a stale revision is refused', async (t) => {
  const { call, addEntity } = await openHost(t);
  await addEntity();
  await assert.rejects(addEntity({ id: 'other' }), { code: 'conflict' });
  const { body } = await call('hosted-list.versions');
  const seen = (body as unknown as readonly { change: string; by?: string }[]).map(({ change, by }) => [change, by]);
  assert.deepEqual(seen, [
    ['entity-written', undefined],
    ['created', 'ada'],
  ]);
});
