/** Runs the commands of docs/how-to/restore.md for one process, between two servers. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../support/child-server.ts';
import { blocksOf, makeClone, runShell, untilReady } from '../../support/documented-commands.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = new Promise((done) => server.once('exit', done));
  server.kill('SIGTERM');
  await ended;
}

test('a backup comes back by the commands for one process', async (t) => {
  const folder = makeClone();
  const servers: ChildProcess[] = [];
  t.after(async () => {
    for (const server of servers) await stop(server);
    rmSync(folder, { recursive: true, force: true });
  });
  const start = async (): Promise<ChildProcess> => {
    const port = await freePort();
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), METRICS_PORT: '0' };
    const main = join(ROOT, 'bundle/standalone.js');
    const server = spawn(process.execPath, [main], { cwd: folder, env, stdio: 'ignore' });
    servers.push(server);
    await untilReady(`http://localhost:${port}`, server);
    return server;
  };
  const backup = join(folder, 'backup');
  const document = readFileSync(join(ROOT, 'docs/how-to/restore.md'), 'utf8').replaceAll('/backups/2026-11-21', backup);
  const commands = blocksOf(document).map(({ text }) => text);
  assert.equal(commands.length, 1);

  const first = await start();
  assert.match(await runShell(`npm run --silent backup -- ${backup}`, folder), /^backed up to /m);
  await stop(first);
  const output = await runShell(`set -euo pipefail\n${commands.join('\n')}`, folder);
  assert.match(output, /^done: the services may start$/m);
  assert.ok(existsSync(join(folder, 'data.old/store')));
  await start();
});
