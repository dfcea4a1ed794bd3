/** Runs service values: consumers, jobs and relays, until it is stopped. */
import type { Bus, Subscription } from '../bus/port.ts';
import { type CallOperation, operationNamed } from '../http/message.ts';
import { ProtocolError } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import { notBuilt } from '../kernel/unavailable.ts';
import { inSpan } from '../tracing/span.ts';
import type { JobLeases } from './job-lease.ts';
import type { Job, Service } from './service.ts';

/** Publishes the outboxes of documents. */
export interface RunningRelay {
  /** Suffix of the name of its sweep, after the names of the services; unique in a process. */
  readonly name: string;
  /** Publishes the outboxes whose wake-up was lost, mostly by a crash. */
  sweep(olderThan?: number): Promise<void>;
  /** Resolves when the publishing in progress has ended. */
  stop(): Promise<void>;
}

export interface RunOptions {
  readonly services: readonly Service[];
  /** None if the services neither publish nor consume. */
  readonly bus?: Bus;
  readonly relays: readonly RunningRelay[];
  readonly log: Log;
  /** Milliseconds between two sweeps of a relay. */
  readonly sweepEvery?: number;
  /** For exclusive jobs; undefined if this process is the only one. */
  readonly leases?: JobLeases;
}

export interface Running {
  /** Stops jobs, relays and consumers, each after its current work. */
  stop(): Promise<void>;
}

const SWEEP_EVERY = 5000;

/** Subscribes all consumers, starts the bus, and starts the jobs; each job has one run at a time. */
export async function runServices(options: RunOptions): Promise<Running> {
  const { services, bus, relays, log, leases } = options;
  for (const service of services) for (const consumer of service.consumers) subscribe(bus, consumer);
  await bus?.start();
  const names = services.map(({ name }) => name).join('+');
  const jobs = services.flatMap((service) => service.jobs);
  const sweeps = relays.map((relay) => sweepOf(relay, `${names}/${relay.name}`, options.sweepEvery ?? SWEEP_EVERY));
  const running = [
    ...jobs.map((job) => startJob(job, { log, leases, first: job.every })),
    // Immediately publishes events that a crash left in outboxes, without waiting for the first interval.
    ...sweeps.map((job) => startJob(job, { log, leases, first: 0 })),
  ];
  return {
    stop: async () => {
      await Promise.all(running.map((job) => job.stop()));
      // In parallel: a publish that waits for a handler ends only with the bus.
      await Promise.all([...relays.map((relay) => relay.stop()), bus?.stop()]);
      // Last, because consumers may have started background work until now.
      await Promise.all(services.map((service) => service.stop?.()));
    },
  };
}

/**
 * Calls operations of services in the same process by name.
 * @param services a service may be added before its first call
 */
export function directCall(services: readonly Service[]): CallOperation {
  return async (name, request, progress) => {
    for (const { operations } of services) {
      const operation = operationNamed(operations, name);
      if (operation !== undefined) return inSpan(name, { kind: 'internal' }, () => operation(request, progress));
    }
    throw notBuilt();
  };
}

function subscribe(bus: Bus | undefined, consumer: Subscription): void {
  if (bus === undefined) throw new Error('A service that consumes needs a bus');
  bus.subscribe(consumer);
}

/** The first run also relays young outboxes, because a crash may have just happened. */
function sweepOf(relay: RunningRelay, name: string, every: number): Job {
  let olderThan: number | undefined = 0;
  const run = async (): Promise<void> => {
    await relay.sweep(olderThan);
    olderThan = undefined;
  };
  return { name, every, run, exclusive: true };
}

interface JobContext {
  readonly log: Log;
  readonly leases: JobLeases | undefined;
  /** Milliseconds until the first run. */
  readonly first: number;
}

function startJob(job: Job, { log, leases, first }: JobContext): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let run: Promise<void> = Promise.resolve();
  const turn = leases !== undefined && job.exclusive === true ? () => leases.run(job) : job.run;
  const begin = (): void => {
    run = runOnce({ ...job, run: turn }, log).then(() => schedule(job.every));
  };
  const schedule = (milliseconds: number): void => {
    if (stopped) return;
    timer = setTimeout(begin, milliseconds);
    // A waiting job must not keep the process alive.
    timer.unref();
  };
  if (first === 0) begin();
  else schedule(first);
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await run;
    },
  };
}

/** Logs a failed run; the job runs again at its next turn. */
async function runOnce(job: Job, log: Log): Promise<void> {
  try {
    await job.run();
  } catch (error) {
    const code = error instanceof ProtocolError ? error.code : 'server_error';
    log.error('job failed', { job: job.name, code, detail: error instanceof Error ? error.name : typeof error });
  }
}
