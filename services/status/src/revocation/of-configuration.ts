/** The credentials of a configuration that are not revoked: how many there are, and their revocation. */
import type { Audit } from '@countersign/shared/audit/record';
import { STATUS } from '@countersign/shared/crypto/status-bits';
import { bodyObject, type Operation } from '@countersign/shared/http/message';
import { type StatusEntryDocument, statusEntries } from '@countersign/shared/model/status/status-documents';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { StatusPlatform } from '../list/status-platform.ts';
import { type ChangeParts, changeEntries } from './change-entries.ts';
import { followInRenewals } from './follow-in-renewals.ts';

const PAGE = 500;

export interface OfConfigurationParts {
  readonly change: ChangeParts;
  readonly audit: Pick<Audit, 'record'>;
}

/** Bodies `{configuration, client}` -> `{count}`. Both read all entries of the tenant, so they are for rare changes. */
export function ofConfiguration(parts: OfConfigurationParts): {
  readonly count: Operation;
  readonly revoke: Operation;
} {
  const { platform } = parts.change;
  return {
    count: async ({ tenant, body }) => {
      const byList = await countByList(platform, tenant, String(bodyObject({ body }).configuration));
      return { body: { count: [...byList.values()].reduce((sum, count) => sum + count, 0) } };
    },
    revoke: async ({ tenant, body, id: request }) => {
      const { configuration, client } = bodyObject({ body });
      const subject = String(configuration);
      let count = 0;
      // The records come first: a crash after them repeats both, and no revocation lacks its record.
      for (const [list, entries] of await countByList(platform, tenant, subject)) {
        const data = { status: STATUS.revoked, entries, list, reason: 'disclosure_policy_changed' };
        await parts.audit.record({ tenant, action: 'status.changed', client: String(client), subject, request, data });
        count += entries;
      }
      for await (const page of liveEntries(platform, tenant, subject)) {
        await followInRenewals(platform, page, subject, STATUS.revoked);
        await changeEntries(parts.change, page, STATUS.revoked);
      }
      return { body: { count } };
    },
  };
}

async function countByList(platform: Pick<StatusPlatform, 'store'>, tenant: string, configuration: string) {
  const byList = new Map<number, number>();
  for await (const page of liveEntries(platform, tenant, configuration)) {
    for (const { list, indexes } of page) byList.set(list, (byList.get(list) ?? 0) + indexes.length);
  }
  return byList;
}

async function* liveEntries(
  { store }: Pick<StatusPlatform, 'store'>,
  tenant: string,
  configuration: string,
): AsyncGenerator<readonly StatusEntryDocument[]> {
  for await (const page of ofTenant(store, tenant).pages(statusEntries, { index: 'session', limit: PAGE })) {
    const live = page.filter((entry) => entry.configuration === configuration && entry.value !== STATUS.revoked);
    if (live.length > 0) yield live;
  }
}
