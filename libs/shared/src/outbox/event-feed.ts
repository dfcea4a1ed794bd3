/** Takes events from documents into the logs of their tenants. Implemented in the room event-log. */
import type { WithOutbox } from './outbox.ts';

export interface EventFeed<T extends WithOutbox = WithOutbox> {
  /** Accepts a document's events, to append soon. Never throws; a failed event stays in the document for the sweep. */
  add(document: T): void;
  waiting(): boolean;
  /** Appends everything that waits, immediately. */
  flush(): Promise<void>;
}
