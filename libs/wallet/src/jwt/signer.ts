/** What the wallet signs: a fault may change the parts of a JWT first, or replace it. */
import type { WalletKey } from './keys.ts';

/** The steps of the protocols, as the server's catalogue of reasons names them. */
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

export interface JwtParts {
  readonly kind: JwtKind;
  /** The step whose request carries it. */
  readonly step: Step;
  readonly header: object;
  readonly payload: object;
  readonly sign: WalletKey;
}

export type Signer = (parts: JwtParts) => string;
