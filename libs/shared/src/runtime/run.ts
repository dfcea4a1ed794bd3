/** Runs service values: consumers, jobs and relays, until it is stopped. */
import type { Bus } from '../bus/port.ts';
import { ProtocolError } from '../errors.ts';
import type { CallOperation } from '../http/message.ts';
import type { Log } from '../log.ts';
import type { Job, Service } from './service.ts';

/** Publishes what stands in the outboxes of documents. */
export interface RunningRelay {
  /** Finds documents whose wake-up was lost, after a crash above all. */
  sweep(olderThan?: number): Promise<void>;
  /** Resolves when the publishing under way has ended. */
  stop(): Promise<void>;
}

export interface RunOptions {
  readonly services: readonly Service[];
  readonly bus: Bus;
  readonly relays: readonly RunningRelay[];
  readonly log: Log;
  /** Milliseconds between two sweeps of a relay. */
  readonly sweepEvery?: number;
}

export interface Running {
  /** Ends jobs, relays and consumers, each after what it is doing. */
  stop(): Promise<void>;
}

const SWEEP_EVERY = 5000;

/** Subscribes all consumers, starts the bus, and starts the jobs; each job has one run at a time. */
export async function runServices(options: RunOptions): Promise<Running> {
  const { services, bus, relays, log, sweepEvery = SWEEP_EVERY } = options;
  for (const service of services) for (const consumer of service.consumers) bus.subscribe(consumer);
  await bus.start();
  const jobs = [
    ...services.flatMap((service) => service.jobs),
    ...relays.map((relay) => ({ name: 'relay-sweep', every: sweepEvery, run: () => relay.sweep() })),
  ];
  // What a crash left behind is published at once, not at the first turn of the clock.
  for (const relay of relays) await runOnce({ name: 'relay-sweep', every: 0, run: () => relay.sweep(0) }, log);
  const running = jobs.map((job) => startJob(job, log));
  return {
    stop: async () => {
      await Promise.all(running.map((job) => job.stop()));
      // Beside each other: a publish that waits for a handler ends with the bus.
      await Promise.all([...relays.map((relay) => relay.stop()), bus.stop()]);
      // Last: consumers may have begun something until now.
      await Promise.all(services.map((service) => service.stop?.()));
    },
  };
}

/** Calls operations of services in this process by name. */
export function directCall(services: () => readonly Service[]): CallOperation {
  return async (name, request) => {
    for (const { operations } of services()) {
      const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
      if (operation !== undefined) return operation(request);
    }
    throw new ProtocolError('not_built', 'This part of the interface is not built yet');
  };
}

function startJob(job: Job, log: Log): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let run: Promise<void> = Promise.resolve();
  const schedule = (): void => {
    if (stopped) return;
    timer = setTimeout(() => {
      run = runOnce(job, log).then(schedule);
    }, job.every);
    // A waiting job alone doesn't keep the process alive.
    timer.unref();
  };
  schedule();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await run;
    },
  };
}

/** A run that fails is told and tried again at its next turn: the cause may be gone by then. */
async function runOnce(job: Job, log: Log): Promise<void> {
  try {
    await job.run();
  } catch (error) {
    const code = error instanceof ProtocolError ? error.code : 'server_error';
    log.error('job failed', { job: job.name, code, detail: error instanceof Error ? error.name : typeof error });
  }
}
