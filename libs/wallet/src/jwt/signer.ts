/** What the wallet signs: a fault may change the parts of a JWT first, or replace it. */

/** The steps of the protocols, with the names from the server's catalogue of reasons. */
export type Step =
  | 'offer'
  | 'metadata'
  | 'par'
  | 'authorize'
  | 'challenge'
  | 'attestation_challenge'
  | 'nonce'
  | 'token'
  | 'credential'
  | 'deferred'
  | 'notification'
  | 'request-object'
  | 'response';

export type JwtKind = 'dpop' | 'proof' | 'client_assertion' | 'attestation' | 'pop' | 'key_attestation' | 'kb';
