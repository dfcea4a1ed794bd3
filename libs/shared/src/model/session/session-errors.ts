/**
 * Each `error.code` that a session can have, and the reason in the catalogue that explains it. The session stores the
 * code. Explanations are only in the catalogue, and a name missing there fails to compile where it is read.
 */

/** Errors of an issuance that is `failed`. */
export const issuanceErrors = {
  claims_invalid: 'claims_invalid',
  claims_deadline: 'claims_late',
  claims_unavailable: 'claims_refused',
  presentation_rejected: 'presentation_rejected',
  declined: 'user_denied',
  tx_code_attempts: 'tx_code_locked',
  cancelled: 'cancelled',
  restored: 'restored',
} as const;

/**
 * Errors of a presentation, each a reason of the same name. `rejected`: why it has ended. `requested` and `expired`:
 * why the last response was refused; the request stays open. An OpenID4VP error from a wallet, such as `access_denied`,
 * rejects with that code.
 */
export const presentationErrors = [
  'malformed_body',
  'dc_api_protocol',
  'parameters',
  'response_legacy',
  'jwe_header',
  'unknown_key',
  'decrypt',
  'iso_mdoc_response',
  'iso_mdoc_decrypt',
  'payload',
  'state',
  'not_encrypted',
  'expired',
  'already_answered',
  'vp_token',
  'unknown_id',
  'multiple',
  'incomplete',
  'presentation_format',
  'issuer_header',
  'issuer_signature',
  'issuer_trust',
  'issuing_country',
  'public_body_statement',
  'issuer_name',
  'time',
  'disclosure',
  'kb_missing',
  'kb_signature',
  'kb_nonce',
  'kb_aud',
  'kb_iat',
  'kb_sd_hash',
  'type',
  'claims',
  'trusted_authorities',
  'transaction_data',
  'strong_authentication',
  'revoked',
  'suspended',
  'status_unavailable',
  'certificate_revoked',
  'certificate_status_unavailable',
  'zk_proof',
  'wallet_metadata',
  'wallet_nonce',
  'wallet_formats',
  'cancelled',
  'restored',
] as const;

type IssuanceReason = 'issuance_expired' | (typeof issuanceErrors)[keyof typeof issuanceErrors];
type PresentationReason = 'wallet_error' | (typeof presentationErrors)[number];

/** @param code of the session, or of the event of its end */
export function issuanceReason(code: string): IssuanceReason | undefined {
  if (code === 'expired') return 'issuance_expired';
  return Object.hasOwn(issuanceErrors, code) ? issuanceErrors[code as keyof typeof issuanceErrors] : undefined;
}

/** @param code of the session, or of the event of its end; an unknown code came from the wallet */
export function presentationReason(code: string): PresentationReason {
  return presentationErrors.find((known) => known === code) ?? 'wallet_error';
}
