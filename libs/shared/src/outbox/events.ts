/** Makes events of the catalogue. */

import { type EventType, eventDefinitions } from '../bus/catalogue.ts';
import { type Clock, isoTime } from '../kernel/clock.ts';
import type { JsonObject } from '../kernel/json.ts';
import { orderedId } from '../kernel/ordered-id.ts';
import type { Random } from '../kernel/random.ts';
import type { OutboxEntry } from './outbox.ts';

/**
 * Creates a new event's outbox entry, with a fresh id and the topic of its type.
 * @param event.data the members that the catalogue lists for the type; no claims, keys, codes or tokens
 * @throws Error if `data` lacks a member from the catalogue, has an additional one, or one that isn't a string
 */
export function newEvent(event: {
  readonly type: EventType;
  /** Session id: subject and partition key. */
  readonly session: string;
  readonly tenant: string;
  readonly data: JsonObject;
  /** URI of the producer (CloudEvents `source`). */
  readonly source: string;
  readonly clock: Clock;
  readonly random: Random;
}): OutboxEntry {
  const { type, session, tenant, data } = event;
  const definition = eventDefinitions[type];
  for (const name of new Set([...Object.keys(definition.data), ...Object.keys(data)])) {
    // Members outside the catalogue must not reach the bus by accident.
    if (!Object.hasOwn(definition.data, name)) throw new Error(`${type} has no member ${name}`);
    if (typeof data[name] !== 'string') throw new Error(`${type} needs the string ${name}`);
  }
  const now = event.clock();
  return {
    topic: definition.topic,
    event: {
      specversion: '1.0',
      id: orderedId(now, event.random),
      source: event.source,
      type,
      subject: session,
      time: isoTime(now),
      datacontenttype: 'application/json',
      data: { ...data, session, tenant },
    },
  };
}
