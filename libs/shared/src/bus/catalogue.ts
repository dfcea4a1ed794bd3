/**
 * The event catalogue: each topic has one producing service, and one schema per event type.
 * The AsyncAPI document is generated from this table.
 */
import type { JsonObject } from '../kernel/json.ts';
import type { ServiceName } from '../kernel/service-name.ts';

interface EventDefinition {
  readonly topic: Topic;
  readonly summary: string;
  /** Members of `data` in addition to `session` and `tenant`: name -> meaning. All are strings. */
  readonly data: Readonly<Record<string, string>>;
}

export type Topic =
  | 'presentation-requests'
  | 'presentation-results'
  | 'webhook-results'
  | 'issuance-results'
  | 'status-changes'
  | 'event-log'
  | 'dead-letters';

/** The service whose relay publishes a topic; a relay handles only the topics of its service. */
export const producers: Readonly<Record<Topic, ServiceName | 'any'>> = {
  'presentation-requests': 'issuer',
  'presentation-results': 'verifier',
  'webhook-results': 'webhook-dispatcher',
  'issuance-results': 'issuer',
  'status-changes': 'status',
  'event-log': 'any',
  'dead-letters': 'any',
};

/** The topics that these services publish. */
export function topicsOf(...services: readonly ServiceName[]): readonly Topic[] {
  const all = Object.entries(producers) as readonly (readonly [Topic, ServiceName | 'any'])[];
  return all.filter(([, producer]) => producer !== 'any' && services.includes(producer)).map(([topic]) => topic);
}

const definitions = {
  'presentation.requested.v1': {
    topic: 'presentation-requests',
    summary: 'An issuance needs a presentation first: the request with this id can be prepared',
    data: { configuration: 'presentation configuration id', request: 'id of the presentation request' },
  },
  'presentation.verified.v1': {
    topic: 'presentation-results',
    summary: 'A wallet responded to a presentation request and everything was verified',
    data: { configuration: 'presentation configuration id', request: 'id of the presentation request' },
  },
  'presentation.released.v1': {
    topic: 'presentation-results',
    summary: 'The backend redeemed the response code and received the presented claims',
    data: { configuration: 'presentation configuration id', request: 'id of the presentation request' },
  },
  'presentation.rejected.v1': {
    topic: 'presentation-results',
    summary: 'A presentation request ended without a verified response',
    data: {
      configuration: 'presentation configuration id',
      request: 'id of the presentation request',
      reason: 'error code of the session, in docs/reference/sessions.md',
    },
  },
  'presentation.refused.v1': {
    topic: 'presentation-results',
    summary: "A wallet's response was not accepted; the presentation request stays open",
    data: {
      configuration: 'presentation configuration id',
      request: 'id of the presentation request',
      reason: 'error code of the session, in docs/reference/sessions.md',
      credential: 'id of the affected credential query; empty if the whole response is affected',
    },
  },
  'presentation.expired.v1': {
    topic: 'presentation-results',
    summary: 'A presentation request ended because no wallet responded in time',
    data: { configuration: 'presentation configuration id', request: 'id of the presentation request' },
  },
  'webhook.answered.v1': {
    topic: 'webhook-results',
    summary: 'The claims webhook responded; its response is in the session',
    data: { request: 'id of the presentation request that the claims are for' },
  },
  'webhook.gave-up.v1': {
    topic: 'webhook-results',
    summary: 'The claims webhook returned no usable response in time',
    data: {
      request: 'id of the presentation request that the claims are for',
      reason: 'error code of the session, in docs/reference/sessions.md',
    },
  },
  'credential.issued.v1': {
    topic: 'issuance-results',
    summary: 'The server responded to a credential request with credentials',
    data: { configuration: 'credential configuration id', notification: "the response's notification_id" },
  },
  'claims.reissue.v1': {
    topic: 'issuance-results',
    summary: 'A refresh started a new issuance, whose claims a webhook provides',
    data: { request: 'id of the request for the claims' },
  },
  'attributes.requested.v1': {
    topic: 'issuance-results',
    summary: 'A wallet requested a credential whose claims an attribute provider returns',
    data: { request: 'id of the request for the claims' },
  },
  'issuance.completed.v1': {
    topic: 'issuance-results',
    summary: 'The wallet has reported that it accepted every credential',
    data: {},
  },
  'issuance.failed.v1': {
    topic: 'issuance-results',
    summary: 'The issuance ended without a credential',
    data: { reason: 'error code of the session, in docs/reference/sessions.md' },
  },
  'status.changed.v1': {
    topic: 'status-changes',
    summary: 'The status of the credentials from one credential request was set',
    data: {
      configuration: 'credential configuration id',
      status: '0 valid, 1 revoked, 2 suspended',
      list: 'number of the status list',
      entry: 'id of the status entry',
    },
  },
  'events.appended.v1': {
    topic: 'event-log',
    summary: "The tenant's log has new events. Readers poll it if this message is lost",
    data: {},
  },
} as const satisfies Record<string, EventDefinition>;

export type EventType = keyof typeof definitions;
export const eventDefinitions: Readonly<Record<EventType, EventDefinition>> = definitions;

/** CloudEvents 1.0, structured mode. `subject` is the session id and the partition key. */
export interface BusEvent {
  readonly specversion: '1.0';
  /** Idempotency key; also the `webhook-id` of the event's webhook. */
  readonly id: string;
  readonly source: string;
  readonly type: EventType;
  readonly subject: string;
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /**
   * Extension attribute: the session had no webhook for this event when the event was written. It saves a read. If it
   * is missing or wrong, the session decides, and the sweep finds a webhook that was skipped.
   */
  readonly webhook?: 'none';
  readonly data: JsonObject & { readonly session: string; readonly tenant: string };
}
