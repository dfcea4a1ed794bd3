/** The verifier's part of the session document: the request and the progress of the presentation. */

/**
 * Written only by the verifier, except that the dispatcher also drops `sealedCredentials`, and keeps the redirect URI of
 * the webhook's response.
 */
export interface PresentationPart {
  readonly configurationId: string;
  /** SHA-256 of the secrets in this request's wallet references: its URL, its `state`, its key's `kid`. */
  readonly requestHash: string;
  readonly stateHash: string;
  readonly keyIdHash?: string;
  /** For a request that a button shows: SHA-256 of the secret in the page's address. */
  readonly buttonHash?: string;
  /**
   * For a button that offers both ways: the same hashes of the form for another device, whose response returns to no
   * browser.
   */
  readonly otherDevice?: { readonly requestHash: string; readonly stateHash: string };
  readonly nonce: string;
  /** If it is part of an issuance: the life of this request, milliseconds. Otherwise the session's life applies. */
  readonly life?: { readonly createdAt: number; readonly expiresAt: number };
  /** Sealed JSON (context `session/<id>/presentation`) of all contents of the request object. */
  readonly sealedRequest: string;
  /**
   * Encrypted JWK (context `session/<id>/presentation-key`) that decrypts the response; erased when the request ends.
   */
  readonly sealedKey?: string;
  /** Responses that failed verification; at the limit the request ends. */
  readonly failures: number;
  /** Set: presented credentials are erased with the mark of their delivery, once the webhook has accepted it. */
  readonly retention?: 'webhook';
  /**
   * Set by an intermediary: milliseconds after the verification for which presented claims are kept at most. They are
   * also erased when their webhook has failed for good, and no view of the session has them.
   */
  readonly eraseAfter?: number;
  /** Set by an intermediary: what it checks for the party, as agreed when the request was made. */
  readonly checks?: readonly string[];
  /** Set: the backend receives the presented claims when it redeems the response code, and not before. */
  readonly release?: 'response_code';
  /** Set: the webhook's response to `presentation.verified` may choose where the user returns. */
  readonly redirect?: 'webhook';
  readonly progress: PresentationProgress;
}

export type PresentationState = PresentationProgress['state'];

/**
 * Same-device return: SHA-256 of the one-time code, the encrypted code (context `session/<id>/response-code`), and its
 * use.
 */
export interface ResponseCode {
  readonly hash: string;
  readonly sealed: string;
  readonly redeemed: boolean;
  /** Wrong codes that were tried; at the limit the right one is refused too. */
  readonly wrong?: number;
  /**
   * Where the user returns, once decided: what the webhook returned, encrypted (context `session/<id>/redirect`). Empty:
   * to the request's redirect URI, because the webhook did not respond in time.
   */
  readonly redirect?: { readonly sealed?: string };
  /** Milliseconds; set if the code releases the presented claims. Without it the code lives as long as the session. */
  readonly expiresAt?: number;
}

export type PresentationProgress =
  | { readonly state: 'created' }
  | {
      /** `expired`: no response came in time; fields of a reported error stay. */
      readonly state: 'requested' | 'expired';
      readonly lastError?: string;
      /** Id of the credential query that `lastError` is about. */
      readonly credential?: string;
      /** Which parts of the query were not met, by its own paths. */
      readonly finding?: string;
      /**
       * Hash of the last error that a wallet reported, as in `rejected`. Its code grants a view of the session, never
       * of credentials.
       */
      readonly answerHash?: string;
      readonly responseCode?: ResponseCode;
    }
  | {
      readonly state: 'verified';
      /** Milliseconds. */
      readonly verifiedAt: number;
      /**
       * Encrypted JSON (context `session/<id>/credentials`): the items `{id, values}` of the webhook payload. Dropped
       * by the dispatcher if `retention` requires it, and by the verifier if `release` is set and no code was redeemed
       * in time, or if `eraseAfter` is set and over.
       */
      readonly sealedCredentials?: string;
      /** SHA-256 of the accepted response: a repeat receives the same reply, any other response is refused. */
      readonly answerHash: string;
      readonly responseCode?: ResponseCode;
      /**
       * If it is part of an issuance: `presentation_during_issuance_session`, its SHA-256 and encrypted (context
       * `session/<id>/presentation-session`). It proves to the issuer that the wallet that continues is the wallet that
       * presented.
       */
      readonly presentationSession?: { readonly hash: string; readonly sealed: string };
    }
  | {
      readonly state: 'rejected';
      readonly reason: string;
      /** Id of the credential query that it is about. */
      readonly credential?: string;
      /** Which parts of the query were not met, by its own paths. */
      readonly finding?: string;
      /** Encrypted (context `session/<id>/wallet-error`): the wallet's free text. */
      readonly sealedDescription?: string;
      /** Present if the wallet reported that the user declined. */
      readonly answerHash?: string;
      readonly responseCode?: ResponseCode;
    };
