/**
 * What a tenant's erasure removes from each collection. A test compares the table with the list of all collections.
 * Status lists stay, and so do the entries that were ever changed: relying parties need them for as long as they accept
 * the tenant's credentials.
 */
import { mapConcurrent } from '@countersign/shared/kernel/map-concurrent';
import { deadLetters } from '@countersign/shared/model/delivery/dead-letters';
import { deliveries } from '@countersign/shared/model/delivery/deliveries';
import { webhookSecrets } from '@countersign/shared/model/delivery/webhook-secrets';
import { logins } from '@countersign/shared/model/login/logins';
import { refreshGrants } from '@countersign/shared/model/refresh/refresh-grants';
import { activeCredentials } from '@countersign/shared/model/session/active-credentials';
import { authenticationCodes } from '@countersign/shared/model/session/authentication-codes';
import { sessions } from '@countersign/shared/model/session/sessions';
import { withoutChain } from '@countersign/shared/model/status/revocation-chain';
import { statusEntries } from '@countersign/shared/model/status/status-documents';
import { activity } from '@countersign/shared/model/tenant/activity';
import { auditRecords } from '@countersign/shared/model/tenant/audit-record';
import { certificateOrders } from '@countersign/shared/model/tenant/certificate-orders';
import { clients } from '@countersign/shared/model/tenant/clients';
import { configurationApplies } from '@countersign/shared/model/tenant/configuration-applies';
import { consoleSessions } from '@countersign/shared/model/tenant/console-sessions';
import { eventLog } from '@countersign/shared/model/tenant/event-log';
import { flowConfigs } from '@countersign/shared/model/tenant/flow-configs';
import { hostedLists } from '@countersign/shared/model/tenant/hosted-lists';
import { idempotentCalls } from '@countersign/shared/model/tenant/idempotent-calls';
import { registrarTasks } from '@countersign/shared/model/tenant/registrar-tasks';
import { traces, unmatchedRequests } from '@countersign/shared/model/tenant/traces';
import { trustListParts, trustLists } from '@countersign/shared/model/tenant/trust-lists';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { pages } from '@countersign/shared/store/pages';
import type { Store, TenantCollection, TenantDocument } from '@countersign/shared/store/port';

export interface ErasedCollection {
  readonly name: string;
  /** Ids of the documents to remove, page by page; some pages are empty. */
  toRemove(store: Store, tenant: string): AsyncGenerator<readonly string[]>;
  /** Removes documents, in any revision. Already removed ones stay removed. */
  remove(store: Store, tenant: string, ids: readonly string[]): Promise<void>;
}

const PAGE = 100;
/** Concurrent removals. */
const WIDTH = 16;

interface Rule<T> {
  /** Indexes that together contain every document of the collection. */
  readonly indexes: readonly string[];
  /** The part of a document that stays; undefined if it is removed. */
  readonly keeps?: (document: T) => T | undefined;
}

function erased<T extends TenantDocument>(
  collection: TenantCollection<T>,
  { indexes, keeps = () => undefined }: Rule<T>,
): ErasedCollection {
  return {
    name: collection.name,
    toRemove: async function* (store, tenant) {
      const own = ofTenant(store, tenant);
      for (const index of indexes) {
        for await (const documents of own.pages(collection, { index, limit: PAGE })) {
          const kept = documents.filter((document) => keeps(document) !== undefined);
          for (const document of kept) {
            await own.update(collection, document.id, (present) => keeps(present) ?? present, document);
          }
          yield documents.filter((document) => !kept.includes(document)).map(({ id }) => id);
        }
      }
    },
    remove: async (store, tenant, ids) => {
      const own = ofTenant(store, tenant);
      await mapConcurrent(WIDTH, ids, async (id) => {
        for (let present = await own.get(collection, id); present !== undefined; ) {
          if (await own.delete(collection, present)) return;
          present = await own.get(collection, id);
        }
      });
    },
  };
}

/** Events that could not be handled name their tenant. */
const erasedDeadLetters: ErasedCollection = {
  name: deadLetters.name,
  toRemove: async function* (store, tenant) {
    for await (const letters of pages(store, deadLetters, { index: 'age', limit: PAGE })) {
      yield letters.filter(({ event }) => event?.data.tenant === tenant).map(({ id }) => id);
    }
  },
  remove: async (store, _tenant, ids) => {
    for (const id of ids) {
      const present = await store.get(deadLetters, id);
      if (present !== undefined) await store.delete(deadLetters, present);
    }
  },
};

/** In this order: documents that would cause others to be created again are removed first, and the audit log last. */
export const erasedCollections: readonly ErasedCollection[] = [
  erased(clients, { indexes: ['list'] }),
  erased(consoleSessions, { indexes: ['end'] }),
  // It would write configurations again.
  erased(configurationApplies, { indexes: ['list'] }),
  erased(flowConfigs, { indexes: ['list'] }),
  // Its marks would create deliveries again.
  erased(sessions, { indexes: ['newest'] }),
  erased(authenticationCodes, { indexes: ['tenant'] }),
  erased(activeCredentials, { indexes: ['tenant'] }),
  erased(refreshGrants, { indexes: ['session'] }),
  erased(logins, { indexes: ['tenant'] }),
  erased(deliveries, { indexes: ['session'] }),
  erased(traces, { indexes: ['age', 'erased'] }),
  erased(unmatchedRequests, { indexes: ['newest'] }),
  erased(eventLog, { indexes: ['number'] }),
  // An entry without a change is not a bit of a list.
  erased(statusEntries, {
    indexes: ['session'],
    keeps: (entry) => (entry.changedIn === undefined ? undefined : withoutChain(entry)),
  }),
  erasedDeadLetters,
  erased(activity, { indexes: ['newest'] }),
  erased(webhookSecrets, { indexes: ['tenant'] }),
  erased(certificateOrders, { indexes: ['list'] }),
  erased(registrarTasks, { indexes: ['list'] }),
  erased(hostedLists, { indexes: ['list'] }),
  erased(trustLists, { indexes: ['list'] }),
  erased(trustListParts, { indexes: ['list'] }),
  // Its responses contain removed data.
  erased(idempotentCalls, { indexes: ['age'] }),
  erased(auditRecords, { indexes: ['newest'] }),
];
