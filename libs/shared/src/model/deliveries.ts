/** Webhook deliveries: documents with a lease, so that any replica may carry on where another one died. */

import type { JsonObject } from '../kernel/json.ts';
import type { WithOutbox } from '../outbox/outbox.ts';
import type { TenantCollection } from '../store/port.ts';

export interface DeliveryDocument extends WithOutbox {
  /** The event id: also the `webhook-id` of every try. */
  readonly id: string;
  readonly tenant: string;
  readonly session: string;
  /** `presentation.verified`, `credential.issued`, ...: the `type` of the payload. */
  readonly type: string;
  /** When it happened, milliseconds. */
  readonly at: number;
  /** Ids and outcomes of the event; what was presented is read from the session at the time of sending. */
  readonly data: JsonObject;
  /** Which webhook of the session is called. */
  readonly webhook: 'claims' | 'result' | 'outcome';
  /** Scheme, host and port of the target: its lane and its breaker. */
  readonly target: string;
  readonly state: 'due' | 'leased' | 'delivered' | 'dead';
  /** One per try, oldest first; no claims, no bodies. */
  readonly attempts: readonly DeliveryAttempt[];
  /** Milliseconds; there while the state is `due` or `leased`: the next try, or the end of the lease. Indexed. */
  readonly dueAt?: number;
  /** Random per lease: every write of a worker is conditional on its own. */
  readonly lease?: string;
  /** Tries before this time don't count: somebody asked for it to be delivered again. Milliseconds. */
  readonly replayedAt?: number;
  /** Why it is dead. */
  readonly reason?: string;
  /** Milliseconds. */
  readonly createdAt: number;
  readonly endedAt?: number;
}

export interface DeliveryAttempt {
  /** Milliseconds. */
  readonly at: number;
  readonly milliseconds: number;
  /** HTTP status of the answer; undefined where there was none. */
  readonly status?: number;
  /** Short code of what went wrong, such as `timeout`, `refused`, `address`, `redirect`, `too_large`. */
  readonly error?: string;
}

export const deliveries: TenantCollection<DeliveryDocument> = {
  perTenant: true,
  name: 'deliveries',
  indexes: {
    due: { fields: ['dueAt'] },
    session: { fields: ['session', 'createdAt'] },
    ended: { fields: ['endedAt'] },
    outbox: { fields: ['outboxSince'] },
  },
};
