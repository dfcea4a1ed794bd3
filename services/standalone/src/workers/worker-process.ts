/** A worker as the primary sees it: its process, which is started again when it ends. */
import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Log } from '@countersign/shared/kernel/log';
import type { FromWorker, ToWorker, WorkerStart } from './messages.ts';
import { restartPause } from './restart-pause.ts';

/** One run of a worker. */
export interface WorkerRun {
  readonly place: string;
  readonly pid: number | undefined;
  /** A message to a run that has ended is lost. */
  send(message: ToWorker, socket?: Socket): void;
}

export interface WorkerEvents {
  message(run: WorkerRun, message: FromWorker): void;
  /** The process has ended, and everything that it sent has arrived. */
  ended(run: WorkerRun): void;
}

export interface WorkerOptions {
  /** The worker's number among the others, from 1. */
  readonly number: number;
  readonly fork: () => ChildProcess;
  readonly start: Omit<WorkerStart, 'place' | 'first'>;
  readonly events: WorkerEvents;
  readonly log: Log;
}

export interface SupervisedWorker {
  readonly run: WorkerRun | undefined;
  /** Lets the worker finish its responses, and does not start it again. Resolves when it has ended. */
  stop(): Promise<void>;
  /** SIGKILL, for a worker that does not stop. */
  kill(): void;
}

export function superviseWorker(options: WorkerOptions): SupervisedWorker {
  const { number, events, log } = options;
  let current: { readonly run: WorkerRun; readonly child: ChildProcess; readonly ended: Promise<void> } | undefined;
  let runs = 0;
  let failed = 0;
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;

  const begin = (): void => {
    runs += 1;
    const child = options.fork();
    const run = runOf(child, `${number}.${runs}`);
    failed += 1;
    child.on('message', (message) => {
      const said = message as FromWorker;
      if (said.kind === 'ready') failed = 0;
      events.message(run, said);
    });
    run.send({ kind: 'start', start: { ...options.start, place: run.place, first: number === 1 && runs === 1 } });
    const ended = endOf(child).then((how) => {
      current = undefined;
      events.ended(run);
      if (stopping) return;
      const pause = restartPause(failed);
      log.error('A worker has ended, and is started again', {
        detail: `worker ${number}: ${how}`,
        milliseconds: pause,
      });
      timer = setTimeout(begin, pause);
    });
    current = { run, child, ended };
  };
  begin();
  return {
    get run() {
      return current?.run;
    },
    stop: async () => {
      stopping = true;
      clearTimeout(timer);
      current?.run.send({ kind: 'stop' });
      await current?.ended;
    },
    kill: () => void current?.child.kill('SIGKILL'),
  };
}

function runOf(child: ChildProcess, place: string): WorkerRun {
  return {
    place,
    pid: child.pid,
    send: (message, socket) => {
      if (!child.connected) return;
      // The copy of a connection stays until the worker has said that it has its own. A failed send ends with the process.
      child.send(message, socket, { keepOpen: true }, () => undefined);
    },
  };
}

/**
 * Resolves with the reason when the process has ended and its channel is read to the end: that is `close`. `disconnect`
 * does not occur if the process ended before it had taken a connection that was sent to it.
 */
function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`));
    // A process that could not be started; other errors are followed by its end.
    child.once('error', (error) => {
      if (child.pid === undefined) resolve(error.name);
    });
  });
}
