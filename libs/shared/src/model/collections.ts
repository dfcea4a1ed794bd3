/** All collections, for the step that creates their indexes and the check that these exist. */

import type { Collection, StoredDocument, TenantCollection, TenantDocument } from '../store/port.ts';
import { deadLetters } from './delivery/dead-letters.ts';
import { deliveries } from './delivery/deliveries.ts';
import { webhookSecrets } from './delivery/webhook-secrets.ts';
import { jobs } from './jobs.ts';
import { keyDocuments } from './keys/key-documents.ts';
import { logins } from './login/logins.ts';
import { refreshGrants } from './refresh/refresh-grants.ts';
import { restores } from './restores.ts';
import { activeCredentials } from './session/active-credentials.ts';
import { authenticationCodes } from './session/authentication-codes.ts';
import { sessions } from './session/sessions.ts';
import { statusEntries, statusLists } from './status/status-documents.ts';
import { activity } from './tenant/activity.ts';
import { auditRecords } from './tenant/audit-record.ts';
import { certificateOrders } from './tenant/certificate-orders.ts';
import { clients } from './tenant/clients.ts';
import { configurationApplies } from './tenant/configuration-applies.ts';
import { consoleSessions } from './tenant/console-sessions.ts';
import { eventLog } from './tenant/event-log.ts';
import { flowConfigs } from './tenant/flow-configs.ts';
import { hostedLists } from './tenant/hosted-lists.ts';
import { idempotentCalls } from './tenant/idempotent-calls.ts';
import { registrarTasks } from './tenant/registrar-tasks.ts';
import { tenants } from './tenant/tenants.ts';
import { traces, unmatchedRequests } from './tenant/traces.ts';
import { trustListParts, trustLists } from './tenant/trust-lists.ts';

/** A document without a tenant: one with a tenant in a plain collection does not compile here. */
type CommonDocument = StoredDocument & { readonly tenant?: never };

export const collections: readonly (Collection<CommonDocument> | TenantCollection<TenantDocument>)[] = [
  sessions,
  authenticationCodes,
  activeCredentials,
  flowConfigs,
  statusLists,
  statusEntries,
  deliveries,
  deadLetters,
  keyDocuments,
  jobs,
  auditRecords,
  refreshGrants,
  logins,
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
  trustLists,
  trustListParts,
  registrarTasks,
  certificateOrders,
  hostedLists,
  configurationApplies,
];
