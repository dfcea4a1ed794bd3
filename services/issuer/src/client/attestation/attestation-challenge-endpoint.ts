/** Issues challenges for the proofs of wallet instances (draft-ietf-oauth-attestation-based-client-auth, 8). */
import type { Operation } from '@countersign/shared/http/message';
import type { Dpop } from '../dpop/dpop.ts';
import type { AttestationChallenges } from './attestation-challenges.ts';

/** POST /authorize/attestation-challenge. The response may also carry the next request's DPoP nonce. */
export function attestationChallengeEndpoint(challenges: AttestationChallenges, dpop: Dpop): Operation {
  return async ({ tenant }) => {
    const dpopNonce = await dpop.offerNonce(tenant);
    return {
      body: { attestation_challenge: await challenges.create(tenant) },
      headers: dpopNonce === undefined ? {} : { 'dpop-nonce': dpopNonce },
    };
  };
}
