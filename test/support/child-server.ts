/** A server in a separate process, on loopback: to be started, killed and restarted. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { until } from '@countersign/shared/test/patience';

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

export interface ChildServer {
  readonly url: string;
  /** The log of all runs. */
  readonly lines: readonly string[];
  /** Runs that ended although the test did not stop them. */
  readonly surprises: readonly Ended[];
  /** Process id of the current run. */
  readonly pid: number | undefined;
  /** Starts a run, without waiting until it accepts requests. */
  begin(): Run;
  /** Starts a run unless there is one, and resolves when it accepts requests. */
  start(): Promise<void>;
  /** SIGKILL, and waits for the end. */
  kill(): Promise<void>;
  /** SIGTERM, and waits for the end. */
  terminate(): Promise<Ended>;
  /** Kills a running process. */
  close(): Promise<void>;
}

export interface ChildServerOptions {
  /** Compiled main file. */
  readonly main: string;
  readonly folder: string;
  /** The whole environment, except PATH. */
  readonly env: Readonly<Record<string, string>>;
  readonly url: string;
  readonly onLine?: (line: string) => void;
  readonly nodeOptions?: readonly string[];
}

export function createChildServer(options: ChildServerOptions): ChildServer {
  const { main, folder, env, url, onLine, nodeOptions = [] } = options;
  const lines: string[] = [];
  const surprises: Ended[] = [];
  let current: { readonly child: ChildProcess; readonly run: Run; stopped: boolean } | undefined;

  const begin = (): Run => {
    if (current !== undefined) throw new Error('The server runs already');
    const child = spawn(process.execPath, [...nodeOptions, main], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Many run in parallel; a developer who wants to inspect one sets the port.
      env: { PATH: process.env.PATH, METRICS_PORT: '0', ...env },
    });
    if (child.pid === undefined) throw new Error('The server process did not start');
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      onLine?.(line);
    });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    const ended = new Promise<Ended>((done) => {
      child.once('close', (code, signal) => done({ code, signal, stderr }));
    });
    const started = { child, run: { pid: child.pid, ended }, stopped: false };
    current = started;
    void ended.then((how) => {
      if (!started.stopped) surprises.push(how);
      if (current === started) current = undefined;
    });
    return started.run;
  };
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<Ended> => {
    if (current === undefined) throw new Error(`The server does not run ${JSON.stringify(surprises.at(-1) ?? '')}`);
    const { child, run } = current;
    current.stopped = true;
    child.kill(signal);
    return run.ended;
  };
  return {
    url,
    lines,
    surprises,
    get pid() {
      return current?.run.pid;
    },
    begin,
    start: async () => {
      if (current === undefined) begin();
      await untilReady(url, () => current !== undefined).catch((error: unknown) => {
        const said = [...lines.slice(-5), surprises.at(-1)?.stderr ?? ''].join('\n');
        throw new Error(`${String(error)}\n${said}`);
      });
    },
    kill: async () => void (await end('SIGKILL')),
    terminate: () => end('SIGTERM'),
    close: async () => {
      if (current === undefined) return;
      await end('SIGKILL');
    },
  };
}

/**
 * A free port below the range from which the system assigns ports for connections. While the server is down, a
 * connection of the test itself could otherwise use its port.
 */
export async function freePort(): Promise<number> {
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

/** Resolves when the server reports that it is ready. */
async function untilReady(url: string, alive: () => boolean): Promise<void> {
  const ready = async (): Promise<boolean> => {
    const answer = await fetch(`${url}/health/ready`);
    return (await answer.text()) !== '' && answer.ok;
  };
  await until('a ready server', () => !alive() || ready());
  if (!alive()) throw new Error('The server ended before it was ready');
}
