/** Where the status of the attested wallet stands that got a token: kept with the grant, sealed. */
import type { Grant } from '@countersign/shared/model/issuance/issuance-part';
import type { IssuanceSession } from '@countersign/shared/model/issuance/issuance-transition';
import type { Platform } from '@countersign/shared/runtime/service';
import type { RequestingClient } from '../protocol/authorization-request.ts';

/** @returns `sealedWalletStatus` of the grant, where the attestation of the client names a status */
export async function sealedWalletStatus(
  { vaults }: Pick<Platform, 'vaults'>,
  { id, tenant }: Pick<IssuanceSession, 'id' | 'tenant'>,
  client: RequestingClient | undefined,
): Promise<Pick<Grant, 'sealedWalletStatus'>> {
  const status = client?.attestation?.status;
  if (status === undefined) return {};
  const vault = await vaults.of(tenant);
  return { sealedWalletStatus: vault.seal(JSON.stringify(status), `session/${id}/wallet-status`) };
}
