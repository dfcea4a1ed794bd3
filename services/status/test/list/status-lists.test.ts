/** The status lists of a tenant, as a backend reads them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { allocate, call, world } from '../world.ts';

test('each list says how full it is and when its token was signed; newest first, in pages', async (t) => {
  const made = await world(t);
  const service = made.replica({ listSize: 16, blockSize: 8 });
  for (const session of ['a', 'b', 'c']) await allocate(service, session, 8);
  const url = 'https://issuer.example/status-lists';
  const listed = async (query: Record<string, string> = {}, tenant = 'default') => {
    const { body, headers } = await call(service, 'status.lists', { query, url, tenant });
    return { lists: body as JsonObject[], link: headers?.link };
  };
  const { lists, link } = await listed();
  assert.deepEqual(
    lists.map(({ number, size, used, free, closed }) => [number, size, used, free, closed]),
    [
      [2, 16, 8, 8, false],
      [1, 16, 16, 0, true],
    ],
  );
  assert.equal(link, undefined);
  assert.match(String(lists[0]?.uri), /\/status-list\/2$/);
  const now = Math.floor(made.now / 1000) * 1000;
  assert.equal(lists[0]?.publishedAt, new Date(now).toISOString());
  assert.ok(String(lists[0]?.expiresAt) > String(lists[0]?.publishedAt));
  const first = await listed({ limit: '1' });
  const after = new URL(/<(.*)>/.exec(first.link ?? '')?.[1] ?? '').searchParams.get('after') ?? '';
  const rest = await listed({ limit: '1', after });
  assert.deepEqual([first.lists[0]?.number, rest.lists[0]?.number, rest.link], [2, 1, undefined]);
  assert.deepEqual((await listed({}, 'root')).lists, []);
});

test('a list of a key set says which one', async (t) => {
  const made = await world(t);
  const service = made.replica({ listSize: 16, blockSize: 8 });
  await allocate(service, 'a', 8);
  await allocate(service, 'b', 8, { keySet: 'staff' });
  const { body } = await call(service, 'status.lists', { url: 'https://issuer.example/status-lists' });
  assert.deepEqual(
    (body as JsonObject[]).map(({ number, keySet }) => [number, keySet]),
    [
      [2, 'staff'],
      [1, undefined],
    ],
  );
});
