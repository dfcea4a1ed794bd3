/** DPoP at an endpoint: the check of the proof, its used-once mark, and the nonce for the next one. */
import { ProtocolError } from '@countersign/shared/errors';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { Platform } from '@countersign/shared/runtime/service';
import { checkDpopRemembered, verifyDpopProof } from './protocol/dpop-proof.ts';
import { createNonce, nonceTime } from './protocol/nonce.ts';

export interface Dpop {
  /**
   * Checks the DPoP header of a request, where there is one, and marks its `jti` as used (RFC 9449, 11.1).
   * @returns the thumbprint of the key; undefined where the request has no DPoP header
   * @throws ProtocolError `invalid_dpop_proof`; `use_dpop_nonce` with the header `DPoP-Nonce`
   */
  check(request: OperationRequest, accessToken?: string): Promise<string | undefined>;
  /** A fresh nonce for the header `DPoP-Nonce`; undefined where nonces are off. */
  offerNonce(tenant: string): Promise<string | undefined>;
}

export function createDpop(platform: Pick<Platform, 'settings' | 'cache' | 'vaults' | 'clock' | 'random'>): Dpop {
  const { settings, cache, vaults, clock, random } = platform;
  const required = settings.DPOP_NONCE === 'required';

  const key = async (tenant: string): Promise<Buffer> => (await vaults.of(tenant)).derive('dpop-nonce');
  const make = async (tenant: string): Promise<string> =>
    createNonce({ key: await key(tenant), now: clock(), random: random(16) });

  return {
    async check(request, accessToken) {
      const proof = request.headers.dpop;
      if (proof === undefined) return undefined;
      const nonceKey = await key(request.tenant);
      try {
        const checked = verifyDpopProof({
          proof,
          method: request.method,
          url: request.url,
          now: clock(),
          ...(accessToken === undefined ? {} : { accessToken }),
          nonceTime: (nonce) => nonceTime(nonce, nonceKey),
          nonceRequired: required,
        });
        const mark = await cache.addOnce(`${request.tenant}:${checked.mark}`, checked.markFor);
        if (!mark.first) throw new ProtocolError('invalid_dpop_proof', 'The DPoP proof was used before');
        checkDpopRemembered(checked, mark.completeSince);
        return checked.jkt;
      } catch (error) {
        throw await withNonce(error, request.tenant);
      }
    },
    async offerNonce(tenant) {
      return required ? make(tenant) : undefined;
    },
  };

  async function withNonce(error: unknown, tenant: string): Promise<unknown> {
    if (!(error instanceof ProtocolError)) return error;
    const wanted = error.code === 'use_dpop_nonce' || (required && error.code === 'invalid_dpop_proof');
    if (!wanted) return error;
    const headers = { ...error.options.headers, 'dpop-nonce': await make(tenant) };
    return new ProtocolError(error.code, error.message, { ...error.options, headers });
  }
}
