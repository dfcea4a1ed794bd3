/** All collections, for the step that creates their indexes and the check that these exist. */

import type { Collection, StoredDocument, TenantCollection, TenantDocument } from '../store/port.ts';
import { activity } from './activity.ts';
import { auditRecords } from './audit-record.ts';
import { clients } from './clients.ts';
import { consoleSessions } from './console-sessions.ts';
import { deadLetters } from './dead-letters.ts';
import { deliveries } from './deliveries.ts';
import { eventLog } from './event-log.ts';
import { flowConfigs } from './flow-configs.ts';
import { idempotentCalls } from './idempotent-calls.ts';
import { jobs } from './jobs.ts';
import { keyDocuments } from './keys-documents.ts';
import { refreshGrants } from './refresh-grants.ts';
import { restores } from './restores.ts';
import { sessions } from './sessions.ts';
import { statusEntries, statusLists } from './status-documents.ts';
import { tenants } from './tenants.ts';
import { traces, unmatchedRequests } from './traces.ts';
import { webhookSecrets } from './webhook-secrets.ts';

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
  eventLog,
  tenants,
  clients,
  consoleSessions,
  idempotentCalls,
  webhookSecrets,
  activity,
];
