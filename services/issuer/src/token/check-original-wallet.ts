import { parseJson } from '@countersign/shared/kernel/json';
import type { Vault } from '@countersign/shared/keys/vault';
import type { RefreshGrantDocument } from '@countersign/shared/model/refresh-grants';
import type { Received } from '../client/received.ts';
import { checkAttestationStatuses } from '../proof/check-key-attestation-status.ts';
import { type AttestationStatus, keptStatuses } from '../session/attestation-status.ts';
import { openKeyStatuses } from '../session/renewed-keys.ts';

type Original = Pick<RefreshGrantDocument, 'id' | 'tenant' | 'configurationIds' | 'issued' | 'sealedWalletStatus'>;

/**
 * EU ARF, ISSU_65: neither the wallet that got the refresh token is revoked, nor the keys of the credentials to be renewed,
 * whatever the attestations of today say. Asked last: it may call a foreign server. The token stays valid.
 * @throws ProtocolError `invalid_grant`; `temporarily_unavailable` where the list is unreachable
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
