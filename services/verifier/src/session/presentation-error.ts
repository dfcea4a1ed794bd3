/** The error of all presentation checks: a code for the wallet, and a stable reason with facts for the session and its trace. */
import type { Facts } from '@countersign/shared/kernel/reasons/facts';
import { type FactsOf, type Reasoned, reasoned } from '@countersign/shared/kernel/reasons/reasons';
import { type VerifierReasons, verifierReasons } from '../reasons.ts';

/** Error codes that are sent to the wallet (OpenID4VP 1.0, 8.5; RFC 6749, 4.1.2.1). */
export type PresentationErrorCode = 'invalid_request' | 'invalid_transaction_data' | 'vp_formats_not_supported';

/** Descriptions for the wallet. They don't name the failed check, which would help an attacker. */
const MALFORMED = 'The authorization response is not well-formed';
/** The same message for key, decryption and state, so that a guess reveals nothing. */
const NOT_FOR_US = 'The authorization response does not belong to an open request';
const NOT_ACCEPTED = 'The presentation is not accepted';
const REQUEST = 'The request for the request object is not valid';

const descriptions = {
  malformed_body: MALFORMED,
  dc_api_protocol: NOT_FOR_US,
  parameters: MALFORMED,
  jwe_header: MALFORMED,
  unknown_key: NOT_FOR_US,
  decrypt: NOT_FOR_US,
  payload: NOT_FOR_US,
  iso_mdoc_response: MALFORMED,
  iso_mdoc_decrypt: NOT_FOR_US,
  state: NOT_FOR_US,
  not_encrypted: NOT_FOR_US,
  expired: NOT_FOR_US,
  already_answered: NOT_FOR_US,
  vp_token: NOT_ACCEPTED,
  response_legacy: NOT_ACCEPTED,
  unknown_id: NOT_ACCEPTED,
  multiple: NOT_ACCEPTED,
  incomplete: NOT_ACCEPTED,
  presentation_format: NOT_ACCEPTED,
  issuer_header: NOT_ACCEPTED,
  issuer_signature: NOT_ACCEPTED,
  issuer_trust: NOT_ACCEPTED,
  issuing_country: NOT_ACCEPTED,
  public_body_statement: NOT_ACCEPTED,
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
  strong_authentication: 'The transaction data is not confirmed',
  revoked: NOT_ACCEPTED,
  suspended: NOT_ACCEPTED,
  status_unavailable: NOT_ACCEPTED,
  certificate_revoked: NOT_ACCEPTED,
  certificate_status_unavailable: NOT_ACCEPTED,
  zk_proof: NOT_ACCEPTED,
  wallet_metadata: REQUEST,
  wallet_nonce: REQUEST,
  wallet_formats: 'The wallet supports none of the requested formats',
} as const satisfies Partial<Record<keyof VerifierReasons, string>>;

export type PresentationReason = keyof typeof descriptions;

const codes: Partial<Record<PresentationReason, PresentationErrorCode>> = {
  transaction_data: 'invalid_transaction_data',
  strong_authentication: 'invalid_transaction_data',
  wallet_formats: 'vp_formats_not_supported',
};

export interface PresentationErrorOptions<R extends PresentationReason> {
  readonly cause?: unknown;
  readonly credential?: string | undefined;
  readonly finding?: string | undefined;
  readonly facts?: FactsOf<R> | undefined;
}

/** Contains a code, a reason and facts, and no presented value. */
export class PresentationError<R extends PresentationReason = PresentationReason> extends Error {
  override readonly name = 'PresentationError';
  readonly code: PresentationErrorCode;
  /** For the session and the metrics; not sent to the wallet. */
  readonly reason: PresentationReason;

  /** Id of the refused credential query; undefined if the whole response was refused. */
  readonly credential: string | undefined;

  /** For the backend: the unmet part of its query. */
  readonly finding: string | undefined;

  /** For the trace. */
  readonly facts: Facts | undefined;

  constructor(reason: R, { cause, credential, finding, facts }: PresentationErrorOptions<R> = {}) {
    super(descriptions[reason], cause === undefined ? undefined : { cause });
    this.code = codes[reason] ?? 'invalid_request';
    this.reason = reason;
    this.credential = credential;
    this.finding = finding;
    this.facts = facts as Facts | undefined;
  }

  /** The reason with its facts, of which the credential query is one. */
  get reasoned(): Reasoned {
    const { reason, facts, credential } = this;
    return reasoned(verifierReasons, reason, credential === undefined ? facts : { ...facts, credential });
  }
}

/** A refusal with facts found at run time. Facts that the reason does not list are left out. */
export function refusalWith(reason: PresentationReason, facts: Facts, cause?: unknown): PresentationError {
  const kept = reasoned(verifierReasons, reason, facts).facts;
  return new PresentationError(reason, { cause, facts: kept as FactsOf<PresentationReason> | undefined });
}

/** Runs a check of one credential query; a refusal includes the query's id. */
export function aboutCredential<T>(credential: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw withCredential(error, credential);
  }
}

/** Adds the id of the credential query to a refusal without one; other errors are returned unchanged. */
export function withCredential(error: unknown, credential: string | undefined): unknown {
  if (!(error instanceof PresentationError) || error.credential !== undefined) return error;
  const { cause, finding, facts } = error;
  return new PresentationError(error.reason, {
    cause,
    credential,
    finding,
    facts: facts as FactsOf<PresentationReason>,
  });
}
