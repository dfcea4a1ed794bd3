/** What a refresh token request must satisfy. */
import { parseReference } from '@countersign/shared/crypto/wallet-reference';
import { isWorking } from '@countersign/shared/flow-config/listed';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { parseJson } from '@countersign/shared/kernel/json';
import type { Vault } from '@countersign/shared/keys/vault';
import {
  type RefreshGrantDocument,
  refreshGrantId,
  refreshGrants,
} from '@countersign/shared/model/refresh/refresh-grants';
import { type AuditDocument, auditRecords } from '@countersign/shared/model/tenant/audit-record';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { CheckedDpop } from '../client/dpop/dpop.ts';
import type { Received } from '../client/received.ts';
import { parseAuthorizationDetails, type RequestingClient, text } from '../client/wallet-parameters.ts';
import { REFRESH_TOKEN_GRANT } from '../configuration/authorization-server-metadata.ts';
import { checkAttestationStatuses } from '../proof/check-key-attestation-status.ts';
import { type AttestationStatus, keptStatuses } from '../session/attestation-status.ts';
import { checkRefreshToken as checkUsable, unknownRefreshToken } from '../session/refresh-transitions.ts';
import { openKeyStatuses } from '../session/renewed-keys.ts';
import { unknownGrant } from './parameter-checks.ts';
import { isHolder, otherHolder } from './refresh-holder.ts';

/**
 * RFC 6749, 5.2 and 6: the token must belong to a record of the tenant that is neither expired nor removed.
 * @throws ProtocolError `invalid_grant`; `unsupported_grant_type` if the tenant renews no credentials
 */
export async function checkRefreshToken({
  platform,
  configurations,
  request: { tenant },
  refreshToken,
}: Pick<Received, 'platform' | 'configurations' | 'request'> & { readonly refreshToken: string }): Promise<{
  readonly record: RefreshGrantDocument;
}> {
  const reference = parseReference(refreshToken);
  const record =
    reference && (await ofTenant(platform.store, tenant).get(refreshGrants, refreshGrantId(reference.handle)));
  if (reference === undefined || record === undefined) {
    const renews = (await configurations.list(tenant)).some((one) => isWorking(one) && one.configuration.refresh);
    if (!renews) {
      const why = unknownGrant(REFRESH_TOKEN_GRANT);
      throw new ProtocolError('unsupported_grant_type', 'This grant type is not supported', why);
    }
    throw unknownRefreshToken({ reason: 'refresh_token_unknown' });
  }
  checkUsable(record, reference.hash, platform.clock());
  return { record };
}

/** Milliseconds in which the audit log receives one record for each token. */
const HOUR = 3_600_000;

/**
 * draft-ietf-oauth-attestation-based-client-auth, 9.3; RFC 9449, 5: the client authenticates as it did for the first
 * token; a public one proves the same DPoP key again. A token that someone else uses stays valid, and the audit log
 * records it.
 * @throws ProtocolError `invalid_client`, `invalid_dpop_proof`, `invalid_grant`
 */
export async function checkRefreshHolder({
  platform,
  record,
  client,
  proof,
}: {
  readonly platform: Pick<Platform, 'store' | 'clock'>;
  readonly record: RefreshGrantDocument;
  readonly client: RequestingClient | undefined;
  readonly proof: CheckedDpop | undefined;
}): Promise<void> {
  const instanceJkt = client?.attestation?.instanceJkt;
  const proven = {
    ...(client === undefined ? {} : { clientId: client.clientId }),
    ...(client?.authenticated ? { authenticated: true as const } : {}),
    ...(instanceJkt === undefined ? {} : { instanceJkt }),
    ...(proof === undefined ? {} : { dpopJkt: proof.jkt }),
  };
  if (isHolder(record, proven)) return;
  await ofTenant(platform.store, record.tenant).insert(auditRecords, misuse(record, platform.clock()));
  throw unknownRefreshToken(otherHolder(record, proven));
}

/** The id limits this to one record per hour for each token. */
function misuse({ id, tenant, session }: RefreshGrantDocument, now: number): Omit<AuditDocument, 'rev'> {
  return {
    id: `refresh/${id}/${Math.floor(now / HOUR)}`,
    tenant,
    at: now,
    action: 'refresh.refused',
    client: '[wallet]',
    session,
    data: { reason: 'another client or key' },
  };
}

/**
 * RFC 6749, 6; RFC 9396, 6: a refresh may request less than was granted, but not more.
 * @returns `only`: the requested configurations, if any are specified
 * @throws ProtocolError `invalid_scope`, `invalid_authorization_details`
 */
export async function checkRefreshNarrowed({
  configurations,
  parameters,
  issuer,
  record,
}: Pick<Received, 'configurations' | 'parameters' | 'issuer'> & { readonly record: RefreshGrantDocument }): Promise<{
  readonly only?: readonly string[];
  readonly identifiers: boolean;
}> {
  const granted = record.configurationIds;
  const detailed = parseAuthorizationDetails(parameters.authorization_details, issuer);
  if (detailed !== undefined) {
    if (!detailed.every((id) => granted.includes(id))) {
      const facts = { received: detailed, configurationIds: granted };
      throw new ProtocolError('invalid_authorization_details', 'The request exceeds the grant', {
        reason: 'scope_exceeded',
        facts,
      });
    }
    return { only: detailed, identifiers: true };
  }
  const scopes = text(parameters, 'scope')?.split(' ');
  if (scopes === undefined) return { identifiers: false };
  const found = await Promise.all(granted.map((id) => configurations.get(record.tenant, id)));
  const scoped = found.flatMap((one) => (one === undefined ? [] : [one]));
  if (!scopes.every((scope) => scoped.some((one) => one.scope === scope))) {
    const facts = { received: scopes, configurationIds: granted };
    throw new ProtocolError('invalid_scope', 'The request exceeds the grant', {
      reason: 'scope_exceeded',
      facts,
    });
  }
  return { only: scoped.filter(({ scope }) => scopes.includes(scope)).map(({ id }) => id), identifiers: false };
}

/**
 * A suspended credential is not renewed. The token stays valid, so the error is not `invalid_grant`, after which
 * wallets drop it.
 * @throws ProtocolError `temporarily_unavailable`
 */
export function checkNotSuspended({
  record: { suspended = [], configurationIds },
  only = configurationIds,
}: {
  readonly record: Pick<RefreshGrantDocument, 'suspended' | 'configurationIds'>;
  readonly only?: readonly string[];
}): void {
  const asked = suspended.filter((id) => only.includes(id));
  if (asked.length === 0) return;
  throw new ProtocolError('temporarily_unavailable', 'The credential is suspended', {
    reason: 'renewal_suspended',
    facts: { configurationIds: asked },
  });
}

type Original = Pick<RefreshGrantDocument, 'id' | 'tenant' | 'configurationIds' | 'issued' | 'sealedWalletStatus'>;

/**
 * EU ARF, ISSU_65: neither the wallet that received the refresh token nor the keys of the credentials to renew may be
 * revoked, whatever the current attestations contain. Checked last: it may call a foreign server. The token stays
 * valid.
 * @throws ProtocolError `invalid_grant`; `temporarily_unavailable` if the list is unreachable
 */
export async function checkOriginalWallet({
  platform,
  trustAnchors,
  statusOf,
  record,
}: Pick<Received, 'platform' | 'trustAnchors' | 'statusOf'> & { readonly record: Original }): Promise<void> {
  const { tenant } = record;
  const vault = await platform.vaults.of(tenant);
  const original = [...openWallet(vault, record), ...openKeyStatuses(vault, record)];
  const statuses = keptStatuses(original, platform.clock());
  await checkAttestationStatuses({ platform, trustAnchors, statusOf }, { tenant, statuses, refusal: 'invalid_grant' });
}

function openWallet(vault: Vault, { id, sealedWalletStatus: sealed }: Original): readonly AttestationStatus[] {
  if (sealed === undefined) return [];
  return [parseJson(vault.open(sealed, `refresh/${id}/wallet-status`)) as unknown as AttestationStatus];
}
