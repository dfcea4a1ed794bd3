import type { AuditDocument } from '@countersign/shared/model/audit-record';
import { auditRecords } from '@countersign/shared/model/audit-record';
import { unknownRefreshToken } from '@countersign/shared/model/refresh/refresh-transitions';
import type { RefreshGrantDocument } from '@countersign/shared/model/refresh-grants';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { CheckedDpop } from '../client/dpop.ts';
import type { RequestingClient } from '../client/wallet-parameters.ts';
import { isHolder, otherHolder } from './refresh-holder.ts';

/** Milliseconds in which the audit log gets one record for each token. */
const HOUR = 3_600_000;

/**
 * draft-ietf-oauth-attestation-based-client-auth, 9.3; RFC 9449, 5: the client authenticates as it did for the first token; a
 * public one proves the same DPoP key again. A token that others use stays valid, and the audit log says so.
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

/** One record an hour for each token: its id says so. */
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
