/** Authentication codes are accepted once (EUDI TS12 1.0.1, 3.6). */
import { hashOf } from '@countersign/shared/crypto/sha256';
import { authenticationCodes } from '@countersign/shared/model/session/authentication-codes';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import { eachDocument } from '@countersign/shared/store/pages';
import { PresentationError } from '../session/presentation-error.ts';

/** Milliseconds that a code is remembered if its credential has no end. */
const WITHOUT_END = 2 * 365 * 86_400_000;
const EVERY = 600_000;

export interface UsedCode {
  /** Id of the credential query. */
  readonly credential: string;
  readonly jti: string;
  /** Subject of the certificate that signed the credential. */
  readonly issuer: string;
  /** Milliseconds: when the credential expires; absent if it doesn't. */
  readonly expiresAt?: number;
}

export interface AnsweredWithCodes {
  readonly platform: Pick<Platform, 'store' | 'clock'>;
  readonly tenant: string;
  readonly codes: readonly UsedCode[];
  /** SHA-256 of the response. The same response may use its codes again: its acceptance may have failed. */
  readonly answerHash: string;
}

/**
 * Marks the codes of a response as used, while their credentials live.
 * @throws PresentationError `strong_authentication` for a code that another response has used
 */
export async function useAuthenticationCodes(answered: AnsweredWithCodes): Promise<void> {
  const { platform, tenant, codes, answerHash } = answered;
  const own = ofTenant(platform.store, tenant);
  for (const { credential, jti, issuer, expiresAt = platform.clock() + WITHOUT_END } of codes) {
    const id = `${tenant}/${hashOf(JSON.stringify([issuer, jti]))}`;
    const inserted = await own.insert(authenticationCodes, { id, tenant, answerHash, endsAt: expiresAt });
    if (inserted !== undefined) continue;
    const used = await own.get(authenticationCodes, id);
    if (used?.answerHash === answerHash) continue;
    const facts = { claim: 'jti', detail: 'repeated' };
    throw new PresentationError('strong_authentication', { credential, facts });
  }
}

/** The job that forgets codes whose credential has expired. */
export function forgetAuthenticationCodes({ store, clock, log }: Pick<Platform, 'store' | 'clock' | 'log'>): Job {
  return {
    name: 'authentication-codes',
    exclusive: true,
    every: EVERY,
    run: async () => {
      const ended = { index: 'end', below: clock() };
      const count = await eachDocument(store, overAllTenants(authenticationCodes), ended, (code) =>
        ofTenant(store, code.tenant).delete(authenticationCodes, code),
      );
      if (count > 0)
        log.info('ended authentication codes removed', { service: 'verifier', job: 'authentication-codes', count });
    },
  };
}
