/** No engine outlives the process that started it, however that one ends. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { until } from '@countersign/shared/test/patience';
import { canStart, listens } from './started.ts';

const LAUNCHER = new URL('./redis.js', import.meta.url).href;

/** A process that starts Redis, writes its port, and runs `then`. */
function parent(folder: string, then: string) {
  const script = `
    import { startRedis } from ${JSON.stringify(LAUNCHER)};
    const engine = await startRedis({ folder: ${JSON.stringify(folder)} });
    console.log(new URL(engine.url).port);
    ${then}`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
}

const ends: readonly [name: string, signal: NodeJS.Signals | undefined, then: string][] = [
  ['is killed by SIGKILL', 'SIGKILL', ''],
  ['is ended by SIGTERM', 'SIGTERM', ''],
  ['is interrupted', 'SIGINT', ''],
  ['leaves by process.exit', undefined, 'process.exit(0)'],
  ['throws', undefined, 'throw new Error()'],
];

for (const [name, signal, then] of ends) {
  test(`an engine ends with its parent that ${name}`, async (t) => {
    if (!canStart(t, 'redis')) return;
    const folder = mkdtempSync(join(tmpdir(), 'countersign-engine-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const child = parent(folder, then);
    const exit = once(child, 'exit');
    const [line] = await once(createInterface(child.stdout), 'line');
    const port = Number(line);
    if (signal !== undefined) {
      assert.equal(await listens(port), true);
      child.kill(signal);
    }
    await exit;
    await until('the end of the engine', async () => !(await listens(port)), 20_000);
  });
}
