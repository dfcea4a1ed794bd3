/** Leases of the jobs that run on one replica at a time. */
import type { Collection, StoredDocument } from '../store/port.ts';

export interface JobDocument extends StoredDocument {
  /** Name of the job. */
  readonly id: string;
  /** Who runs it, as `<place>/<random>`; empty while nobody does. */
  readonly holder: string;
  /** When the last run ended, milliseconds; 0 before the first. */
  readonly endedAt: number;
}

export const jobs: Collection<JobDocument> = { name: 'jobs', indexes: {} };
