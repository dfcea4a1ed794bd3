/** A server in a separate process that counts its own work, without the test's wallet. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '@countersign/shared/settings/read-settings';
import { freePort } from '../child-server.ts';
import { copySamples } from '../samples.ts';

/** `settle` waits until the server is quiet; `counts` also lets it do the work that it does shortly after. */
export type Question = 'settle' | 'counts' | 'close';

export interface Answer {
  readonly url?: string;
  readonly counts?: Counts;
}

/** Times of each kind of work, such as `signatures made`. */
export type Counts = Readonly<Record<string, number>>;

export interface CountingServer {
  readonly url: string;
  /** Management request of variant A; a body is JSON. */
  a(path: string, init?: RequestInit): Promise<Response>;
  /** `fetch` that resolves when the server has also finished its work after the response. */
  readonly fetch: typeof fetch;
  /** All work since the start, including the work done shortly after. */
  counts(): Promise<Counts>;
  close(): Promise<void>;
}

const API_KEY = 'counted-work-api-key-0123456789';
const PRELOAD = new URL('count-work.js', import.meta.url).href;

export interface CountingOptions {
  /** Milliseconds since the epoch at which the server's time stops. */
  readonly now: number;
  readonly env?: Environment;
  /** Changes the configuration folder before the start. Default: the samples unchanged */
  readonly configure?: (folder: string) => void;
}

/** Starts it with the sample configuration and an empty store; the caller closes it. */
export async function openCountingServer({ now, env, configure }: CountingOptions): Promise<CountingServer> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-counted-'));
  const config = copySamples(folder);
  configure?.(config);
  const child = fork(join(import.meta.dirname, 'counting-main.js'), {
    execArgv: ['--import', PRELOAD],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      ...addressOf(await freePort()),
      METRICS_PORT: String(await freePort()),
      CONFIG_FOLDER: config,
      DATA_FOLDER: join(folder, 'data'),
      AUTH_API_KEY: API_KEY,
      LOG_LEVEL: 'warn',
      RATE_WALLET: '0',
      RATE_OPEN: '0',
      TRACE: 'failures',
      STILL_AT: String(now),
      ...env,
    },
  });
  const { url = '' } = await nextAnswer(child);
  const ask = async (question: Question): Promise<Answer> => {
    const answered = nextAnswer(child);
    child.send(question);
    return answered;
  };
  const settled: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    const text = await answer.arrayBuffer();
    await ask('settle');
    const { status, headers } = answer;
    return new Response(text.byteLength === 0 ? null : text, { status, headers });
  };
  return {
    url,
    a: (path, init = {}) => {
      const headers = { 'x-api-key': API_KEY, ...(init.body == null ? {} : { 'content-type': 'application/json' }) };
      return settled(url + path, { ...init, headers });
    },
    fetch: settled,
    counts: async () => (await ask('counts')).counts ?? {},
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.send('close' satisfies Question);
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function addressOf(port: number): { readonly PORT: string; readonly PUBLIC_URL: string } {
  return { PORT: String(port), PUBLIC_URL: `http://localhost:${port}` };
}

/** @throws Error if the server ends instead */
function nextAnswer(child: ChildProcess): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const failed = (code: number | null): void => reject(new Error(`The server that counts has ended: ${code}`));
    child.once('exit', failed);
    child.once('message', (answer: Answer) => {
      child.off('exit', failed);
      resolve(answer);
    });
  });
}
