/**
 * Leases of the jobs that run on one replica at a time, and their transitions. A lease is alive while its revision changes:
 * each replica measures that by its own clock, so clock differences never admit a second one. Pure; docs/explanation/model/job-lease.pml checks it.
 */
import type { Collection, StoredDocument } from '../store/port.ts';
import type { Transition } from '../store/update-document.ts';

export interface JobDocument extends StoredDocument {
  /** Name of the job. */
  readonly id: string;
  /** The process that runs it, as `<place>/<random>`; empty if it isn't running. */
  readonly holder: string;
  /** When the last run ended, milliseconds; 0 before the first. */
  readonly endedAt: number;
}

export const jobs: Collection<JobDocument> = { name: 'jobs', indexes: {} };

/** A revision of a lease, and when this replica first saw it, by its own clock (milliseconds). */
export interface SeenLease {
  readonly rev: number;
  readonly at: number;
}

/** A replica's attempt to take a lease; times in milliseconds. */
export interface LeaseAttempt {
  readonly holder: string;
  /** The lease as this replica saw it before. */
  readonly before: SeenLease | undefined;
  readonly now: number;
  /** The job's period. */
  readonly every: number;
  /** Time without a renewal after which a run is treated as crashed. */
  readonly patience: number;
}

/** `leave`: another replica runs the job, or has run it in this turn. */
export type LeaseResult = 'take' | 'leave';

/** The first lease of a job, to be inserted by the replica that runs it. */
export function firstLease(name: string, holder: string): Omit<JobDocument, 'rev'> {
  return { id: name, holder, endedAt: 0 };
}

/** Takes a lease that is free and due, or that a crashed replica has left. */
export function takeLease(job: JobDocument, look: LeaseAttempt): Transition<JobDocument, LeaseResult> {
  const taken = job.holder === '' ? isTurn(job, look) : isAbandoned(job, look);
  return taken ? { document: { ...job, holder: look.holder }, result: 'take' } : { document: job, result: 'leave' };
}

/** False if another replica has run the job in this turn. */
function isTurn({ rev, endedAt }: JobDocument, { before, now, every }: LeaseAttempt): boolean {
  return before === undefined ? Math.abs(now - endedAt) >= every / 2 : before.rev === rev;
}

function isAbandoned({ rev }: JobDocument, { before, now, patience }: LeaseAttempt): boolean {
  return before?.rev === rev && now - before.at >= patience;
}

/** Renews a lease: the write changes its revision. */
export function renewLease(job: JobDocument): JobDocument {
  return { ...job };
}

/** The run has ended. */
export function endLease(job: JobDocument, now: number): JobDocument {
  return { ...job, holder: '', endedAt: now };
}
