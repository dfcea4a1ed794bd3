/** Challenges for proofs of wallet instances: keyed, without storage, usable again until they expire. */
import type { Json } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import { createNonce, nonceTime } from '../nonce.ts';

/** The response header with a challenge (draft-ietf-oauth-attestation-based-client-auth, 8). */
export const CHALLENGE_HEADER = 'oauth-client-attestation-challenge';

export interface AttestationChallenges {
  create(tenant: string): Promise<string>;
  /**
   * Returns when a challenge was issued, milliseconds since the epoch; undefined if it was not issued for the tenant.
   */
  timeOf(tenant: string): Promise<(challenge: Json) => number | undefined>;
}

export function createAttestationChallenges(
  platform: Pick<Platform, 'vaults' | 'clock' | 'random'>,
): AttestationChallenges {
  const { vaults, clock, random } = platform;
  const key = async (tenant: string): Promise<Buffer> => (await vaults.of(tenant)).derive('attestation-challenge');
  return {
    create: async (tenant) => createNonce({ key: await key(tenant), now: clock(), random: random(16) }),
    timeOf: async (tenant) => {
      const challengeKey = await key(tenant);
      return (challenge) => nonceTime(challenge, challengeKey);
    },
  };
}
