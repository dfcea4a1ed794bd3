/** A primary's workers: handles each worker's messages, and tells each what happens to the others. */
import type { ChildProcess } from 'node:child_process';
import type { Log } from '@countersign/shared/kernel/log';
import type { HandOut, Taker } from './hand-out.ts';
import type { CacheAnswer, CacheAsk, FromWorker, WorkerStart } from './messages.ts';
import { type SignsOfLife, watchSignsOfLife } from './signs-of-life.ts';
import { type SupervisedWorker, superviseWorker, type WorkerEvents, type WorkerRun } from './worker-process.ts';
import type { WorkerScrapes } from './worker-scrapes.ts';

/** Places of ended workers that the others know: more than have jobs that wait for their leases. */
const MAX_ENDED = 1000;
/** Milliseconds after which a worker that does not stop is killed: less than the primary has for its own stop. */
const LONGEST_STOP = 12_000;

export interface WorkersOptions {
  readonly count: number;
  readonly fork: () => ChildProcess;
  readonly start: Omit<WorkerStart, 'place' | 'first'>;
  readonly answer: (asks: readonly CacheAsk[]) => Promise<readonly CacheAnswer[]>;
  readonly handOut: HandOut;
  readonly scrapes: WorkerScrapes;
  readonly log: Log;
}

export interface Workers {
  /** Resolves when one worker handles requests. @throws Error if the first one can't start */
  readonly first: Promise<void>;
  /** The configuration's problems, as text. */
  readonly findings: Promise<string | undefined>;
  readonly runs: () => readonly WorkerRun[];
  readonly pids: () => readonly number[];
  stop(): Promise<void>;
}

interface Group extends WorkersOptions {
  readonly supervised: SupervisedWorker[];
  /** What gives connections to the runs that have been ready. */
  readonly takers: Map<WorkerRun, Taker>;
  readonly ready: Set<WorkerRun>;
  /** Workers that no longer accept connections. */
  readonly draining: Set<WorkerRun>;
  readonly life: SignsOfLife<WorkerRun>;
  /** Places of ended runs, the latest last. */
  ended: readonly string[];
  readonly first: Promised<void>;
  readonly findings: Promised<string | undefined>;
}

interface Promised<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
}

export function startWorkers(options: WorkersOptions): Workers {
  const group: Group = {
    ...options,
    supervised: [],
    takers: new Map(),
    ready: new Set(),
    draining: new Set(),
    ended: [],
    life: watchSignsOfLife({
      silent: (run) => isSilent(group, run),
      back: (run) => isBack(group, run),
      lost: (run) => isLost(group, run),
    }),
    first: promised(),
    findings: promised(),
  };
  supervise(group);
  return {
    first: group.first.promise,
    findings: group.findings.promise,
    runs: () => runsOf(group),
    pids: () => runsOf(group).flatMap(({ pid }) => pid ?? []),
    stop: () => stopAll(group),
  };
}

function supervise(group: Group): void {
  const number = group.supervised.length + 1;
  const events: WorkerEvents = {
    message: (run, sent) => handle(group, run, sent),
    ended: (run) => hasEnded(group, run),
  };
  group.supervised.push(superviseWorker({ ...group, start: group.start, number, events }));
}

function runsOf({ supervised }: Group): readonly WorkerRun[] {
  return supervised.flatMap(({ run }) => run ?? []);
}

/** Tells each worker how many are ready and which have ended. */
function tell(group: Group): void {
  const { ready, ended } = group;
  for (const run of runsOf(group)) run.send({ kind: 'workers', state: { ready: ready.size, ended } });
}

function handle(group: Group, run: WorkerRun, sent: FromWorker): void {
  const { handOut, takers } = group;
  const taker = takers.get(run);
  group.life.heard(run);
  switch (sent.kind) {
    case 'alive':
      break;
    case 'ready':
      isReady(group, run);
      break;
    case 'findings':
      group.findings.resolve(sent.text);
      break;
    case 'failed':
      group.log.error('A worker cannot start', { detail: sent.text });
      group.first.reject(new Error(sent.text));
      break;
    case 'draining':
      group.draining.add(run);
      takesNoMore(group, run);
      break;
    case 'taken':
      handOut.taken(sent.id);
      break;
    case 'closed':
      if (taker !== undefined) handOut.closed(taker, sent.id);
      break;
    case 'cache':
      void group.answer(sent.asks).then((answers) => run.send({ kind: 'cache', answers }));
      break;
    case 'events':
      for (const other of runsOf(group)) if (other !== run) other.send(sent);
      break;
    case 'scraped':
      group.scrapes.scraped(sent.id, sent.samples);
      break;
  }
}

function isReady(group: Group, run: WorkerRun): void {
  const taker: Taker = { give: (id, socket) => run.send({ kind: 'connection', id }, socket) };
  group.takers.set(run, taker);
  group.ready.add(run);
  group.life.watch(run);
  group.handOut.add(taker);
  group.first.resolve();
  // One first: what a first start creates exists when the others start.
  while (group.supervised.length < group.count) supervise(group);
  tell(group);
}

function takesNoMore(group: Group, run: WorkerRun): void {
  const taker = group.takers.get(run);
  group.ready.delete(run);
  if (taker !== undefined) group.handOut.drain(taker);
  tell(group);
}

/** Its connections stay: it may respond again. */
function isSilent(group: Group, run: WorkerRun): void {
  group.log.warn('A worker does not respond, and receives no connections', { detail: `worker ${run.place}` });
  takesNoMore(group, run);
}

function isBack(group: Group, run: WorkerRun): void {
  const taker = group.takers.get(run);
  if (taker === undefined || group.draining.has(run)) return;
  group.log.warn('A worker responds again', { detail: `worker ${run.place}` });
  group.ready.add(run);
  group.handOut.add(taker);
  tell(group);
}

/** Its end starts another worker. */
function isLost(group: Group, run: WorkerRun): void {
  group.log.error('A worker does not respond, and is terminated', { detail: `worker ${run.place}` });
  group.supervised.find((worker) => worker.run === run)?.kill();
}

function hasEnded(group: Group, run: WorkerRun): void {
  const { takers, ready, handOut, scrapes, findings } = group;
  group.life.forget(run);
  group.draining.delete(run);
  const taker = takers.get(run);
  takers.delete(run);
  ready.delete(run);
  group.ended = [...group.ended, run.place].slice(-MAX_ENDED);
  if (taker !== undefined) handOut.remove(taker);
  void scrapes.ended(run);
  // The worker that counts them ended too early.
  findings.resolve(undefined);
  tell(group);
  // What it wrote and did not publish must not wait for the next turn of a sweep.
  const [other] = ready;
  other?.send({ kind: 'sweep' });
}

/**
 * Lets workers that have handled requests finish. A worker that is still starting has no requests, and its writes are
 * complete at any moment.
 */
async function stopAll({ supervised, takers, life }: Group): Promise<void> {
  life.stop();
  const killAll = (): void => {
    for (const worker of supervised) worker.kill();
  };
  const late = setTimeout(killAll, LONGEST_STOP);
  const stopped = supervised.map((worker) => worker.stop());
  for (const worker of supervised) {
    if (worker.run !== undefined && !takers.has(worker.run)) worker.kill();
  }
  await Promise.all(stopped);
  clearTimeout(late);
}

function promised<T>(): Promised<T> {
  let settle: Pick<Promised<T>, 'resolve' | 'reject'> | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...(settle as Pick<Promised<T>, 'resolve' | 'reject'>) };
}
