/** The status entries of a session, which outlive it. Read by `status.entries` and before changes. */

import type { Operation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { statusListUrl } from '@countersign/shared/kernel/identifiers';
import type { Json } from '@countersign/shared/kernel/json';
import { type StatusEntryDocument, statusEntries } from '@countersign/shared/model/status/status-documents';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { StatusPlatform } from '../list/status-platform.ts';

/** Entries of a session that are read and changed together. */
const PAGE = 100;

/**
 * Parameter `session` -> `[{credentialConfigurationId, uri, idx, status}]`, one per credential, in a stable order.
 * @throws ProtocolError `not_found` for a session of which the tenant has no credentials
 */
export function createEntries(platform: StatusPlatform): Operation {
  return async ({ tenant, params }) => {
    const views: Json[] = [];
    for await (const page of entriesOfSession(platform, tenant, params.session ?? '')) {
      views.push(...page.flatMap((entry) => entryViews(platform, entry)));
    }
    if (views.length === 0) throw noSuchEntries();
    return { body: views };
  };
}

/** Yields pages in the order of the entry ids. */
export function entriesOfSession(
  { store }: Pick<StatusPlatform, 'store'>,
  tenant: string,
  session: string,
): AsyncGenerator<readonly StatusEntryDocument[]> {
  const query = { index: 'session', equal: [session], limit: PAGE };
  return ofTenant(store, tenant).pages(statusEntries, query);
}

/** One item per credential of the entry. */
export function entryViews({ settings }: Pick<StatusPlatform, 'settings'>, entry: StatusEntryDocument): Json[] {
  const uri = statusListUrl(settings.PUBLIC_URL, entry.tenant, entry.list);
  return entry.indexes.map((idx) => ({
    credentialConfigurationId: entry.configuration,
    uri,
    idx,
    status: entry.value,
  }));
}

/** The same response for an unknown session, another tenant's session, and a configuration without credentials. */
export function noSuchEntries(): ProtocolError {
  return new ProtocolError(
    'not_found',
    'This session has no such credentials. If the offer has several redemptions, see GET /session?offerSession=',
    { reason: 'status_credentials_unknown' },
  );
}
