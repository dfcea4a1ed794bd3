/** A list as received, and the rules for judging it. */
import type { Journal } from '@countersign/shared/model/tenant/trust-lists';
import type { ListSettings, ListSource } from './list-source.ts';

export interface FetchedList {
  readonly bytes: Buffer;
  readonly source: ListSource;
  /** Certificates that the last good list announces: DER, in base64. */
  readonly successors: readonly string[];
  /** A newer publication that the last good list announced, with its signers, if it may replace the configured one. */
  readonly journal?: Journal;
  /** Milliseconds. */
  readonly now: number;
  readonly settings: ListSettings;
}
