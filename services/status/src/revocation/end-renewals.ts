/** What is revoked is not renewed: the end of its refresh token. */
import { endRefresh } from '@countersign/shared/model/refresh/end-refresh';
import type { StatusEntryDocument } from '@countersign/shared/model/status/status-documents';
import type { StatusPlatform } from '../list/status-platform.ts';

/** Ends the renewals of these entries. Called before they are revoked. @param configuration undefined: all that it covers */
export async function endRenewals(
  { store, clock }: StatusPlatform,
  entries: readonly StatusEntryDocument[],
  configuration: string | undefined,
): Promise<void> {
  const first = new Map(
    entries.flatMap(({ firstSession, tenant }) =>
      firstSession === undefined ? [] : [[firstSession, tenant] as const],
    ),
  );
  for (const [session, tenant] of first) {
    await endRefresh(store, {
      tenant,
      session,
      now: clock(),
      ...(configuration === undefined ? {} : { configuration }),
    });
  }
}
