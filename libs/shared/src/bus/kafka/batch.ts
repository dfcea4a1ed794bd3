/** What goes into one send. Pure. */
import type { KafkaMessage, TopicMessages } from './link.ts';

/** Messages of one topic that wait to be sent. */
export interface Waiting {
  readonly topic: string;
  readonly messages: readonly KafkaMessage[];
}

/**
 * The entries that go together into the next send, oldest first: all topics, until `most` messages are reached; never
 * none. A topic of `alone` (a send that it was part of has failed) goes alone, so that it can't hold the others up.
 */
export function nextBatch<T extends Waiting>(waiting: readonly T[], alone: ReadonlySet<string>, most: number): T[] {
  const first = waiting[0];
  if (first === undefined) return [];
  const fits = alone.has(first.topic)
    ? (entry: T): boolean => entry.topic === first.topic
    : (entry: T): boolean => !alone.has(entry.topic);
  const batch: T[] = [];
  let count = 0;
  for (const entry of waiting) {
    if (!fits(entry)) continue;
    count += entry.messages.length;
    // Nothing overtakes: what does not fit any more ends the batch.
    if (batch.length > 0 && count > most) break;
    batch.push(entry);
  }
  return batch;
}

/** The messages of entries by topic, each in order. */
export function byTopic(batch: readonly Waiting[]): TopicMessages[] {
  const topics = new Map<string, KafkaMessage[]>();
  for (const { topic, messages } of batch) {
    const present = topics.get(topic);
    if (present === undefined) topics.set(topic, [...messages]);
    else present.push(...messages);
  }
  return [...topics].map(([topic, messages]) => ({ topic, messages }));
}
