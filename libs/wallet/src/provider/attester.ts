/** What a wallet needs of its provider. */
import type { Signer } from '../jwt/keys.ts';

/** What the wallet's provider attests. */
export interface Attester {
  attestation(input: AttestationInput): string;
  keyAttestation(input: KeyAttestationInput): string;
}

export interface AttestationInput {
  readonly clientId: string;
  /** Public key of the instance. */
  readonly jwk: object;
  /** Further claims. */
  readonly claims?: object;
  readonly sign?: Signer;
}

export interface KeyAttestationInput {
  readonly keys: readonly object[];
  readonly nonce?: string;
  readonly sign?: Signer;
}
