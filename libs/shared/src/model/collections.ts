/** All collections, for the step that creates their indexes and the check that these exist. */

import type { Collection, StoredDocument, TenantCollection, TenantDocument } from '../store/port.ts';
import { auditRecords } from './audit-record.ts';
import { deadLetters } from './dead-letters.ts';
import { deliveries } from './deliveries.ts';
import { flowConfigs } from './flow-configs.ts';
import { jobs } from './jobs.ts';
import { keyDocuments } from './keys-documents.ts';
import { refreshGrants } from './refresh-grants.ts';
import { restores } from './restores.ts';
import { sessions } from './sessions.ts';
import { statusEntries, statusLists } from './status-documents.ts';
import { traces, unmatchedRequests } from './traces.ts';

/** A document without a tenant: one with a tenant in a plain collection does not compile here. */
type CommonDocument = StoredDocument & { readonly tenant?: never };

export const collections: readonly (Collection<CommonDocument> | TenantCollection<TenantDocument>)[] = [
  sessions,
  flowConfigs,
  statusLists,
  statusEntries,
  deliveries,
  deadLetters,
  keyDocuments,
  jobs,
  auditRecords,
  refreshGrants,
  restores,
  traces,
  unmatchedRequests,
];
