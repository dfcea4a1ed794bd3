/** The one error of the presentation code: a code for the wallet and a stable reason for the session. */

/** Error codes that go to the wallet (OpenID4VP 1.0, 8.5; RFC 6749, 4.1.2.1). */
export type PresentationErrorCode = 'invalid_request' | 'invalid_transaction_data' | 'vp_formats_not_supported';

/** What the wallet reads. It learns no detail: which check failed helps whoever probes. */
const MALFORMED = 'The authorization response is not well-formed';
/** One text for key, decryption and state, so that nobody learns how far a guess got. */
const NOT_FOR_US = 'The authorization response does not belong to an open request';
const NOT_ACCEPTED = 'The presentation is not accepted';
const REQUEST = 'The request for the request object is not valid';

const descriptions = {
  malformed_body: MALFORMED,
  parameters: MALFORMED,
  jwe_header: MALFORMED,
  unknown_key: NOT_FOR_US,
  decrypt: NOT_FOR_US,
  payload: NOT_FOR_US,
  state: NOT_FOR_US,
  not_encrypted: NOT_FOR_US,
  expired: NOT_FOR_US,
  already_answered: NOT_FOR_US,
  vp_token: NOT_ACCEPTED,
  unknown_id: NOT_ACCEPTED,
  multiple: NOT_ACCEPTED,
  incomplete: NOT_ACCEPTED,
  presentation_format: NOT_ACCEPTED,
  issuer_header: NOT_ACCEPTED,
  issuer_signature: NOT_ACCEPTED,
  issuer_trust: NOT_ACCEPTED,
  issuer_name: NOT_ACCEPTED,
  time: NOT_ACCEPTED,
  disclosure: NOT_ACCEPTED,
  kb_missing: NOT_ACCEPTED,
  kb_signature: NOT_ACCEPTED,
  kb_nonce: NOT_ACCEPTED,
  kb_aud: NOT_ACCEPTED,
  kb_iat: NOT_ACCEPTED,
  kb_sd_hash: NOT_ACCEPTED,
  type: NOT_ACCEPTED,
  claims: NOT_ACCEPTED,
  trusted_authorities: NOT_ACCEPTED,
  transaction_data: 'The transaction data is not confirmed',
  revoked: NOT_ACCEPTED,
  suspended: NOT_ACCEPTED,
  status_unavailable: NOT_ACCEPTED,
  wallet_metadata: REQUEST,
  wallet_nonce: REQUEST,
  wallet_formats: 'The wallet supports none of the requested formats',
} as const satisfies Record<string, string>;

export type PresentationReason = keyof typeof descriptions;

const codes: Partial<Record<PresentationReason, PresentationErrorCode>> = {
  transaction_data: 'invalid_transaction_data',
  wallet_formats: 'vp_formats_not_supported',
};

/** Holds a code, a reason, and nothing of what was presented. */
export class PresentationError extends Error {
  override readonly name = 'PresentationError';
  readonly code: PresentationErrorCode;
  /** For the session and the metrics; not for the wallet. */
  readonly reason: PresentationReason;

  /** Id of the credential query that it is about; undefined where it is about the whole response. */
  readonly credential: string | undefined;

  /** For the backend: what of its own query was not met. */
  readonly finding: string | undefined;

  constructor(reason: PresentationReason, cause?: unknown, credential?: string, finding?: string) {
    super(descriptions[reason], cause === undefined ? undefined : { cause });
    this.code = codes[reason] ?? 'invalid_request';
    this.reason = reason;
    this.credential = credential;
    this.finding = finding;
  }
}

/** Runs a check of what answers one credential query; its refusal says which one. */
export function aboutCredential<T>(credential: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw withCredential(error, credential);
  }
}

/** The refusal, with the credential query that it is about; any other error as it is. */
export function withCredential(error: unknown, credential: string | undefined): unknown {
  if (!(error instanceof PresentationError) || error.credential !== undefined) return error;
  return new PresentationError(error.reason, error.cause, credential, error.finding);
}
