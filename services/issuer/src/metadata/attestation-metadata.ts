import { ATTESTATION_ALGORITHMS } from '../client/attestation/wallet-attestation.ts';
import type { ServerFeature } from '../configuration/authorization-server-metadata.ts';

/**
 * Client authentication by attestation, for the metadata of a tenant with anchors of wallet providers
 * (draft-ietf-oauth-attestation-based-client-auth, 12). Wallets need both lists.
 * @param combined whether a DPoP proof may replace the attestation's proof
 */
export function attestationFeature(issuer: string, combined: boolean): ServerFeature {
  return {
    clientAuthentication: ['attest_jwt_client_auth', ...(combined ? ['attest_jwt_client_auth_dpop'] : [])],
    members: {
      challenge_endpoint: `${issuer}/authorize/attestation-challenge`,
      client_attestation_signing_alg_values_supported: [...ATTESTATION_ALGORITHMS],
      client_attestation_pop_signing_alg_values_supported: [...ATTESTATION_ALGORITHMS],
    },
  };
}
