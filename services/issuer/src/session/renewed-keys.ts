/**
 * The places where the status of the attested keys is, for credentials that may be renewed: sealed in the refresh
 * token's record.
 */
import { parseJson } from '@countersign/shared/kernel/json';
import type { Vault } from '@countersign/shared/keys/vault';
import type { IssuedUnderRefresh, RefreshGrantDocument } from '@countersign/shared/model/refresh/refresh-grants';
import type { AttestationStatus } from './attestation-status.ts';

type Record = Pick<RefreshGrantDocument, 'id' | 'issued' | 'configurationIds'>;

/** The statuses of the last issuance of each configuration that may still be renewed. */
export function openKeyStatuses(vault: Vault, { id, issued, configurationIds }: Record): readonly AttestationStatus[] {
  return issued
    .filter(({ configurationId }) => configurationIds.includes(configurationId))
    .flatMap((one) => opened(vault, id, one));
}

/** @returns this issuance's entries in the record, and the given ones; sealed again only if one is new */
export function sealedKeyStatuses(
  vault: Vault,
  { id, issued }: Record,
  {
    configurationId,
    session,
    statuses,
  }: Pick<IssuedUnderRefresh, 'configurationId' | 'session'> & {
    readonly statuses: readonly AttestationStatus[];
  },
): Pick<IssuedUnderRefresh, 'sealedKeyStatuses'> {
  const present = issued.find((one) => one.configurationId === configurationId && one.session === session);
  const known = present === undefined ? [] : opened(vault, id, present);
  const text = ({ uri, idx, exp }: AttestationStatus): string => JSON.stringify([uri, idx, exp]);
  const all = [...new Map([...known, ...statuses].map((status) => [text(status), status])).values()];
  if (all.length > known.length) return { sealedKeyStatuses: vault.seal(JSON.stringify(all), contextOf(id)) };
  return present?.sealedKeyStatuses === undefined ? {} : { sealedKeyStatuses: present.sealedKeyStatuses };
}

function opened(
  vault: Vault,
  id: string,
  { sealedKeyStatuses: sealed }: IssuedUnderRefresh,
): readonly AttestationStatus[] {
  return sealed === undefined ? [] : (parseJson(vault.open(sealed, contextOf(id))) as unknown as AttestationStatus[]);
}

function contextOf(id: string): string {
  return `refresh/${id}/key-statuses`;
}
