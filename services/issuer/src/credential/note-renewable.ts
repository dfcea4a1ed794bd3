/** The record of the refresh token, when a credential is about to be issued under it. */
import { hmacSha256 } from '@countersign/shared/crypto/hmac-sha256';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Vault } from '@countersign/shared/keys/vault';
import { type RefreshGrantDocument, refreshGrants } from '@countersign/shared/model/refresh/refresh-grants';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { denied } from '../claims/claims-wait.ts';
import type { Configuration } from '../configuration/listed-configuration.ts';
import type { AttestationStatus } from '../session/attestation-status.ts';
import { grantOf } from '../session/grant.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';
import { noteIssued } from '../session/refresh-transitions.ts';
import { sealedKeyStatuses } from '../session/renewed-keys.ts';

export interface AboutToIssue {
  readonly session: IssuanceSession;
  readonly configuration: Configuration;
  readonly claims: JsonObject;
  /** Status of the attested keys. */
  readonly statuses: readonly AttestationStatus[];
  /** End of the credential, seconds. */
  readonly exp?: number;
}

/**
 * Notes it, so that the credential may be renewed. A session without a refresh token needs no note. The record is read
 * for each request of a renewal, because a revocation or an erasure may have removed it after the renewal started.
 * @throws ProtocolError `credential_request_denied`
 */
export async function noteRenewable(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  vault: Vault,
  { session, configuration, claims, statuses, exp }: AboutToIssue,
): Promise<void> {
  const refreshId = grantOf(session.issuance.progress)?.refreshId;
  if (refreshId === undefined) return;
  const { id } = configuration;
  const digest =
    configuration.refresh?.olderCredentials === 'revoke' ? { claimsDigest: digestOf(vault, id, claims) } : {};
  const end = exp === undefined ? {} : { until: exp * 1000 };
  const issued = { configurationId: id, session: session.id, ...digest, ...end };
  const note = (present: RefreshGrantDocument): RefreshGrantDocument => {
    if (!present.configurationIds.includes(id)) return present;
    const keys = sealedKeyStatuses(vault, present, { ...issued, statuses });
    return noteIssued(present, { ...issued, ...keys, now: clock() });
  };
  const stored = await ofTenant(store, session.tenant).update(refreshGrants, refreshId, note);
  if (session.firstSession === undefined) return;
  if (stored?.configurationIds.includes(id) !== true) {
    throw denied({ reason: 'refresh_withdrawn', facts: { configurationIds: [id] } });
  }
}

/**
 * HMAC-SHA-256 with a tenant's key, so that nobody can search for claims by it. Names in any order result in one
 * digest.
 */
function digestOf(vault: Vault, configuration: string, claims: JsonObject): string {
  const text = JSON.stringify([configuration, claims], (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return hmacSha256(vault.derive('claims-digest'), text).toString('base64url');
}
