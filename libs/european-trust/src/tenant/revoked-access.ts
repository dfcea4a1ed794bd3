/**
 * Access certificates of a tenant that their authority has revoked. One replica asks the authority and keeps the outcome in the store; the
 * others read it, so that no request waits for an authority.
 */
import { leafThumbprint } from '@countersign/shared/crypto/certificate-chain';
import type { SigningKey } from '@countersign/shared/crypto/keys';
import { createSealedSetting, type SealedSettingParts } from '@countersign/shared/keys/sealed-setting';
import type { Finding } from '../registration/registration-error.ts';

/** Status of the certificate, or of one between it and its anchor. */
export type AccessStatus = 'valid' | 'revoked' | 'unknown';

export interface RevokedAccess {
  /** Thumbprints of the revoked leaves, as they were at most a second ago. */
  of(tenant: string): Promise<ReadonlySet<string>>;
  /**
   * Keeps the results. A revoked certificate whose status is unknown now stays revoked.
   * @param found by the leaf's thumbprint
   * @returns newly revoked certificates
   */
  settle(tenant: string, found: ReadonlyMap<string, AccessStatus>): Promise<readonly string[]>;
}

export function createRevokedAccess(parts: SealedSettingParts): RevokedAccess {
  const setting = createSealedSetting(parts, {
    kind: 'access',
    id: 'revoked',
    nothing: [] as readonly string[],
    read: (revoked: readonly string[]) => new Set(revoked),
  });
  return {
    of: setting.of,
    settle: async (tenant, found) => {
      const before = await setting.now(tenant);
      const revoked = [...found].flatMap(([leaf, status]) =>
        status === 'revoked' || (status === 'unknown' && before.has(leaf)) ? [leaf] : [],
      );
      const fresh = revoked.filter((leaf) => !before.has(leaf));
      if (fresh.length > 0 || revoked.length < before.size) await setting.change(tenant, () => revoked);
      return fresh;
    },
  };
}

/** What is wrong with a key whose access certificate is revoked; undefined for any other. */
export function revokedFinding(revoked: ReadonlySet<string>, { x5c }: Pick<SigningKey, 'x5c'>): Finding | undefined {
  return revoked.size > 0 && revoked.has(leafThumbprint(x5c)) ? REVOKED : undefined;
}

const REVOKED: Finding = {
  reason: 'access_certificate_revoked',
  document: 'access certificate',
  pointer: '/0',
  detail: 'The authority has revoked the access certificate, or one above it',
};
