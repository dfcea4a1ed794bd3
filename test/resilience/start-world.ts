/** One service as a separate process, started with wrong settings or unreachable engines. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { ServiceName } from '@countersign/shared/kernel/service-name';
import { until } from '@countersign/shared/test/patience';
import { bundled } from '../support/bundled.ts';
import { type ChildServer, createChildServer, type Ended, freePort } from '../support/child-server.ts';
import { namesIn, removeFromEngines } from '../support/engine-names.ts';
import { copySamples } from '../support/samples.ts';

/** Must not be in any output: part of every password in these tests. */
export const PASSWORD = 'Tr0ub4dor-of-the-start';

export interface StartedChild extends ChildServer {
  /** Everything that it wrote, also on stderr once it has ended. */
  output(): string;
  health(path?: '/live' | '/ready'): Promise<number>;
  components(): Promise<Readonly<Record<string, string>>>;
  /** Waits for a line that contains all of these. */
  says(...words: readonly string[]): Promise<void>;
}

/** Settings with which a service can start, on the engines in the environment, with separate names in them. */
export function startEnv(own: Readonly<Record<string, string>> = {}): Record<string, string> {
  const { KAFKA_BROKERS = '', MONGODB_URL = '', REDIS_URL = '' } = process.env;
  return {
    ...(namesIn(`start-${process.pid}-${Date.now().toString(36)}-${Math.floor(Math.random() * 1e6)}`) as Record<
      string,
      string
    >),
    KAFKA_BROKERS,
    MONGODB_URL,
    REDIS_URL,
    PUBLIC_URL: 'http://localhost:3000',
    AUTH_API_KEY: 'start-api-key-0123456789abcdef',
    MASTER_KEY: Buffer.from('start-master-key-0123456789abcde').toString('base64url'),
    INTERNAL_SECRET: 'start-internal-secret-0123456789-abcdefghijk',
    STOP_DELAY: '0',
    ...own,
  };
}

/** Starts a service; at the end of the test it is killed, and its output may contain no password. */
export async function beginService(
  t: TestContext,
  service: ServiceName,
  env: Readonly<Record<string, string>>,
): Promise<StartedChild> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-start-'));
  copySamples(folder);
  const port = env.PORT ?? String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const main = bundled(service);
  const child = createChildServer({ main, folder, url, env: { ...env, PORT: port } });
  const run = child.begin();
  let last: Ended | undefined;
  void run.ended.then((ended) => {
    last = ended;
  });
  const output = (): string => [...child.lines, last?.stderr ?? ''].join('\n');
  t.after(async () => {
    await child.close();
    rmSync(folder, { recursive: true, force: true });
    assert.ok(!output().includes(PASSWORD), 'a password stands in the output');
  });
  return {
    ...child,
    get pid() {
      return child.pid;
    },
    output,
    health: async (path) => {
      const answer = await fetch(`${url}/health${path ?? ''}`);
      await answer.text();
      return answer.status;
    },
    components: async () => {
      const { components } = (await (await fetch(`${url}/health`)).json()) as { components: Record<string, string> };
      return components;
    },
    says: (...words) =>
      until(`a line of ${service} names ${words.join(', ')}\n${output()}`, async () =>
        child.lines.some((line) => words.every((word) => line.includes(word))),
      ),
  };
}

/** Waits until it is alive and not ready. */
export async function aliveNotReady(child: StartedChild): Promise<void> {
  await until('it is alive', async () => (await child.health('/live')) === 200);
  assert.equal(await child.health('/ready'), 503);
}

/** Waits until it is ready and every component is up. */
export async function allUp(child: StartedChild): Promise<void> {
  await until('it is ready', async () => (await child.health('/ready')) === 200);
  await until('every component is up', async () => !Object.values(await child.components()).includes('down'));
  assert.deepEqual(child.surprises, []);
}

/** At the end, removes what the services created in the environment's engines. */
export function removedAfter(t: TestContext, env: Readonly<Record<string, string>>): void {
  t.after(() => removeFromEngines(env));
}
