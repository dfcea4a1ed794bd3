/** c_nonce (OpenID4VCI 1.0, 7): issued without storage, marked when it is used. */
import type { Operation } from '@countersign/shared/http/message';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Dpop } from '../client/dpop.ts';
import { createNonce, nonceTime } from '../protocol/nonce.ts';

export interface CredentialNonces {
  create(tenant: string): Promise<string>;
  /** Returns a check for nonces of the tenant: issued here and not expired. */
  aliveCheck(tenant: string): Promise<(nonce: string) => boolean>;
  /**
   * Marks a nonce as used. The mark does not include the key: two keys must not use one nonce.
   * @returns false where it was used before, or where it predates the replay cache, so that this can't be excluded
   */
  use(tenant: string, nonce: string): Promise<boolean>;
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
    async aliveCheck(tenant) {
      const nonceKey = await key(tenant);
      const now = clock();
      return (nonce) => {
        const made = nonceTime(nonce, nonceKey);
        return made !== undefined && made + lifetime > now;
      };
    },
    async use(tenant, nonce) {
      const made = nonceTime(nonce, await key(tenant));
      if (made === undefined) return false;
      const { first, completeSince } = await cache.addOnce(`${tenant}:c_nonce:${nonce}`, lifetime);
      return first && made >= completeSince;
    },
  };
}

/** POST /vci/nonce. */
export function nonceEndpoint(nonces: CredentialNonces, dpop: Dpop): Operation {
  return async ({ tenant }) => {
    const dpopNonce = await dpop.offerNonce(tenant);
    return {
      body: { c_nonce: await nonces.create(tenant) },
      // OpenID4VCI 1.0, 7.2: the answer may contain the DPoP nonce for the credential endpoint.
      headers: dpopNonce === undefined ? {} : { 'dpop-nonce': dpopNonce },
    };
  };
}
