import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHost } from './hosted-world.ts';

test('a list is cached for less than it lasts, and not served after its end', async (t) => {
  const { world, call } = await openHost(t);
  const { headers } = await call('published-list');
  assert.equal(headers?.['cache-control'], 'public, max-age=300');
  world.now += 3_590_000;
  assert.equal((await call('published-list')).headers?.['cache-control'], 'public, max-age=10');
  world.now += 10_000;
  await assert.rejects(call('published-list'), { code: 'temporarily_unavailable' });
  await assert.rejects(call('published-list', { params: { list: 'other' } }), { code: 'not_found' });
});
