/** Webhook deliveries: documents with a lease, so that any replica can continue after a crash of another one. */

import type { JsonObject } from '../../kernel/json.ts';
import type { WithOutbox } from '../../outbox/outbox.ts';
import type { TenantCollection } from '../../store/port.ts';

export interface DeliveryDocument extends WithOutbox {
  /** The event id: also each attempt's `webhook-id`. */
  readonly id: string;
  readonly tenant: string;
  readonly session: string;
  /** `presentation.verified`, `credential.issued`, ...: the payload's `type`. */
  readonly type: string;
  /** When it happened, milliseconds. */
  readonly at: number;
  /** Ids and outcomes of the event; presented credentials are read from the session when the webhook is sent. */
  readonly data: JsonObject;
  /** Which webhook of the session is called. */
  readonly webhook: 'claims' | 'result' | 'outcome';
  /** Scheme, host and port of the target: its lane and its breaker. */
  readonly target: string;
  readonly state: 'due' | 'leased' | 'delivered' | 'dead';
  /**
   * The state as lists by state show it: a leased delivery waits too, so a lease moves no key of the index. Absent in
   * deliveries of an earlier version, until their next change.
   */
  readonly phase?: DeliveryPhase;
  /** One per attempt, oldest first; no claims, and of a response only what identifies an error. */
  readonly attempts: readonly DeliveryAttempt[];
  /** Milliseconds; present in the states `due` and `leased`: the next attempt, or the end of the lease. Indexed. */
  readonly dueAt?: number;
  /** Random per lease: each write of a worker requires its own lease. */
  readonly lease?: string;
  /**
   * Attempts before this time, in milliseconds, are not counted, because an operator or backend requested the delivery
   * again.
   */
  readonly replayedAt?: number;
  /** Why it is dead. */
  readonly reason?: string;
  /** Milliseconds. */
  readonly createdAt: number;
  readonly endedAt?: number;
}

export type DeliveryPhase = 'waiting' | 'delivered' | 'dead';

export interface DeliveryAttempt {
  /** Milliseconds. */
  readonly at: number;
  readonly milliseconds: number;
  /** HTTP status of the response, if any. */
  readonly status?: number;
  /** Bytes of the request body; absent in attempts of an earlier software version. */
  readonly sent?: number;
  /** Bytes of the response body, if any. */
  readonly received?: number;
  /** Short code of the failure, such as `timeout`, `refused`, `address`, `redirect`, `too_large`. */
  readonly error?: string;
  /** After a failure, what identifies the response: no text that could name a person. */
  readonly answer?: { readonly type?: string; readonly code?: string; readonly title?: string };
}

export const deliveries: TenantCollection<DeliveryDocument> = {
  perTenant: true,
  name: 'deliveries',
  indexes: {
    due: { fields: ['dueAt'] },
    session: { fields: ['session', 'createdAt'] },
    phase: { fields: ['tenant', 'phase', 'createdAt'] },
    ended: { fields: ['endedAt'] },
    outbox: { fields: ['outboxSince'] },
  },
};
