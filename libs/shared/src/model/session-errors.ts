/** Every `error.code` of a session, and what it means to a backend. */

/** Errors of an issuance that is `failed`. */
export const issuanceErrors = {
  claims_invalid:
    'The claims do not fit the schema, have names that the service sets, or would be in plain by a mistyped frame',
  claims_deadline: 'The claims webhook gave no claims in time (CLAIMS_WAIT, then the deadline of the deferral)',
  claims_unavailable: 'No try of the claims webhook brought usable claims',
  presentation_rejected: 'The presentation that was needed first was rejected',
  declined: 'The person declined on the page that asks for a sign-in or a presentation',
  tx_code_attempts: 'The transaction code was wrong too often',
  restored: 'The store was restored from a backup; what was open then is ended',
} as const;

/**
 * Errors of a presentation. `rejected`: why it has ended. `requested` and `expired`: why the last answer was refused; the
 * request stays open. A wallet's error of OpenID4VP, such as `access_denied`, rejects with that code.
 */
export const presentationErrors = {
  malformed_body: 'The answer is no form with the members of OpenID4VP',
  parameters: 'The answer lacks members, or has some that do not belong together',
  jwe_header: 'The encrypted answer has another form or algorithm than was asked for',
  unknown_key: 'The answer is encrypted to a key that is not that of an open request',
  decrypt: 'The answer can not be decrypted',
  payload: 'What was decrypted is not an answer',
  state: 'The answer carries the state of another request',
  not_encrypted: 'The answer, or an error, came in plain though it was to be encrypted',
  expired: 'The request is over',
  already_answered: 'The request was answered before',
  vp_token: 'The vp_token is not an object of presentations by credential query',
  response_legacy: 'The answer is one of an older draft: a presentation_submission, or an audience without its prefix',
  unknown_id: 'The answer names a credential query that the request does not have',
  multiple: 'The answer has more presentations for a credential query than were asked for',
  incomplete: 'A credential, or a set of them, that the request needs is missing',
  presentation_format: 'A presentation is no SD-JWT VC',
  issuer_header: 'The header of a credential is not that of an SD-JWT VC signed with ES256 and a chain',
  issuer_signature: 'The signature of a credential is wrong',
  issuer_trust: 'The certificate chain of a credential leads to no trust anchor, or may not issue this type',
  issuer_name: '`iss` of a credential is no name of the certificate that signed it',
  time: 'A credential is not valid yet, or not any more',
  disclosure: 'The disclosures of a credential do not fit its digests',
  kb_missing: 'The key binding of a credential is missing',
  kb_signature: 'The key binding is not signed by the key of the credential',
  kb_nonce: 'The key binding is for another request',
  kb_aud: 'The key binding is for another verifier',
  kb_iat: 'The key binding was made too long ago, or in the future',
  kb_sd_hash: 'The key binding is for other disclosures',
  type: 'The credential is of another type than was asked for',
  claims: 'The presentation lacks claims, or has other values than were asked for',
  trusted_authorities: 'The issuer is none of those that the request trusts',
  transaction_data: 'The transaction data is not confirmed',
  revoked: 'The credential is revoked',
  suspended: 'The credential is suspended',
  status_unavailable: 'The status of the credential could not be asked for',
  wallet_metadata: 'The metadata that the wallet sent is not valid',
  wallet_nonce: 'The nonce that the wallet sent is not valid',
  wallet_formats: 'The wallet supports none of the formats that are asked for',
  restored: 'The store was restored from a backup; what was open then is ended',
} as const;
