/** Revoked credentials are not renewed, and suspended ones not until their suspension ends. */
import { STATUS, type StatusValue } from '@countersign/shared/crypto/status-bits';
import { endRefresh, type RefreshOf, suspendRefresh } from '@countersign/shared/model/refresh/end-refresh';
import type { StatusEntryDocument } from '@countersign/shared/model/status/status-documents';
import type { StatusPlatform } from '../list/status-platform.ts';

/**
 * Makes the renewals of these entries follow their status. Called before they are revoked or suspended, and after they
 * became valid, so that no renewal bypasses a status.
 * @param configuration undefined: everything that a refresh token covers
 */
export async function followInRenewals(
  { store, clock }: Pick<StatusPlatform, 'store' | 'clock'>,
  entries: readonly StatusEntryDocument[],
  configuration: string | undefined,
  value: StatusValue,
): Promise<void> {
  const first = new Map<string, string>();
  for (const { firstSession, tenant } of entries) if (firstSession !== undefined) first.set(firstSession, tenant);
  for (const [session, tenant] of first) {
    const of: RefreshOf = { tenant, session, now: clock(), ...(configuration === undefined ? {} : { configuration }) };
    if (value === STATUS.revoked) await endRefresh(store, of);
    else await suspendRefresh(store, of, value === STATUS.suspended);
  }
}
