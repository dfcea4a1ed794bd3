/**
 * The session document: one part per owner. A service writes only its own part, except for shared fields such as `claims`,
 * `outbox` and the last refusal, and for presented credentials, which the dispatcher erases once the webhook has received
 * them. States are discriminated unions; every write is a compare-and-set.
 */

import type { EventType } from '../../bus/catalogue.ts';
import type { ErrorCode } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { WithOutbox } from '../../outbox/outbox.ts';
import type { TenantCollection } from '../../store/port.ts';
import type { IssuancePart, IssuanceState } from './issuance-part.ts';
import type { AboutPeople } from './people.ts';
import type { PresentationPart, PresentationState } from './presentation-part.ts';
import type { WalletStep } from './wallet-step.ts';

export interface SessionDocument extends WithOutbox, AboutPeople {
  /** Time and 204 random bits; for the backend only, never sent to a wallet. */
  readonly id: string;
  readonly tenant: string;
  readonly kind: 'issuance' | 'presentation';
  /**
   * Ids of the configurations that the session started with: the offered credentials, or the presentation. Written only
   * at its creation, so that the list of sessions finds it by each; absent in documents from an earlier software
   * version.
   */
  readonly configurations?: readonly string[];
  /** Milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** End of the offer or of the presentation request, milliseconds. */
  readonly expiresAt: number;
  /**
   * Time and 88 random bits, base64url: the prefix of every wallet-facing value of the session (codes, tokens,
   * `issuer_state`). It finds the document; the secret that follows it, stored only as a hash, authenticates.
   */
  readonly handle: string;
  /** Session of the offer, if this is one of its several redemptions. */
  readonly offerSession?: string;
  /** Session of the first issuance, if a refresh token started this one. */
  readonly firstSession?: string;
  /** Opaque string from the backend, echoed to it; at most 256 characters. */
  readonly state?: string;
  /** The API's session status, derived from the parts by every writer; indexed for `GET /session?status=`. */
  readonly status: SessionStatus;
  readonly issuance?: IssuancePart;
  readonly presentation?: PresentationPart;
  /** Present if an issuance needs a presentation and its claims come from a webhook. */
  readonly claims?: SessionClaims;
  /**
   * End of the presentation request, milliseconds; present while it is open, so that a job ends it and erases its key.
   * After that, if a response code releases the presented claims, the code's expiry, so that the job erases the claims.
   */
  readonly responseKeyUntil?: number;
  /**
   * Milliseconds: when the session expires or has expired; absent if it has ended in another way. One index finds every
   * expired session, recorded as `expired` or not. Written with the state (session-expiry.ts).
   */
  readonly endsAt?: number;
  /** Milliseconds: when the issuer must process the session again, to record its end or to erase obsolete data. */
  readonly tidyAt?: number;
  /** Webhooks of the session, each the encrypted JSON of a WebhookConfig (context `session/<id>/webhook/<name>`). */
  readonly webhooks?: SessionWebhooks;
  /**
   * Events whose deliveries have not ended, oldest first: pushed by the write that pushes the event, removed by the
   * dispatcher. A delivery whose event was lost can be created from them.
   */
  readonly pendingDeliveries: readonly PendingDelivery[];
  /** Milliseconds; present while `pendingDeliveries` is not empty, so that a sweep finds deliveries of lost events. */
  readonly pendingSince?: number;
  /** Milliseconds; present in a dry run's session, which is erased by then. Written only at its creation. */
  readonly dryRunUntil?: number;
  /** In a dry run: the webhooks of the configuration are called. */
  readonly dryRunWebhooks?: true;
  /** The last refusal of a wallet. Every service that refuses writes it; no decision depends on it. */
  readonly lastRefusal?: LastRefusal;
}

/** Whether a configuration's webhook may be called for a session: not in a dry run, unless it requests webhooks. */
export function callsWebhooks({ dryRunUntil, dryRunWebhooks }: SessionMark): boolean {
  return dryRunUntil === undefined || dryRunWebhooks === true;
}

/** How the request that creates a session marks it: only a dry run does. */
export type SessionMark = Pick<SessionDocument, 'dryRunUntil' | 'dryRunWebhooks'>;

export function sessionMark({
  dryRun,
}: {
  readonly dryRun?: { readonly until: number; readonly webhooks?: true };
}): SessionMark {
  if (dryRun === undefined) return {};
  return { dryRunUntil: dryRun.until, ...(dryRun.webhooks === true ? { dryRunWebhooks: true } : {}) };
}

export interface PendingDelivery {
  /** The event id, which is also the delivery's. */
  readonly id: string;
  readonly type: EventType;
  /** When it happened, milliseconds. */
  readonly at: number;
  /** The members of the event's data other than session and tenant: ids and outcomes. */
  readonly data: JsonObject;
}

/** Written at the creation of the session, or with the presentation request that they belong to. */
export interface SessionWebhooks {
  /** Called for the claims of an issuance, with the verified presentation. */
  readonly claims?: string;
  /** Receives the verified presentation. */
  readonly result?: string;
  /** Receives the outcome of an issuance. */
  readonly outcome?: string;
}

export type SessionStatus = IssuanceState | PresentationState;

/**
 * Claims that a webhook provides for one presentation request. Written by the issuer (`expected`; `ready` or `failed`
 * after its check) and by the dispatcher (`expected` to `answered` or `failed`, only for the same request id).
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
  /** The response is erased when the issuance ends. */
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
    first: { fields: ['firstSession', 'tenant', 'createdAt'] },
    kind: { fields: ['kind', 'tenant', 'createdAt'] },
    configuration: { fields: ['configurations', 'tenant', 'createdAt'] },
    person: { fields: ['people', 'tenant', 'createdAt'] },
    age: { fields: ['createdAt'] },
    outbox: { fields: ['outboxSince'] },
    pending: { fields: ['pendingSince'] },
    responseKey: { fields: ['responseKeyUntil'] },
    expiry: { fields: ['tenant', 'endsAt'] },
    tidy: { fields: ['tidyAt'] },
    dryRun: { fields: ['dryRunUntil'] },
  },
};

export interface LastRefusal {
  readonly code: ErrorCode;
  readonly step: WalletStep;
  /** Milliseconds. */
  readonly at: number;
  /** A fixed text; never a value from a wallet, and from a backend only paths in its query. */
  readonly description: string;
  /** A name of the catalogue; older versions stored other names of checks. */
  readonly reason?: string;
  /** Id of the credential query that it is about. */
  readonly credential?: string;
  /** Refusals of this session that were written. */
  readonly written: number;
}
