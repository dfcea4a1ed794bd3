/** A primary and its workers, as real processes. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { silentLog } from '@countersign/shared/kernel/log';
import { SettingsError } from '@countersign/shared/settings/read-settings';
import { until } from '@countersign/shared/test/patience';
import { type Primary, startPrimary } from '../src/primary.ts';

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'countersign-primary-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function start(data: string, env: Record<string, string> = {}): Promise<Primary> {
  const folders = { DATA_FOLDER: join(data, 'data'), CONFIG_FOLDER: join(data, 'config') };
  const base = { PATH: process.env.PATH ?? '', PORT: '0', LOG_LEVEL: 'silent', WORKERS: '2' };
  return startPrimary({ env: { ...base, ...folders, ...env }, workers: 2, log: silentLog });
}

async function workersOf({ port }: Primary): Promise<string> {
  const health = (await (await fetch(`http://127.0.0.1:${port}/health`)).json()) as {
    readonly info: { readonly workers: { readonly message: string } };
  };
  return health.info.workers.message;
}

/** One request on a connection that stays open. */
async function ask(port: number, agent: Agent): Promise<Socket> {
  const [answer] = (await once(get({ host: '127.0.0.1', port, path: '/health/live', agent }), 'response')) as [
    IncomingMessage,
  ];
  const { socket } = answer;
  answer.resume();
  await once(answer, 'end');
  return socket;
}

test('two workers answer at one port; one that is killed is replaced, and the other continues', async (t) => {
  const data = folder(t);
  const primary = await start(data);
  t.after(() => primary.close());
  await until('both are ready', async () => (await workersOf(primary)) === '2 of 2 ready');
  assert.equal(primary.url, `http://localhost:${primary.port}`, 'PUBLIC_URL has the real port');
  const key = primary.settings.AUTH_API_KEY ?? '';
  const list = await fetch(`http://127.0.0.1:${primary.port}/session`, { headers: { 'x-api-key': key } });
  assert.equal(list.status, 200, 'the secrets of the primary are those of the workers');
  assert.deepEqual(
    readdirSync(join(data, 'data')).filter((name) => name.startsWith('secrets')),
    ['secrets.json'],
  );
  const [one = 0, two = 0] = primary.pids();
  // Four connections are two of each worker.
  const agents = Array.from({ length: 4 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  t.after(() => {
    for (const agent of agents) agent.destroy();
  });
  const sockets = await Promise.all(agents.map((agent) => ask(primary.port, agent)));
  let ended = 0;
  for (const socket of sockets) {
    socket.once('close', () => {
      ended += 1;
    });
  }
  process.kill(one, 'SIGKILL');
  await until('its connections end', () => ended >= 2);
  await Promise.all(agents.map((agent) => ask(primary.port, agent)));
  assert.equal(ended, 2, 'those of the other worker stay');
  await until('it is replaced', async () => (await workersOf(primary)) === '2 of 2 ready');
  const pids = primary.pids();
  assert.ok(pids.includes(two) && !pids.includes(one) && pids.length === 2);
});

test('a second server on the same data refuses to start; after a close one starts again', async (t) => {
  const data = folder(t);
  const primary = await start(data);
  await assert.rejects(start(data), /is in use by this process/);
  const pids = primary.pids();
  await primary.close();
  await primary.close();
  for (const pid of pids) assert.equal(existsSync(`/proc/${pid}/fd/0`), false, 'no worker is left');
  const again = await start(data);
  await again.close();
});

test('a worker that can not start ends the start with the reason', async (t) => {
  const data = folder(t);
  await (await start(data)).close();
  const foreign = Buffer.alloc(32, 1).toString('base64url');
  await assert.rejects(start(data, { MASTER_KEY: foreign }), /MASTER_KEY/);
});

test('a bad environment leaves no trace', async (t) => {
  const data = folder(t);
  await assert.rejects(start(data, { HAIP: 'true', DPOP: 'optional' }), SettingsError);
  assert.deepEqual(readdirSync(data), []);
});
