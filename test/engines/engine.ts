/** A real server for tests: a separate process on loopback, which never outlives the process that started it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { until } from '@countersign/shared/test/patience';

export interface Engine {
  readonly name: string;
  /** Product, version and build, for reports: `Kafka 4.4.0`. */
  readonly product: string;
  /** `host:port` of Kafka, otherwise a URL. */
  readonly url: string;
  /** Undefined while it does not run. */
  readonly pid: number | undefined;
  /** Restarts it: same data, same port. Resolves when it responds. */
  start(): Promise<void>;
  /** SIGTERM; resolves when the process has ended. */
  stop(): Promise<void>;
  /** SIGKILL; resolves when the process has ended. */
  kill(): Promise<void>;
}

export interface EngineOptions {
  readonly name: string;
  /** Default: the name. */
  readonly product?: string;
  readonly url: string;
  /** The port of loopback that it listens on. */
  readonly port: number;
  /** For data and the output of the process. */
  readonly folder: string;
  /** Asked for at every start. */
  readonly command: () => { readonly file: string; readonly args: readonly string[]; readonly env?: NodeJS.ProcessEnv };
  /** True once the server responds. A rejection also means that it doesn't. */
  readonly answers: () => Promise<boolean>;
  /** Called when the process ended by `stop`. */
  readonly stopped?: () => Promise<void>;
}

const STOP_LIMIT = 20_000;

/** Process groups that run now; each ends with this process. */
const running = new Set<number>();
let watching = false;

/** Starts an engine. @throws Error with the end of its output if it ends or does not respond */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  mkdirSync(options.folder, { recursive: true });
  let child: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = child;
    if (ending?.pid === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill(signal);
    const limit = setTimeout(() => ending.kill('SIGKILL'), STOP_LIMIT);
    await ended;
    clearTimeout(limit);
    // A shell may have gone before the server that it started.
    endGroup(ending.pid);
  };
  const engine: Engine = {
    name: options.name,
    product: options.product ?? options.name,
    url: options.url,
    get pid() {
      return child?.pid;
    },
    async start() {
      if (child !== undefined) throw new Error(`${options.name} runs already`);
      // A different server's response must not be taken for this one's.
      if (!(await isFree(options.port))) throw new Error(`${options.name}: port ${options.port} is in use`);
      const started = spawnGuarded(options);
      child = started;
      started.once('exit', () => {
        child = undefined;
      });
      try {
        await untilAnswer(options, started);
      } catch (error) {
        await end('SIGKILL');
        throw error;
      }
    },
    async stop() {
      if (child === undefined) return;
      await end('SIGTERM');
      await options.stopped?.();
    },
    kill: () => end('SIGKILL'),
  };
  await engine.start();
  return engine;
}

function outputFile(folder: string): string {
  return join(folder, 'output.log');
}

/** A separate process group: Ctrl-C in the terminal must not end the server before its tests. */
function spawnGuarded(options: EngineOptions): ChildProcess {
  const { file, args, env } = options.command();
  const output = openSync(outputFile(options.folder), 'a');
  const child = spawn(file, args, {
    cwd: options.folder,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  // 'exit' follows only if there was a process.
  child.once('error', () => child.emit('exit', null, null));
  const { pid } = child;
  if (pid === undefined) return child;
  running.add(pid);
  const dismiss = watch(pid);
  child.once('exit', () => {
    running.delete(pid);
    dismiss();
  });
  return child;
}

/**
 * A shell that waits for the end of its input, which comes when this process has ended, even through SIGKILL, and then
 * ends the group. A line reports that the group has ended.
 */
function watch(group: number): () => void {
  if (!watching) {
    watching = true;
    process.once('exit', () => {
      for (const one of running) endGroup(one);
    });
  }
  const script = `trap '' HUP INT TERM; read -r line || kill -s KILL -- "-$0"`;
  const shell = spawn('sh', ['-c', script, String(group)], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  shell.unref();
  // Another process may have ended the shell; the exit handler is still there.
  shell.stdin.on('error', () => undefined);
  return () => shell.stdin.end('ended\n');
}

function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

async function untilAnswer(options: EngineOptions, child: ChildProcess): Promise<void> {
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  await until(`an answer of ${options.name}`, async () => ended || options.answers()).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${outputEnd(options.folder)}`);
  });
  if (ended) throw new Error(`${options.name} ended at once\n${outputEnd(options.folder)}`);
}

function outputEnd(folder: string): string {
  return readFileSync(outputFile(folder), 'utf8').slice(-3000);
}

/**
 * A free port on loopback, below the range that systems use for outgoing connections, so that no process takes it while
 * the engine is stopped.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
