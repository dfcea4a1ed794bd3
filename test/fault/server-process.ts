/** The real server in a process of its own, on loopback: to be killed and started again on the same data folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** Compiled to test/dist/fault. */
const ROOT = resolve(import.meta.dirname, '../../..');
const MAIN = join(ROOT, 'services/standalone/dist/src/main.js');
export const API_KEY = 'fault-api-key-0123456789abcdef';

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
}

/** One run of the server. */
export interface Run {
  readonly pid: number;
  readonly ended: Promise<Ended>;
}

export interface ServerProcess {
  readonly url: string;
  readonly dataFolder: string;
  /** What the server logged, all runs, from level warn on. */
  readonly lines: readonly string[];
  /** Runs that ended although nobody stopped them. */
  readonly surprises: readonly Ended[];
  /** Starts a run, without waiting until it takes requests. */
  begin(): Run;
  /** Starts a run where there is none, and resolves when it takes requests. */
  start(): Promise<void>;
  /** SIGKILL, and waits for the end. */
  kill(): Promise<void>;
  /** SIGTERM, and waits for the end. */
  terminate(): Promise<Ended>;
  /** Another server with the same settings and data, on a port of its own. */
  beginSecond(): Promise<Run>;
  writeConfig(path: string, content: unknown): void;
  /** Kills what runs and removes the folders. */
  close(): Promise<void>;
}

/** Makes the folders, with the sample configuration, and finds a port; starts nothing yet. */
export async function openServerProcess(env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-fault-'));
  const dataFolder = join(folder, 'data');
  cpSync(join(ROOT, 'config'), join(folder, 'config'), { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const lines: string[] = [];
  const surprises: Ended[] = [];
  const runs = new Set<ChildProcess>();
  let current: { readonly child: ChildProcess; readonly run: Run; stopped: boolean } | undefined;

  const launch = (ownPort: number): { child: ChildProcess; run: Run } => {
    const settings = { PORT: String(ownPort), PUBLIC_URL: url, DATA_FOLDER: dataFolder };
    const child = spawn(process.execPath, ['--enable-source-maps', MAIN], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        CONFIG_FOLDER: 'config',
        AUTH_API_KEY: API_KEY,
        LOG_LEVEL: 'warn',
        ...settings,
        ...env,
      },
    });
    if (child.pid === undefined) throw new Error('The server process did not start');
    runs.add(child);
    createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    const ended = new Promise<Ended>((done) => {
      child.once('close', (code, signal) => {
        runs.delete(child);
        done({ code, signal, stderr });
      });
    });
    return { child, run: { pid: child.pid, ended } };
  };
  const begin = (): Run => {
    if (current !== undefined) throw new Error('The server runs already');
    const started = { ...launch(port), stopped: false };
    current = started;
    void started.run.ended.then((ended) => {
      if (!started.stopped) surprises.push(ended);
      if (current === started) current = undefined;
    });
    return started.run;
  };
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<Ended> => {
    if (current === undefined) throw new Error('The server does not run');
    const { child, run } = current;
    current.stopped = true;
    child.kill(signal);
    return run.ended;
  };
  return {
    url,
    dataFolder,
    lines,
    surprises,
    begin,
    start: async () => {
      if (current === undefined) begin();
      await untilReady(url, () => current !== undefined);
    },
    kill: async () => void (await end('SIGKILL')),
    terminate: () => end('SIGTERM'),
    beginSecond: async () => launch(await freePort()).run,
    writeConfig: (path, content) => writeFileSync(join(folder, 'config', path), JSON.stringify(content)),
    close: async () => {
      if (current !== undefined) current.stopped = true;
      const left = [...runs].map((child) => new Promise((done) => child.once('close', done)));
      for (const child of runs) child.kill('SIGKILL');
      await Promise.all(left);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A free port below the range from which the system takes ports for connections: while the server is down, a
 * connection of the test itself could take its port otherwise.
 */
async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (await canListen(port)) return port;
  }
  throw new Error('There is no free port');
}

function canListen(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
}

async function untilReady(url: string, alive: () => boolean): Promise<void> {
  const end = Date.now() + 20_000;
  while (Date.now() < end) {
    if (!alive()) throw new Error('The server ended before it was ready');
    const ready = await fetch(`${url}/health/ready`).then(
      async (answer) => (await answer.text()) !== '' && answer.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error('The server did not become ready');
}
