/** Events that a group could not handle, kept until people have looked at them. */
import type { BusEvent, Topic } from '../bus/catalogue.ts';
import type { DeadLetter } from '../bus/delivery.ts';
import type { Collection, Store, StoredDocument } from './port.ts';

export interface DeadLetterDocument extends StoredDocument {
  /** `<topic>/<group>/<event id>`: an event that comes again makes no second one. */
  readonly id: string;
  readonly topic: Topic;
  readonly group: string;
  readonly event: BusEvent;
  /** Error code, or the name of an unexpected error. */
  readonly error: string;
  readonly tries: number;
  /** Milliseconds. */
  readonly at: number;
}

export const deadLetters: Collection<DeadLetterDocument> = {
  name: 'deadLetters',
  indexes: { age: { fields: ['at'] } },
};

export function deadLetterId(topic: Topic, group: string, eventId: string): string {
  return `${topic}/${group}/${eventId}`;
}

/** Makes the function that keeps dead letters in the store; the first one of an event and group stays. */
export function storeDeadLetter(store: Store): (entry: DeadLetter) => Promise<void> {
  return async (entry) => {
    await store.insert(deadLetters, { ...entry, id: deadLetterId(entry.topic, entry.group, entry.event.id) });
  };
}
