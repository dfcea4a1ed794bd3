/** A list as it came, and what it is judged by. */
import type { ListSettings, ListSource } from './list-source.ts';

export interface FetchedList {
  readonly bytes: Buffer;
  readonly source: ListSource;
  /** Certificates that the last good list announces: DER, in base64. */
  readonly successors: readonly string[];
  /** Milliseconds. */
  readonly now: number;
  readonly settings: ListSettings;
}
