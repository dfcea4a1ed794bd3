import type { JsonObject } from '@countersign/shared/kernel/json';
import { ATTESTATION_ALGORITHMS } from './client-attestation.ts';

/** How attested wallets authenticate at a tenant; `combined`: by their DPoP proof too. */
export type AttestationOffer = 'none' | 'proof' | 'combined';

/** The values of `token_endpoint_auth_methods_supported`. */
export function attestationMethods(offer: AttestationOffer): readonly string[] {
  if (offer === 'none') return [];
  return ['attest_jwt_client_auth', ...(offer === 'combined' ? ['attest_jwt_client_auth_dpop'] : [])];
}

/** Members of the authorization server metadata (draft-ietf-oauth-attestation-based-client-auth, 12). Wallets need both lists. */
export function attestationMetadata(issuer: string, offer: AttestationOffer): JsonObject {
  if (offer === 'none') return {};
  return {
    challenge_endpoint: `${issuer}/authorize/attestation-challenge`,
    client_attestation_signing_alg_values_supported: [...ATTESTATION_ALGORITHMS],
    client_attestation_pop_signing_alg_values_supported: [...ATTESTATION_ALGORITHMS],
  };
}
