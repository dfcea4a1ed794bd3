/** c_nonce (OpenID4VCI 1.0, 7): issued without storage, marked when it is used. */
import type { Operation } from '@countersign/shared/http/message';
import { expiredFact } from '@countersign/shared/kernel/reasons/expired-fact';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Dpop } from '../client/dpop/dpop.ts';
import { createNonce, nonceTime } from '../client/nonce.ts';

export interface CredentialNonces {
  create(tenant: string): Promise<string>;
  /**
   * Returns a check for the tenant's nonces: undefined for a nonce that was issued here and has not expired, otherwise
   * the reason.
   */
  refusalCheck(tenant: string): Promise<(nonce: string) => Reasoned | undefined>;
  /**
   * Marks a nonce as used. The mark does not include the key: two keys must not use one nonce.
   * @returns why it is refused: it was used before, or it predates the replay cache, so that this can't be excluded;
   *   undefined if it is used now
   */
  use(tenant: string, nonce: string): Promise<Reasoned | undefined>;
}

export function createCredentialNonces(
  platform: Pick<Platform, 'settings' | 'cache' | 'vaults' | 'clock' | 'random'>,
): CredentialNonces {
  const { settings, cache, vaults, clock, random } = platform;
  const lifetime = settings.NONCE_TTL * 1000;
  const key = async (tenant: string): Promise<Buffer> => (await vaults.of(tenant)).derive('c-nonce');
  return {
    async create(tenant) {
      return createNonce({ key: await key(tenant), now: clock(), random: random(16) });
    },
    async refusalCheck(tenant) {
      const nonceKey = await key(tenant);
      const now = clock();
      return (nonce) => {
        const made = nonceTime(nonce, nonceKey);
        if (made === undefined) return { reason: 'proof_nonce_unknown' };
        return made + lifetime > now ? undefined : expired(made + lifetime, now);
      };
    },
    async use(tenant, nonce) {
      const made = nonceTime(nonce, await key(tenant));
      if (made === undefined) return { reason: 'proof_nonce_unknown' };
      const { first, completeSince } = await cache.addOnce(`${tenant}:c_nonce:${nonce}`, lifetime);
      if (!first) return { reason: 'proof_nonce_used', facts: { detail: 'used' } };
      return made >= completeSince ? undefined : { reason: 'proof_nonce_used', facts: { detail: 'before_restart' } };
    },
  };

  function expired(end: number, now: number): Reasoned {
    return { reason: 'proof_nonce_expired', facts: { ...expiredFact(end, now), limitSeconds: settings.NONCE_TTL } };
  }
}

/** POST /vci/nonce. */
export function nonceEndpoint(nonces: CredentialNonces, dpop: Dpop): Operation {
  return async ({ tenant }) => {
    const dpopNonce = await dpop.offerNonce(tenant);
    return {
      body: { c_nonce: await nonces.create(tenant) },
      // OpenID4VCI 1.0, 7.2: the response may contain the DPoP nonce for the credential endpoint.
      headers: dpopNonce === undefined ? {} : { 'dpop-nonce': dpopNonce },
    };
  };
}
