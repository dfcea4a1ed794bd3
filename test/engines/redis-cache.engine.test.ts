/** The cache adapter while its server is unreachable, reachable again, silent or refuses. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cache } from '@countersign/shared/cache/port';
import { createRedisCache } from '@countersign/shared/cache/redis/cache';
import { createLog } from '@countersign/shared/kernel/log';
import { patience, until } from '@countersign/shared/test/patience';
import { type Engine, freePort } from './engine.ts';
import { redisCommand, startRedis } from './redis.ts';
import { canStart, started } from './started.ts';

const GONE = { code: 'temporarily_unavailable' };

interface Line {
  readonly level: string;
  readonly message: string;
  readonly code?: string;
  readonly detail?: string;
}

/**
 * A cache with a clock that tests set, and its log lines. @param limit of a command. Default: what this machine needs
 */
async function openCache(t: TestContext, url: string, limit?: number) {
  const at = { now: 1_700_000_000_000 };
  const lines: Line[] = [];
  const texts: string[] = [];
  const log = createLog(
    'debug',
    () => at.now,
    (line) => {
      texts.push(line);
      lines.push(JSON.parse(line) as Line);
    },
  );
  const timeout = limit ?? (await patience(1000));
  const cache = createRedisCache({
    url,
    prefix: 'test:',
    clock: () => at.now,
    log,
    timeout,
    wait: async () => undefined,
  });
  t.after(() => cache.close());
  return { cache, at, lines, texts };
}

function whenConnected(cache: Cache): Promise<void> {
  return until('an answer of Redis', async () => {
    await cache.ping();
    return true;
  });
}

function whenLogged(lines: readonly Line[], count: number): Promise<void> {
  return until(`${count} lines`, () => lines.length >= count);
}

async function assertGone(cache: Cache): Promise<void> {
  await assert.rejects(cache.addOnce('a', 1000), GONE);
  await assert.rejects(cache.increment('a', 1000), GONE);
  await assert.rejects(cache.ping(), GONE);
}

function portOf(engine: Engine): number {
  return Number(new URL(engine.url).port);
}

test('a stopped Redis refuses every command, and a restarted one serves them, as an emptied one', async (t) => {
  if (!canStart(t, 'redis')) return;
  const engine = await started(t, startRedis);
  const { cache, at, lines } = await openCache(t, engine.url);
  await whenConnected(cache);
  const since = at.now + 2000;
  assert.deepEqual(await cache.addOnce('used', 60_000), { first: true, completeSince: since });
  for (const end of [engine.stop, engine.kill]) {
    await end();
    await assertGone(cache);
    at.now += 60_000;
    await engine.start();
    await whenConnected(cache);
    assert.deepEqual(await cache.addOnce('used', 60_000), { first: true, completeSince: at.now + 2000 });
  }
  const wanted = ['error', 'info', 'error', 'info'];
  await whenLogged(lines, wanted.length);
  assert.deepEqual(
    lines.map(({ level }) => level),
    wanted,
    JSON.stringify(lines),
  );
});

test('a command under way when Redis is killed is refused at once', async (t) => {
  if (!canStart(t, 'redis')) return;
  const engine = await started(t, startRedis);
  const { cache } = await openCache(t, engine.url);
  await whenConnected(cache);
  process.kill(engine.pid ?? 0, 'SIGSTOP');
  const calls = Array.from({ length: 20 }, (_, i) => assert.rejects(cache.addOnce(`${i}`, 1000), GONE));
  await engine.kill();
  await Promise.all(calls);
});

test('a Redis that keeps silent is given up, and used again when it answers', async (t) => {
  if (!canStart(t, 'redis')) return;
  const engine = await started(t, startRedis);
  const { cache, lines } = await openCache(t, engine.url);
  const hurried = await openCache(t, engine.url, 100);
  await whenConnected(cache);
  await whenConnected(hurried.cache);
  process.kill(engine.pid ?? 0, 'SIGSTOP');
  const patient = assert.rejects(cache.addOnce('a', 60_000), GONE).then(() => 'patient');
  const first = assert.rejects(hurried.cache.addOnce('a', 60_000), GONE).then(() => 'hurried');
  assert.equal(await Promise.race([patient, first]), 'hurried');
  await patient;
  await whenLogged(lines, 1);
  assert.deepEqual([lines[0]?.level, lines[0]?.code], ['error', 'TIMEOUT']);
  process.kill(engine.pid ?? 0, 'SIGCONT');
  await whenConnected(cache);
  assert.equal((await cache.addOnce('b', 60_000)).first, true);
});

test('a restart from an older snapshot moves the time: the marks since then are lost', async (t) => {
  if (!canStart(t, 'redis')) return;
  const engine = await started(t, startRedis);
  const { cache, at } = await openCache(t, engine.url);
  await whenConnected(cache);
  await cache.addOnce('in the snapshot', 600_000);
  assert.equal(await redisCommand(portOf(engine), ['SAVE']), '+OK');
  await cache.addOnce('after it', 600_000);
  await engine.kill();
  at.now += 5000;
  await engine.start();
  await whenConnected(cache);
  assert.equal((await cache.addOnce('in the snapshot', 600_000)).first, false, 'the snapshot was read');
  assert.deepEqual(await cache.addOnce('after it', 600_000), { first: true, completeSince: at.now + 2000 });
});

test('a Redis that starts later is found', async (t) => {
  if (!canStart(t, 'redis')) return;
  const port = await freePort();
  const { cache, lines } = await openCache(t, `redis://127.0.0.1:${port}`);
  await assertGone(cache);
  await whenLogged(lines, 1);
  assert.deepEqual([lines[0]?.level, lines[0]?.code], ['error', 'ECONNREFUSED']);
  assert.match(lines[0]?.message ?? '', /REDIS_URL/);
  await started(t, ({ folder }) => startRedis({ folder, port }));
  await whenConnected(cache);
  // The line may come shortly after the first response.
  await whenLogged(lines, 2);
  assert.deepEqual(
    lines.map(({ level }) => level),
    ['error', 'info'],
  );
});

test('a wrong login, a missing one and a wrong database are named once, without the password', async (t) => {
  if (!canStart(t, 'redis')) return;
  const engine = await started(t, startRedis);
  const port = portOf(engine);
  const database = await openCache(t, `${engine.url}/99`);
  await whenLogged(database.lines, 1);
  assert.match(database.lines[0]?.message ?? '', /no database of that number/);
  await redisCommand(port, ['CONFIG', 'SET', 'requirepass', 'right-4711']);
  for (const login of ['', ':wrong-4711@', 'somebody:right-4711@']) {
    const { cache, lines, texts } = await openCache(t, `redis://${login}127.0.0.1:${port}`);
    await whenLogged(lines, 1);
    await assertGone(cache);
    // More attempts follow, without more lines.
    await sleep(300);
    assert.equal(lines.length, 1, texts.join(''));
    assert.match(lines[0]?.message ?? '', /refuses the login.*REDIS_URL/);
    assert.ok(!texts.join('').includes('4711'));
    await cache.close();
  }
  const { cache } = await openCache(t, `redis://:right-4711@127.0.0.1:${port}/3`);
  await whenConnected(cache);
});

test('a user without the right to identify the server causes a log line', async (t) => {
  if (!canStart(t, 'redis')) return;
  const engine = await started(t, startRedis);
  const rights = ['on', '>password', '~*', '+@all', '-info'];
  await redisCommand(portOf(engine), ['ACL', 'SETUSER', 'limited', ...rights]);
  const { cache, lines } = await openCache(t, `redis://limited:password@127.0.0.1:${portOf(engine)}`);
  await whenLogged(lines, 1);
  assert.match(lines[0]?.message ?? '', /rights of the user/);
  await assertGone(cache);
});

test('an invalid address refuses every command and is logged once', async (t) => {
  for (const url of [
    'http://:4711@127.0.0.1:1',
    '127.0.0.1:4711',
    'redis://',
    'redis://h/4711x',
    'redis://:%4711@h:x',
  ]) {
    const { cache, texts } = await openCache(t, url);
    await assertGone(cache);
    assert.equal(texts.length, 1);
    assert.match(texts[0] ?? '', /REDIS_URL is not a Redis address/);
    assert.ok(!texts[0]?.includes('4711'));
  }
});

test('a Redis that drops marks when it is full is warned of', async (t) => {
  if (!canStart(t, 'redis')) return;
  const engine = await started(t, startRedis);
  await redisCommand(portOf(engine), ['CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru']);
  const { cache, lines } = await openCache(t, engine.url);
  await whenConnected(cache);
  await whenLogged(lines, 1);
  assert.deepEqual([lines[0]?.level, lines[0]?.detail], ['warn', 'allkeys-lru']);
});

test('a full Redis refuses marks: no caller counts as the first', async (t) => {
  if (!canStart(t, 'redis')) return;
  const engine = await started(t, startRedis);
  const { cache, lines } = await openCache(t, engine.url);
  await whenConnected(cache);
  await redisCommand(portOf(engine), ['CONFIG', 'SET', 'maxmemory', '1']);
  for (let i = 0; i < 3; i += 1) {
    await assert.rejects(cache.addOnce('full', 1000), GONE);
    await assert.rejects(cache.increment('full', 1000), GONE);
  }
  assert.deepEqual(
    lines.map(({ message, code }) => [message, code]),
    [['Redis refuses commands', 'OOM']],
  );
  await redisCommand(portOf(engine), ['CONFIG', 'SET', 'maxmemory', '0']);
  assert.equal((await cache.addOnce('full', 1000)).first, true);
});
