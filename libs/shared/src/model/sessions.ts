/**
 * The session document: one part per owner. A service writes only its own part, except `claims` and `outbox`
 * (architecture, "who writes what"), and that the dispatcher drops what was presented where the webhook has it. States are discriminated unions; every write is a compare-and-set.
 */

import type { EventType } from '../bus/catalogue.ts';
import type { JsonObject } from '../kernel/json.ts';
import type { WithOutbox } from '../outbox/outbox.ts';
import type { TenantCollection } from '../store/port.ts';
import type { IssuancePart, IssuanceState } from './issuance/issuance-part.ts';
import type { LastRefusal } from './last-refusal.ts';
import type { PresentationPart, PresentationState } from './presentation/presentation-part.ts';

export interface SessionDocument extends WithOutbox {
  /** Its time and 204 random bits; known to the backend only, never to a wallet. */
  readonly id: string;
  readonly tenant: string;
  readonly kind: 'issuance' | 'presentation';
  /** Milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** End of the offer or of the presentation request, milliseconds. */
  readonly expiresAt: number;
  /**
   * Its time and 88 random bits, base64url: the part that every wallet-facing value of the session begins with (codes, tokens,
   * `issuer_state`). It finds the document; the secret behind it, of which only a hash is kept, proves.
   */
  readonly handle: string;
  /** Session of the offer, where this is one of its several redemptions. */
  readonly offerSession?: string;
  /** Opaque text of the backend, echoed to it; at most 256 characters. */
  readonly state?: string;
  /** The interface's session status, derived from the parts by every writer; indexed for `GET /session?status=`. */
  readonly status: SessionStatus;
  readonly issuance?: IssuancePart;
  readonly presentation?: PresentationPart;
  /** Where an issuance needs a presentation and its claims come from a webhook. */
  readonly claims?: SessionClaims;
  /** Milliseconds, the end of the presentation request; there while it is open, so that a job ends it and drops its key. */
  readonly responseKeyUntil?: number;
  /**
   * Milliseconds: when the session expires, or has expired; absent where it has ended otherwise. One index over both finds
   * what is `expired`, written down or not. Set with the state by whose part decides the status (model/session-expiry).
   */
  readonly endsAt?: number;
  /** Milliseconds: when the issuer must look at the session again, to write down its end or to erase what it needs no more. */
  readonly tidyAt?: number;
  /** Webhooks of the session, each the sealed JSON of a WebhookConfig (context `session/<id>/webhook/<name>`). */
  readonly webhooks?: SessionWebhooks;
  /**
   * Events whose deliveries are not ended, oldest first: pushed by the write that pushes the event, removed by the
   * dispatcher. With these a delivery can be made whose event was lost.
   */
  readonly pendingDeliveries: readonly PendingDelivery[];
  /** Milliseconds; there while `pendingDeliveries` is not empty, so that a sweep finds what an event was lost for. */
  readonly pendingSince?: number;
  /** What a wallet was refused last. Every service that refuses writes it; nothing decides by it. */
  readonly lastRefusal?: LastRefusal;
}

export interface PendingDelivery {
  /** The event id: also that of the delivery. */
  readonly id: string;
  readonly type: EventType;
  /** When it happened, milliseconds. */
  readonly at: number;
  /** The members of the event's data beside session and tenant: ids and outcomes. */
  readonly data: JsonObject;
}

/** Written with what they are called for: the creation of the session, or the request for a presentation. */
export interface SessionWebhooks {
  /** Is asked for the claims of an issuance, with the verified presentation. */
  readonly claims?: string;
  /** Gets the verified presentation. */
  readonly result?: string;
  /** Gets the outcome of an issuance. */
  readonly outcome?: string;
}

export type SessionStatus = IssuanceState | PresentationState;

/**
 * Claims that a webhook gives for one presentation request. Written by the issuer (`expected`; `ready` or `failed` after
 * its check) and by the dispatcher (`expected` to `answered` or `failed`, for the same request id alone).
 */
export type SessionClaims = {
  /** The request hash of the presentation that they are for. */
  readonly requestId: string;
  /** Milliseconds: after it `expected` becomes `failed`. */
  readonly deadline: number;
} & (
  | { readonly state: 'expected' }
  /** Sealed JSON object (context `session/<id>/claims`): claims by configuration id. */
  | { readonly state: 'answered'; readonly answer: string }
  /** The answer is gone when the issuance has ended. */
  | { readonly state: 'ready'; readonly answer?: string }
  | { readonly state: 'failed'; readonly reason: string }
);

export const sessions: TenantCollection<SessionDocument> = {
  perTenant: true,
  name: 'sessions',
  indexes: {
    handle: { fields: ['handle'], unique: true },
    newest: { fields: ['tenant', 'createdAt'] },
    status: { fields: ['tenant', 'status', 'createdAt'] },
    state: { fields: ['state', 'tenant', 'createdAt'] },
    offer: { fields: ['offerSession', 'tenant', 'createdAt'] },
    age: { fields: ['createdAt'] },
    outbox: { fields: ['outboxSince'] },
    pending: { fields: ['pendingSince'] },
    responseKey: { fields: ['responseKeyUntil'] },
    expiry: { fields: ['tenant', 'endsAt'] },
    tidy: { fields: ['tidyAt'] },
  },
};
