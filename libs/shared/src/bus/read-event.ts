/** Parses messages of the bus: only events of the catalogue reach a handler. */
import { isObject, type Json, type JsonObject, own, parseJson } from '../kernel/json.ts';
import { type BusEvent, type EventType, eventDefinitions, type Topic } from './catalogue.ts';

/** Maximum size of an event in bytes. Events carry ids and outcomes, a few hundred bytes. */
export const MAX_EVENT_BYTES = 65_536;

/** Limit of ids and names in characters: they become keys of documents, whose length every store limits. */
const MAX_ID_LENGTH = 256;
const MAX_SOURCE_LENGTH = 2048;

/** Why a message can't be handled. */
export type UnreadableReason = 'event_too_large' | 'event_not_json' | 'event_not_valid' | 'event_on_wrong_topic';

export type EventReading =
  | { readonly kind: 'event'; readonly event: BusEvent }
  /** From a newer producer; consumers ignore it. */
  | { readonly kind: 'unknown-type'; readonly type: string }
  | { readonly kind: 'unreadable'; readonly reason: UnreadableReason };

/**
 * Parses one message of a topic; never throws. Members that the catalogue does not name are kept and ignored: a newer
 * producer may add them.
 */
export function readEvent(text: string, topic: Topic): EventReading {
  if (Buffer.byteLength(text) > MAX_EVENT_BYTES) return unreadable('event_too_large');
  let value: Json;
  try {
    value = parseJson(text);
  } catch {
    return unreadable('event_not_json');
  }
  if (!isObject(value) || !isEnvelope(value)) return unreadable('event_not_valid');
  const type = own(value, 'type');
  if (!isText(type)) return unreadable('event_not_valid');
  if (!isEventType(type)) return { kind: 'unknown-type', type };
  const definition = eventDefinitions[type];
  if (!isComplete(value, Object.keys(definition.data))) return unreadable('event_not_valid');
  if (definition.topic !== topic) return unreadable('event_on_wrong_topic');
  return { kind: 'event', event: value as unknown as BusEvent };
}

function unreadable(reason: UnreadableReason): EventReading {
  return { kind: 'unreadable', reason };
}

/** CloudEvents 1.0, section 3.1: the attributes that every event has. */
function isEnvelope(value: JsonObject): boolean {
  return (
    own(value, 'specversion') === '1.0' && isText(own(value, 'id')) && isText(own(value, 'source'), MAX_SOURCE_LENGTH)
  );
}

/**
 * The additional attributes of every event in the catalogue: the session as subject and in `data`, and the members of
 * its type.
 */
function isComplete(value: JsonObject, names: readonly string[]): boolean {
  const [subject, time, data] = [own(value, 'subject'), own(value, 'time'), own(value, 'data')];
  if (!isText(subject) || !isText(time) || !isObject(data)) return false;
  // CloudEvents 1.0, section 3.1.2: if it is absent, the data is JSON.
  const contentType = own(value, 'datacontenttype');
  if (contentType !== undefined && contentType !== 'application/json') return false;
  // Subject and data must contain the same session: the order of events depends on the one, handlers act on the other.
  if (own(data, 'session') !== subject || !isText(own(data, 'tenant'))) return false;
  return names.every((name) => typeof own(data, name) === 'string');
}

function isText(value: Json | undefined, most = MAX_ID_LENGTH): value is string {
  return typeof value === 'string' && value !== '' && value.length <= most;
}

function isEventType(type: string): type is EventType {
  return Object.hasOwn(eventDefinitions, type);
}
