/** Jobs that run on one replica at a time: takes, renews and ends their leases by the rules of model/jobs. */
import type { Clock } from '../kernel/clock.ts';
import { type Random, randomId } from '../kernel/random.ts';
import { endLease, firstLease, type JobDocument, jobs, renewLease, type SeenLease, takeLease } from '../model/jobs.ts';
import type { Store } from '../store/port.ts';
import type { Job } from './service.ts';

export interface JobLeases {
  /** Runs the job if it is due and no other replica runs it. Otherwise does nothing. */
  run(job: Job): Promise<void>;
}

interface LeaseOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  /** Name of this process in the lease, for operators. */
  readonly place?: string;
  /** Milliseconds without a renewal after which a run is treated as crashed. */
  readonly patience?: number;
  /** Whether the process of a place has certainly ended, so that nobody waits for its leases. Default: never */
  readonly ended?: (place: string) => boolean;
}

const PATIENCE = 15_000;

export function createJobLeases(options: LeaseOptions): JobLeases {
  const { store, clock, random, place = 'process', patience = PATIENCE, ended = () => false } = options;
  const holder = `${place}/${randomId(random)}`;
  const seen = new Map<string, SeenLease>();

  /** Takes the lease; undefined if another replica has it or the job is not due. */
  const take = async ({ name, every }: Job): Promise<JobDocument | undefined> => {
    const present = await store.get(jobs, name);
    if (present === undefined) return store.insert(jobs, firstLease(name, holder));
    const before = seen.get(name);
    if (before?.rev !== present.rev) seen.set(name, { rev: present.rev, at: clock() });
    const attempt = { holder, before, now: clock(), every, patience };
    const { document, result } = takeLease(
      present,
      ended(placeOf(present.holder)) ? { ...attempt, ...gone(present) } : attempt,
    );
    return result === 'take' ? store.replace(jobs, document) : undefined;
  };

  /** Writes a lease held by this replica; undefined if another replica has taken it. */
  const keep = async (
    held: JobDocument,
    next: (lease: JobDocument) => JobDocument,
  ): Promise<JobDocument | undefined> => {
    const kept = await store.replace(jobs, next(held));
    if (kept !== undefined) return kept;
    // A renewal whose response was lost has changed the revision, but this process still has the lease.
    const present = await store.get(jobs, held.id);
    return present?.holder === holder ? store.replace(jobs, next(present)) : undefined;
  };

  return {
    run: async (job) => {
      if (job.isUsed !== undefined && !(await job.isUsed())) return;
      let held = await take(job);
      if (held === undefined) return;
      let renewing: Promise<void> = Promise.resolve();
      const renew = async (): Promise<void> => {
        if (held !== undefined) held = await keep(held, renewLease);
      };
      const timer = setInterval(() => {
        // Another replica may take a lease that is not renewed. Jobs tolerate two concurrent runs.
        renewing = renewing.then(renew).catch(() => undefined);
      }, patience / 3);
      try {
        await job.run();
      } finally {
        clearInterval(timer);
        await renewing;
        if (held !== undefined) {
          const ended = await keep(held, (lease) => endLease(lease, clock()));
          if (ended !== undefined) seen.set(job.name, { rev: ended.rev, at: clock() });
        }
      }
    },
  };
}

/** The place of a holder, `<place>/<random>`; empty if nobody has the lease. */
function placeOf(holder: string): string {
  return holder.slice(0, Math.max(0, holder.lastIndexOf('/')));
}

/** How this replica represents the lease of a holder that has ended: nothing will change it. */
function gone({ rev }: JobDocument): { readonly before: SeenLease; readonly patience: number } {
  return { before: { rev, at: 0 }, patience: 0 };
}
