/** `GET /trust/lists` and `GET /trust/entries`: the trust lists of a tenant, and what is in them. */
import { entriesView, listView } from '@countersign/european-trust/refresh/list-view';
import { listStates } from '@countersign/european-trust/refresh/loaded-lists';
import type { TenantLists } from '@countersign/european-trust/refresh/tenant-lists';
import type { Operation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Platform } from '@countersign/shared/runtime/service';

export function trustListOperations(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  { lists }: Pick<TenantLists, 'lists'>,
): { readonly list: Operation; readonly entries: Operation } {
  return {
    list: async ({ tenant }) => {
      const now = clock();
      const states = await listStates(store, tenant, await lists.sources(tenant), now);
      return { body: states.map(({ from, document }) => listView(from, document, now)) };
    },
    entries: async ({ tenant, query }) => {
      const from = (await lists.sources(tenant)).find(({ source }) => source.id === query.list);
      if (from === undefined) {
        throw new ProtocolError('not_found', 'There is no such trust list', { reason: 'trust_list_unknown' });
      }
      const read = await lists.last(tenant, from);
      return { body: entriesView(read?.list.entries ?? [], { search: query.search ?? '' }) };
    },
  };
}
