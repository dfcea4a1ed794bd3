import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort, startEngine } from './engine.ts';
import { redisCommand, startRedis } from './redis.ts';
import { canStart, listens, started } from './started.ts';

test('Redis starts again on the same port, and empty', async (t) => {
  if (!canStart(t, 'redis')) return;
  const engine = await started(t, startRedis);
  const port = Number(new URL(engine.url).port);
  for (const end of [engine.stop, engine.kill]) {
    assert.equal(await redisCommand(port, ['SET', 'a', 'ä b']), '+OK');
    assert.equal(await redisCommand(port, ['STRLEN', 'a']), ':4');
    await end();
    assert.equal(engine.pid, undefined);
    assert.equal(await listens(port), false);
    await engine.start();
    assert.equal(await redisCommand(port, ['EXISTS', 'a']), ':0');
  }
});

test('an engine is started once, and ending it twice is no error', async (t) => {
  if (!canStart(t, 'redis')) return;
  const engine = await started(t, startRedis);
  await assert.rejects(engine.start(), /runs already/);
  await engine.stop();
  await engine.stop();
  await engine.kill();
});

test('the answer of another server is not taken for that of an engine', async (t) => {
  if (!canStart(t, 'redis')) return;
  const engine = await started(t, startRedis);
  const port = Number(new URL(engine.url).port);
  const second = started(t, ({ folder }) => startRedis({ folder, port }));
  await assert.rejects(second, /is in use/);
});

test('an engine that ends at once is reported with its output', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-engine-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const script = 'process.stderr.write("no such option"); process.exit(1)';
  const command = () => ({ file: process.execPath, args: ['-e', script] });
  const given = { name: 'wrong', url: '', port: await freePort(), folder, answers: async () => false };
  await assert.rejects(startEngine({ ...given, command }), /wrong ended at once\nno such option/);
  const nothing = () => ({ file: join(folder, 'nothing'), args: [] });
  await assert.rejects(startEngine({ ...given, command: nothing }), /wrong ended at once/);
});
