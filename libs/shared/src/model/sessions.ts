/**
 * The session document: one part per owner. A service writes only its own part, except `claims` and `outbox`
 * (architecture, "who writes what"), and that the dispatcher drops what was presented where the webhook has it. States are discriminated unions; every write is a compare-and-set.
 */

import type { EventType } from '../bus/catalogue.ts';
import type { JsonObject } from '../kernel/json.ts';
import type { WithOutbox } from '../outbox/outbox.ts';
import type { TenantCollection } from '../store/port.ts';
import type { LastRefusal } from './last-refusal.ts';
import type { Redemptions } from './redemptions.ts';

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
  /** Is told of the outcome of an issuance. */
  readonly outcome?: string;
}

export type SessionStatus = IssuanceState | PresentationState;

export type IssuanceState = IssuanceProgress['state'];

/**
 * Claims that a webhook gives for one presentation request. Written by the issuer (`expected`; `ready` or `failed` after
 * its check) and by the dispatcher (`expected` to `answered` or `failed`, for the same request id alone).
 */
export type SessionClaims = {
  /** The request hash of the presentation that they are for. */
  readonly requestId: string;
  /** Milliseconds: who finds `expected` after it makes it `failed`. */
  readonly deadline: number;
} & (
  | { readonly state: 'expected' }
  /** Sealed JSON object (context `session/<id>/claims`): claims by configuration id. */
  | { readonly state: 'answered'; readonly answer: string }
  /** The answer is gone when the issuance has ended. */
  | { readonly state: 'ready'; readonly answer?: string }
  | { readonly state: 'failed'; readonly reason: string }
);

/** Written by the issuer alone. */
export interface IssuancePart {
  readonly flow: 'authorization_code' | 'pre_authorized_code';
  readonly configurationIds: readonly string[];
  /** Sealed JSON of the credential offer object that the wallet fetches. */
  readonly sealedOffer: string;
  /** Sealed JSON of what the backend asked for (lifetimes, notifyWebhook, ...), without claims and transaction code. */
  readonly sealedRequest: string;
  /** Sealed JSON (context `session/<id>/offer-claims`) of the claims by configuration id; gone when the issuance has ended. */
  readonly sealedClaims?: string;
  /** SHA-256, base64url, of the secret in the offer's URL. */
  readonly offerHash: string;
  /** SHA-256 of the secret in `issuer_state` or in the pre-authorized code, whichever the flow has. */
  readonly grantHash: string;
  readonly txCode?: TxCodeState;
  /** Of an offer that several wallets redeem, each in a session of its own. */
  readonly redemptions?: Redemptions;
  readonly progress: IssuanceProgress;
  /** One per credential that may have left; recorded before it does. */
  readonly credentials: readonly IssuedCredential[];
  readonly notifications: readonly NotificationRecord[];
  /** Credential requests that were deferred in the present attempt. */
  readonly deferred?: readonly DeferredCredential[];
}

/** A deferred credential request (OpenID4VCI 1.0, 9). */
export interface DeferredCredential {
  /** SHA-256 of the secret in the `transaction_id`. */
  readonly transactionHash: string;
  readonly configurationId: string;
  /** Sealed JSON array of the proven keys (context `session/<id>/deferred`). */
  readonly sealedKeys: string;
  /** There when the credentials are made: the signed answer, sealed (context `session/<id>/deferred-answer`). */
  readonly delivered?: { readonly sealedAnswer: string; readonly notificationId: string };
}

/** One try of a wallet to be authorized by a presentation. */
export interface PresentationAttempt {
  /** Where the code goes: to the holder of `auth_session`, or through a browser. */
  readonly channel: 'challenge' | 'browser';
  /** SHA-256 of the secret in `auth_session`, or in the reference that a browser follows. */
  readonly sessionHash: string;
  /** SHA-256 of the secret in the URL of its presentation request: the request id, which belongs to this attempt alone. */
  readonly requestId: string;
  /** Presentation configuration. */
  readonly configurationId: string;
  /** Sealed (context `session/<id>/presentation-request`): the URL of the presentation request. */
  readonly sealedRequestUri: string;
  /** Milliseconds. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface TxCodeState {
  /** HMAC-SHA-256 of the code under a key of the tenant, base64url: a code of 6 digits must not be searchable in a dump. */
  readonly hash: string;
  /** Wrong tries so far; at the limit the pre-authorized code is dead. */
  readonly failures: number;
}

/** What the wallet asked to be authorized for; fixed at PAR (or at the challenge). */
export interface AuthorizationRequest {
  readonly clientId: string;
  /** True where the client proved itself by private_key_jwt. */
  readonly clientAuthenticated: boolean;
  readonly redirectUri: string;
  readonly state?: string;
  /** Undefined only where the challenge endpoint was asked without one: the code never passes a browser then. */
  readonly codeChallenge?: string;
  /** Configuration ids that the token will cover. */
  readonly configurationIds: readonly string[];
  /** True where the wallet used `authorization_details`: the token answer must carry them. */
  readonly authorizationDetails: boolean;
  /** RFC 7638 thumbprint of the DPoP key seen at PAR, or `dpop_jkt`. */
  readonly dpopJkt?: string;
}

/** What an access token stands for. */
export interface Grant {
  readonly tokenHash: string;
  /** Milliseconds. */
  readonly expiresAt: number;
  readonly configurationIds: readonly string[];
  readonly authorizationDetails: boolean;
  readonly clientId?: string;
  /** Set: the token is DPoP-bound to this key. */
  readonly dpopJkt?: string;
  /** Hash of the code that was redeemed; undefined for a pre-authorized code. */
  readonly codeHash?: string;
  /** When that was, milliseconds, and SHA-256 of what the token request proved: the same request again is a lost answer. */
  readonly redeemedAt?: number;
  readonly redemptionHash?: string;
  /** Id of the verified presentation request that it rests on. */
  readonly requestId?: string;
  readonly revoked?: true;
}

/** The browser that waited for a presentation: kept when the issuance ends, so that its page can lead back to the wallet. */
export interface WaitingBrowser {
  /** SHA-256 of the secret in the reference that the browser follows. */
  readonly referenceHash: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state?: string;
}

export type IssuanceProgress =
  | { readonly state: 'created' }
  | {
      readonly state: 'pushed';
      readonly request: AuthorizationRequest;
      readonly requestUriHash: string;
      readonly expiresAt: number;
    }
  | {
      readonly state: 'authorized';
      readonly request: AuthorizationRequest;
      readonly codeHash: string;
      readonly expiresAt: number;
      /** The attempt whose presentation it rests on. */
      readonly attempt?: PresentationAttempt;
    }
  | {
      readonly state: 'presentation_required';
      readonly request: AuthorizationRequest;
      readonly attempt: PresentationAttempt;
    }
  | { readonly state: 'token_issued'; readonly grant: Grant }
  | { readonly state: 'issued'; readonly grant: Grant }
  /** `claimsKept` until the token ends: it gives the same credentials again. Absent: what they are made of is gone. */
  | { readonly state: 'completed'; readonly grant: Grant; readonly claimsKept?: true }
  /** Every redemption of the offer has led to a token. */
  | { readonly state: 'exhausted' }
  | {
      readonly state: 'failed';
      readonly reason: string;
      /** Sealed (context `session/<id>/claims-finding`): which claim did not fit which rule. */
      readonly sealedDescription?: string;
      readonly grant?: Grant;
      readonly browser?: WaitingBrowser;
    }
  | { readonly state: 'expired'; readonly browser?: WaitingBrowser };

export interface IssuedCredential {
  readonly configurationId: string;
  /** Milliseconds. */
  readonly issuedAt: number;
  readonly status: { readonly uri: string; readonly idx: number };
  readonly notificationId: string;
}

export interface NotificationRecord {
  readonly notificationId: string;
  readonly event: 'credential_accepted' | 'credential_failure' | 'credential_deleted';
  /** Sealed (context `session/<id>/notification`): free text of the wallet. */
  readonly sealedDescription?: string;
  /** Milliseconds. */
  readonly at: number;
}

/** Written by the verifier alone, except that the dispatcher drops `sealedCredentials`. */
export interface PresentationPart {
  readonly configurationId: string;
  /** SHA-256 of the secrets in the wallet references of this request: its URL, its `state`, the `kid` of its key. */
  readonly requestHash: string;
  readonly stateHash: string;
  readonly keyIdHash?: string;
  readonly nonce: string;
  /** Where it is part of an issuance: the life of this request, milliseconds; else that of the session. */
  readonly life?: { readonly createdAt: number; readonly expiresAt: number };
  /** Sealed JSON (context `session/<id>/presentation`) of everything that the request object is made of. */
  readonly sealedRequest: string;
  /** Sealed JWK (context `session/<id>/presentation-key`) that opens the answer; gone when the request has ended. */
  readonly sealedKey?: string;
  /** Answers that failed verification; at the limit the request ends. */
  readonly failures: number;
  /** Set: what was presented goes with the mark of its delivery, when that was answered. */
  readonly retention?: 'webhook';
  readonly progress: PresentationProgress;
}

export type PresentationState = PresentationProgress['state'];

/** Same-device return: SHA-256 of the one-time code, the code sealed (context `session/<id>/response-code`), and its use. */
export interface ResponseCode {
  readonly hash: string;
  readonly sealed: string;
  readonly redeemed: boolean;
}

export type PresentationProgress =
  | { readonly state: 'created' }
  | {
      /** `expired`: nobody answered in time; what an error of the wallet left stays. */
      readonly state: 'requested' | 'expired';
      readonly lastError?: string;
      /** Id of the credential query that `lastError` is about. */
      readonly credential?: string;
      /** What of the query was not met, by its own paths. */
      readonly finding?: string;
      /** Of the last error that a wallet reported, as below. Its code shows the session as it is, never credentials. */
      readonly answerHash?: string;
      readonly responseCode?: ResponseCode;
    }
  | {
      readonly state: 'verified';
      /** Milliseconds. */
      readonly verifiedAt: number;
      /**
       * Sealed JSON (context `session/<id>/credentials`): the items `{id, values}` of the webhook payload. Dropped by the
       * dispatcher where `retention` says so, and by nobody else.
       */
      readonly sealedCredentials?: string;
      /** SHA-256 of the accepted answer: the identical answer again gets the same reply, any other is refused. */
      readonly answerHash: string;
      readonly responseCode?: ResponseCode;
      /**
       * Where it is part of an issuance: `presentation_during_issuance_session`, its SHA-256 and sealed (context
       * `session/<id>/presentation-session`). It shows the issuer that whoever goes on is who has presented.
       */
      readonly presentationSession?: { readonly hash: string; readonly sealed: string };
    }
  | {
      readonly state: 'rejected';
      readonly reason: string;
      /** Id of the credential query that it is about. */
      readonly credential?: string;
      /** What of the query was not met, by its own paths. */
      readonly finding?: string;
      /** Sealed (context `session/<id>/wallet-error`): free text of the wallet. */
      readonly sealedDescription?: string;
      /** There where the wallet reported the refusal of the person. */
      readonly answerHash?: string;
      readonly responseCode?: ResponseCode;
    };

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
