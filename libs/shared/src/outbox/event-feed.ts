/** Takes events from documents into the logs of their tenants. Implemented in the room event-log. */
import type { WithOutbox } from './outbox.ts';

export interface EventFeed<T extends WithOutbox = WithOutbox> {
  /** Takes the events of a document, a moment later. Never throws; what fails stays in the document for the sweep. */
  add(document: T): void;
  waiting(): boolean;
  /** Takes everything that waits, without further delay. */
  flush(): Promise<void>;
}
