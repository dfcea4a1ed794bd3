/**
 * Jobs of which one run at a time is wanted, however many replicas there are and whoever dies. A lease is alive while
 * its revision moves: replicas look at it with their own clocks, so clocks that differ let no second one in.
 */
import type { Clock } from '../kernel/clock.ts';
import { type Random, randomId } from '../kernel/random.ts';
import { type JobDocument, jobs } from '../model/jobs.ts';
import type { Store } from '../store/port.ts';
import type { Job } from './service.ts';

export interface JobLeases {
  /** Runs the job where its turn has come and no other replica is at it; else does nothing. */
  run(job: Job): Promise<void>;
}

interface LeaseOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  /** Names this process to people who look who runs a job. */
  readonly place?: string;
  /** Milliseconds without a sign of life after which a run counts as dead. */
  readonly patience?: number;
}

const PATIENCE = 15_000;

export function createJobLeases(options: LeaseOptions): JobLeases {
  const { store, clock, random, place = 'process', patience = PATIENCE } = options;
  const holder = `${place}/${randomId(random)}`;
  const seen = new Map<string, { readonly rev: number; readonly at: number }>();

  /** Takes the lease; undefined where it is another's, or the job ran a moment ago. */
  const take = async ({ name, every }: Job): Promise<JobDocument | undefined> => {
    const present = await store.get(jobs, name);
    if (present === undefined) return store.insert(jobs, { id: name, holder, endedAt: 0 });
    const before = seen.get(name);
    if (before?.rev !== present.rev) seen.set(name, { rev: present.rev, at: clock() });
    if (present.holder === '') {
      // Another replica's run since the last look, or a moment ago, was the run of this turn.
      const ran = before === undefined ? Math.abs(clock() - present.endedAt) < every / 2 : before.rev !== present.rev;
      return ran ? undefined : store.replace(jobs, { ...present, holder });
    }
    if (before?.rev !== present.rev) return undefined;
    return clock() - before.at < patience ? undefined : store.replace(jobs, { ...present, holder });
  };

  /** Writes a held lease; undefined where it is another's by now. */
  const keep = async (held: JobDocument, changes: Partial<JobDocument> = {}): Promise<JobDocument | undefined> => {
    const kept = await store.replace(jobs, { ...held, ...changes });
    if (kept !== undefined) return kept;
    // A renewal whose answer was lost has moved the revision: the lease is still ours then.
    const present = await store.get(jobs, held.id);
    return present?.holder === holder ? store.replace(jobs, { ...present, ...changes }) : undefined;
  };

  return {
    run: async (job) => {
      let held = await take(job);
      if (held === undefined) return;
      let renewing: Promise<void> = Promise.resolve();
      const renew = async (): Promise<void> => {
        if (held !== undefined) held = await keep(held);
      };
      const timer = setInterval(() => {
        // What is not renewed is lost to another replica, which is harmless: jobs are written for that.
        renewing = renewing.then(renew).catch(() => undefined);
      }, patience / 3);
      try {
        await job.run();
      } finally {
        clearInterval(timer);
        await renewing;
        if (held !== undefined) {
          const ended = await keep(held, { holder: '', endedAt: clock() });
          if (ended !== undefined) seen.set(job.name, { rev: ended.rev, at: clock() });
        }
      }
    },
  };
}
