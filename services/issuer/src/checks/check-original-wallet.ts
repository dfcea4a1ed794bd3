import { parseJson } from '@countersign/shared/kernel/json';
import type { RefreshGrantDocument } from '@countersign/shared/model/refresh-grants';
import type { AttestationStatus } from '../protocol/attestation-status.ts';
import { checkAttestationStatuses } from './check-key-attestation-status.ts';
import type { Received } from './received.ts';

/**
 * EU ARF, ISSU_65: the wallet that got the refresh token is not revoked, whatever its attestation of today says. Asked last: it may
 * call a foreign server. The token stays valid.
 * @throws ProtocolError `invalid_grant`; `temporarily_unavailable` where the list is unreachable
 */
export async function checkOriginalWallet({
  platform,
  trustAnchors,
  statusOf,
  record: { id, tenant, sealedWalletStatus },
}: Pick<Received, 'platform' | 'trustAnchors' | 'statusOf'> & {
  readonly record: RefreshGrantDocument;
}): Promise<void> {
  if (sealedWalletStatus === undefined) return;
  const vault = await platform.vaults.of(tenant);
  const status = parseJson(
    vault.open(sealedWalletStatus, `refresh/${id}/wallet-status`),
  ) as unknown as AttestationStatus;
  // Its provider no longer keeps it.
  if (status.exp !== undefined && status.exp * 1000 <= platform.clock()) return;
  await checkAttestationStatuses(
    { platform, trustAnchors, statusOf },
    { tenant, statuses: [status], refusal: 'invalid_grant' },
  );
}
