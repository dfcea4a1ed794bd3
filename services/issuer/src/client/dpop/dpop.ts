/** DPoP at an endpoint: the check of the proof, its mark in the replay cache, and the next nonce. */

import type { OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Json } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import { type AttestationChallenges, createAttestationChallenges } from '../attestation/attestation-challenges.ts';
import { createNonce, nonceTime } from '../nonce.ts';
import { checkDpopCovered, type DpopProof, verifyDpopProof } from './dpop-proof.ts';

/** A valid proof that is not marked as used yet. */
export interface CheckedDpop {
  /** The key's thumbprint. */
  readonly jkt: string;
  /** True if it has a nonce of this server, or a challenge in a combined proof. */
  readonly fresh?: true;
  /**
   * Marks the `jti` as used (RFC 9449, 11.1). Call it last, after all other checks of the request and before its
   * effect. Otherwise unauthenticated requests could fill the replay cache.
   * @param holder the reusable authorization of the request, such as the hash of an access token: limited to 500 proofs in
   *   310 s, so that one wallet can't fill the replay cache
   * @throws ProtocolError `invalid_dpop_proof` if it was used before; `use_dpop_nonce` with the header `DPoP-Nonce` if
   *   that can't be excluded; `temporarily_unavailable` if the mark can't be stored; `rate_limited`
   */
  use(holder?: string): Promise<void>;
}

export interface Dpop {
  /**
   * Checks the request's DPoP header, if it has one.
   * @returns undefined if the request has no DPoP header
   * @throws ProtocolError `invalid_dpop_proof`; `use_dpop_nonce` with the header `DPoP-Nonce`
   */
  check(request: OperationRequest, accessToken?: string): Promise<CheckedDpop | undefined>;
  /** A fresh nonce for the header `DPoP-Nonce`; undefined if nonces are off. */
  offerNonce(tenant: string): Promise<string | undefined>;
}

/** Limit of proofs for one holder. A wallet that polls every five seconds and fetches batches sends less than a hundred. */
const MAX_PROOFS_OF_HOLDER = 500;
/** Milliseconds: the longest time that a mark is kept. */
const HOLDER_WINDOW = 310_000;

export function createDpop(
  platform: Pick<Platform, 'settings' | 'cache' | 'knownKeys' | 'vaults' | 'clock' | 'random'>,
  challenges: AttestationChallenges = createAttestationChallenges(platform),
): Dpop {
  const { settings, cache, vaults, clock, random } = platform;
  const required = settings.DPOP_NONCE === 'required';

  /** draft-ietf-oauth-attestation-based-client-auth, 5.2: such a proof's nonce may be a challenge. */
  const isCombined = ({ headers }: OperationRequest): boolean =>
    settings.CLIENT_ATTESTATION_DPOP &&
    headers['oauth-client-attestation'] !== undefined &&
    headers['oauth-client-attestation-pop'] === undefined;

  const key = async (tenant: string): Promise<Buffer> => (await vaults.of(tenant)).derive('dpop-nonce');
  const make = async (tenant: string): Promise<string> =>
    createNonce({ key: await key(tenant), now: clock(), random: random(16) });

  const count = async (tenant: string, holder: string): Promise<void> => {
    if ((await cache.increment(`${tenant}:dpop-holder:${holder}`, HOLDER_WINDOW)) <= MAX_PROOFS_OF_HOLDER) return;
    const retryAfterSeconds = HOLDER_WINDOW / 1000;
    throw new ProtocolError('rate_limited', 'Too many requests with this access token', {
      reason: 'rate_limited',
      facts: { retryAfterSeconds },
      headers: { 'retry-after': String(retryAfterSeconds) },
    });
  };

  const use = async (tenant: string, proof: DpopProof, holder: string | undefined): Promise<void> => {
    if (holder !== undefined) await count(tenant, holder);
    const mark = await cache.addOnce(`${tenant}:${proof.mark}`, proof.markFor);
    if (!mark.first) {
      throw new ProtocolError('invalid_dpop_proof', 'The DPoP proof was used before', { reason: 'dpop_replayed' });
    }
    checkDpopCovered(proof, mark.completeSince);
  };

  return {
    async check(request, accessToken) {
      const { tenant } = request;
      const proof = request.headers.dpop;
      if (proof === undefined) return undefined;
      const nonceKey = await key(tenant);
      const challengeTime = isCombined(request) ? await challenges.timeOf(tenant) : undefined;
      const issued = (nonce: unknown): number | undefined =>
        nonceTime(nonce, nonceKey) ?? challengeTime?.(nonce as Json);
      let fresh = {};
      return withNonce(tenant, async () => {
        const checked = verifyDpopProof({
          proof,
          method: request.method,
          url: request.url,
          now: clock(),
          ...(accessToken === undefined ? {} : { accessToken }),
          nonceTime: (nonce) => {
            const time = issued(nonce);
            if (time !== undefined) fresh = { fresh: true };
            return time;
          },
          nonceRequired: required,
          known: platform.knownKeys,
        });
        return { jkt: checked.jkt, ...fresh, use: (holder) => withNonce(tenant, () => use(tenant, checked, holder)) };
      });
    },
    async offerNonce(tenant) {
      return required ? make(tenant) : undefined;
    },
  };

  /** Adds a fresh nonce to the errors that a wallet can fix with one. */
  async function withNonce<R>(tenant: string, run: () => Promise<R>): Promise<R> {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      const wanted = error.code === 'use_dpop_nonce' || (required && error.code === 'invalid_dpop_proof');
      if (!wanted) throw error;
      const headers = { ...error.options.headers, 'dpop-nonce': await make(tenant) };
      throw new ProtocolError(error.code, error.message, { ...error.options, headers });
    }
  }
}
