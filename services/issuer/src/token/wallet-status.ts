/** The place of the status of the attested wallet that received a token: kept with the grant, sealed. */
import { parseJson } from '@countersign/shared/kernel/json';
import type { Vault } from '@countersign/shared/keys/vault';
import type { Grant } from '@countersign/shared/model/session/issuance-part';
import type { Platform } from '@countersign/shared/runtime/service';
import type { RequestingClient } from '../client/wallet-parameters.ts';
import type { AttestationStatus } from '../session/attestation-status.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';

/** @returns the grant's `sealedWalletStatus`, if the client's attestation contains a status */
export async function sealedWalletStatus(
  { vaults }: Pick<Platform, 'vaults'>,
  { id, tenant }: Pick<IssuanceSession, 'id' | 'tenant'>,
  client: RequestingClient | undefined,
): Promise<Pick<Grant, 'sealedWalletStatus'>> {
  const status = client?.attestation?.status;
  if (status === undefined) return {};
  const vault = await vaults.of(tenant);
  return { sealedWalletStatus: vault.seal(JSON.stringify(status), contextOf({ id })) };
}

/** @returns an empty list if the attestation contained no status */
export function openWalletStatus(
  vault: Vault,
  session: Pick<IssuanceSession, 'id'>,
  { sealedWalletStatus: sealed }: Pick<Grant, 'sealedWalletStatus'>,
): readonly AttestationStatus[] {
  if (sealed === undefined) return [];
  return [parseJson(vault.open(sealed, contextOf(session))) as unknown as AttestationStatus];
}

function contextOf({ id }: Pick<IssuanceSession, 'id'>): string {
  return `session/${id}/wallet-status`;
}
