/** The issuer's part of the session document: the offer, the progress, and the issued credentials. */
import type { Redemptions } from './redemption-places.ts';

/** Written only by the issuer. */
export interface IssuancePart {
  /** `refresh_token`: started by a refresh, without an offer that a wallet could redeem. */
  readonly flow: 'authorization_code' | 'pre_authorized_code' | 'refresh_token';
  readonly configurationIds: readonly string[];
  /** Sealed JSON of the credential offer object that the wallet fetches. */
  readonly sealedOffer: string;
  /** Sealed JSON of the backend's options (lifetimes, notifyWebhook, ...), without claims and transaction code. */
  readonly sealedRequest: string;
  /**
   * Encrypted JSON (context `session/<id>/offer-claims`) of the claims by configuration id; erased when the issuance
   * ends.
   */
  readonly sealedClaims?: string;
  /** SHA-256, base64url, of the secret in the offer's URL. */
  readonly offerHash: string;
  /** SHA-256 of the secret in `issuer_state` or in the pre-authorized code, depending on the flow. */
  readonly grantHash: string;
  readonly txCode?: TxCodeState;
  /** Present if a user must sign in at the tenant's identity provider before a code is created. */
  readonly signIn?: RequiredSignIn;
  /**
   * Encrypted JSON object (context `session/<id>/signed-in`) of the claims of the user who signed in for the current
   * attempt, by their names in the credential; erased when the issuance ends.
   */
  readonly sealedSignedIn?: string;
  /** Only in an offer that several wallets redeem, each in a separate session. */
  readonly redemptions?: Redemptions;
  readonly progress: IssuanceProgress;
  /** One per issued credential; recorded before it is sent. */
  readonly credentials: readonly IssuedCredential[];
  readonly notifications: readonly NotificationRecord[];
  /** The current attempt's deferred credential requests. */
  readonly deferred?: readonly DeferredCredential[];
}

/** A deferred credential request (OpenID4VCI 1.0, 9). */
export interface DeferredCredential {
  /** SHA-256 of the secret in the `transaction_id`. */
  readonly transactionHash: string;
  readonly configurationId: string;
  /** Sealed JSON array of the proven keys (context `session/<id>/deferred`). */
  readonly sealedKeys: string;
  /**
   * Encrypted JSON array (context `session/<id>/deferred-statuses`) of the key attestations' statuses, if they have
   * any.
   */
  readonly sealedStatuses?: string;
  /**
   * Encrypted (context `session/<id>/deferred-encryption`): how an unencrypted request of a draft wants every response
   * encrypted.
   */
  readonly sealedEncryption?: string;
  /** Present once the credentials are signed. */
  readonly delivered?: DeliveredAnswer;
}

/** The response to a deferred request, kept unencrypted so that it can be repeated. */
export interface DeliveredAnswer {
  /** Sealed (context `session/<id>/deferred-answer`). */
  readonly sealedAnswer: string;
  readonly notificationId: string;
  /** Milliseconds: it is repeated until then, and then erased. Absent in older documents: until the token expires. */
  readonly until?: number;
}

/**
 * How a wallet presents at the authorization server itself: `ia` at the challenge endpoint (OpenID4VCI 1.1 draft of
 * 2026-06-24), `iae` at a separate endpoint (the earlier drafts). Also the prefix of its proofs' audience.
 */
export type InteractionDialect = 'ia' | 'iae';

/** An attempt of a wallet to be authorized by a presentation. */
export interface PresentationAttempt {
  /** How the code is delivered: to the holder of `auth_session`, or through a browser. */
  readonly channel: 'challenge' | 'browser';
  /** Set if the wallet presents with its `auth_session`, instead of at the verifier's response endpoint. */
  readonly interaction?: InteractionDialect;
  /** SHA-256 of the secret in `auth_session`, or in the reference that a browser follows. */
  readonly sessionHash: string;
  /**
   * SHA-256 of the secret in the URL of its presentation request: the request id, which belongs only to this attempt.
   */
  readonly requestId: string;
  /** Presentation configuration. */
  readonly configurationId: string;
  /** Sealed (context `session/<id>/presentation-request`): the URL of the presentation request. */
  readonly sealedRequestUri: string;
  /** Decided once, for the link and for the verifier's request. Absent in attempts of earlier versions. */
  readonly verifier?: RequestVerifier;
  /** Milliseconds. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** The client id and the keys for a presentation request. */
export interface RequestVerifier {
  readonly clientId: string;
  /** The key set; absent: the keys of the tenant. */
  readonly keySet?: string;
}

/** The sign-in that comes before a code. */
export interface RequiredSignIn {
  /** A wallet started without an offer: the session is deleted unless the user signs in soon. */
  readonly walletInitiated?: true;
  /** Encrypted JSON object (context `session/<id>/person`): the identity provider's claims that the user must have. */
  readonly sealedPerson?: string;
}

/** A sign-in that was offered to a browser. */
export interface OpenSignIn {
  /** SHA-256 of the secret in the cookie of the browser that shows the page. */
  readonly browserHash: string;
  /** From the redirect to the provider until its response. */
  readonly attempt?: {
    /** SHA-256 of the secret in `state`. */
    readonly stateHash: string;
    /** Sealed JSON (context `session/<id>/sign-in`): nonce, code verifier and issuer of the provider. */
    readonly sealed: string;
  };
}

export interface TxCodeState {
  /** HMAC-SHA-256 of the code under a key of the tenant, base64url: a code of 6 digits must not be searchable in a dump. */
  readonly hash: string;
  /** Wrong codes so far; at the limit the pre-authorized code becomes invalid. */
  readonly failures: number;
}

/** The wallet's authorization request; fixed at PAR (or at the challenge). */
export interface AuthorizationRequest {
  readonly clientId: string;
  /** True if the client authenticated, with private_key_jwt or an attestation. */
  readonly clientAuthenticated: boolean;
  readonly redirectUri: string;
  readonly state?: string;
  /** Undefined only for a request at the challenge endpoint without one: the code then never passes a browser. */
  readonly codeChallenge?: string;
  /** Configuration ids that the token will cover. */
  readonly configurationIds: readonly string[];
  /** True if the wallet used `authorization_details`: the token response must repeat them. */
  readonly authorizationDetails: boolean;
  /** RFC 7638 thumbprint of the DPoP key seen at PAR, or `dpop_jkt`. */
  readonly dpopJkt?: string;
  /**
   * RFC 7638 thumbprint of the wallet instance's key (its attestation's `cnf.jwk`): its provider's instances share the
   * client id.
   */
  readonly instanceJkt?: string;
}

export interface AccessToken {
  readonly tokenHash: string;
  /** Milliseconds. */
  readonly expiresAt: number;
  /** The configurations that it covers, if a refresh requested fewer than were granted. */
  readonly only?: readonly string[];
  /** True if a refresh used authorization_details: credentials may be requested by identifier. */
  readonly identifiers?: boolean;
  /** Set: a refresh returned it, bound to the DPoP key of that request. Absent: the grant's key applies. */
  readonly refreshJkt?: string;
}

/** The grant of an access token. Token members come from the last token, which expires last. */
export interface Grant extends AccessToken {
  /** Earlier tokens that are still valid, the youngest first; a few at most. */
  readonly earlier?: readonly AccessToken[];
  readonly configurationIds: readonly string[];
  readonly authorizationDetails: boolean;
  readonly clientId?: string;
  /** Set: its tokens are DPoP-bound to this key, except tokens with their own key. */
  readonly dpopJkt?: string;
  /** The token is one of the external authorization server of the tenant. */
  readonly external?: true;
  /** Set: the token was given to the wallet instance with this key. */
  readonly instanceJkt?: string;
  /** Sealed (context `session/<id>/wallet-status`): JSON of the attestation's status reference and of the time until which it is kept. */
  readonly sealedWalletStatus?: string;
  /** Hash of the code that was redeemed; undefined for a pre-authorized code. */
  readonly codeHash?: string;
  /**
   * Time of the redemption in milliseconds, and SHA-256 of the token request: an identical request means that the
   * response was lost.
   */
  readonly redeemedAt?: number;
  readonly redemptionHash?: string;
  /** Id of the verified presentation request that authorized it, or of the request for the claims of a renewal. */
  readonly requestId?: string;
  /** Record of its refresh token. */
  readonly refreshId?: string;
  /** Milliseconds: until then deferred credentials wait for a token that a refresh gives. */
  readonly waitsUntil?: number;
  readonly revoked?: true;
}

/** The browser that waited for a presentation: kept when the issuance ends, so that its page can return to the wallet. */
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
      /** Present once the sign-in page was shown. The request_uri stays valid until the code is created. */
      readonly signIn?: OpenSignIn;
    }
  | {
      readonly state: 'authorized';
      readonly request: AuthorizationRequest;
      readonly codeHash: string;
      readonly expiresAt: number;
      /** The attempt whose presentation authorized it. */
      readonly attempt?: PresentationAttempt;
    }
  | {
      readonly state: 'presentation_required';
      readonly request: AuthorizationRequest;
      readonly attempt: PresentationAttempt;
    }
  | { readonly state: 'token_issued'; readonly grant: Grant }
  | { readonly state: 'issued'; readonly grant: Grant }
  /**
   * `claimsKept` until the token expires: the wallet may fetch the same credentials again. Absent: the claims are
   * erased.
   */
  | { readonly state: 'completed'; readonly grant: Grant; readonly claimsKept?: true }
  /** Every redemption of the offer resulted in a token. */
  | { readonly state: 'exhausted' }
  | {
      readonly state: 'failed';
      readonly reason: string;
      /** Sealed (context `session/<id>/claims-finding`): which claim violated which rule. */
      readonly sealedDescription?: string;
      readonly grant?: Grant;
      readonly browser?: WaitingBrowser;
    }
  | { readonly state: 'expired'; readonly browser?: WaitingBrowser };

export interface IssuedCredential {
  readonly configurationId: string;
  /** Milliseconds. */
  readonly issuedAt: number;
  /** Absent for a credential without a status, which expires within 24 hours. */
  readonly status?: { readonly uri: string; readonly idx: number };
  readonly notificationId: string;
  /** Set: once the wallet has accepted it, older ones of the same holder are revoked. */
  readonly oneActive?: true;
  /** Digest of the holder key that tells within this session whether two credentials have the same one. Absent in older documents. */
  readonly holder?: string;
}

export interface NotificationRecord {
  readonly notificationId: string;
  readonly event: 'credential_accepted' | 'credential_failure' | 'credential_deleted';
  /** Encrypted (context `session/<id>/notification`): the wallet's free text. */
  readonly sealedDescription?: string;
  /** Milliseconds. */
  readonly at: number;
}

export type IssuanceState = IssuanceProgress['state'];
