// Made by `npm run docs`; do not edit.
/** Members of `data` by event type. */
export interface EventData {
  /** A session exists: an offer, a presentation request, or an issuance that a wallet starts without an offer */
  readonly 'session.created': {
    readonly session: string;
    readonly tenant: string;
    /** `issuance` or `presentation` */
    readonly kind: string;
    /** configuration ids */
    readonly configurations: readonly string[];
    /** the offer's session, if this is one of its redemptions */
    readonly offerSession?: string;
    /** the first issuance's session, if this is a renewal */
    readonly firstSession?: string;
  };
  /** A wallet has read the offer for the first time; may be missing after a crash of the issuer */
  readonly 'offer.fetched': {
    readonly session: string;
    readonly tenant: string;
  };
  /** The wallet has an access token */
  readonly 'token.issued': {
    readonly session: string;
    readonly tenant: string;
    /** credential configuration ids */
    readonly configurations: readonly string[];
  };
  /** The server responded to a credential request with credentials */
  readonly 'credential.issued': {
    readonly session: string;
    readonly tenant: string;
    /** configuration id */
    readonly configuration: string;
  };
  /** A wallet has responded to the presentation request, and everything was verified */
  readonly 'presentation.verified': {
    readonly session: string;
    readonly tenant: string;
    /** configuration id */
    readonly configuration: string;
  };
  /** A wallet's response was not accepted, or the user has declined */
  readonly 'presentation.refused': {
    readonly session: string;
    readonly tenant: string;
    /** configuration id */
    readonly configuration: string;
    /** error code of the session, in docs/reference/sessions.md */
    readonly reason: string;
    /** id of the credential query that it is about */
    readonly credential?: string;
  };
  /** The status of the credentials from one credential request was set */
  readonly 'status.changed': {
    readonly session: string;
    readonly tenant: string;
    /** configuration id */
    readonly configuration: string;
    /** `valid`, `revoked` or `suspended` */
    readonly status: string;
  };
  /** A webhook has failed. It can be resent */
  readonly 'delivery.dead': {
    readonly session: string;
    readonly tenant: string;
    /** id of the delivery */
    readonly delivery: string;
    /** type of the event that it reports */
    readonly event: string;
  };
  /** Nothing more happens in the session, but for status changes */
  readonly 'session.ended': {
    readonly session: string;
    readonly tenant: string;
    /** status of the session */
    readonly status: string;
    /** error code of the session, in docs/reference/sessions.md */
    readonly error?: string;
  };
  /** A registration certificate of the tenant expires within 30, 14 or 3 days; once for each */
  readonly 'registration.ending': {
    readonly tenant: string;
    /** id of the registration certificate */
    readonly certificate: string;
    /** its end, ISO 8601 */
    readonly expiresAt: string;
  };
  /** Wallets refuse a registration certificate of the tenant: it has expired or is revoked, for example */
  readonly 'registration.refused': {
    readonly tenant: string;
    /** id of the registration certificate */
    readonly certificate: string;
    /** a reason, in docs/reference/reasons.md */
    readonly reason: string;
  };
  /** The authority has revoked one of the tenant's access certificates. Wallets refuse its signatures */
  readonly 'access_certificate.revoked': {
    readonly tenant: string;
    /** `<set>/<purpose>` of its key */
    readonly certificate: string;
  };
  /** An attempt to obtain or renew a certificate has failed. The current one stays in use, and the attempt is repeated */
  readonly 'certificate.renewal_failed': {
    readonly tenant: string;
    /** `<set>/<purpose>` of `acme.json`; of `registrar.json` the id of the certificate, or `party` */
    readonly certificate: string;
    /** a reason, in docs/reference/reasons.md */
    readonly reason: string;
  };
}
