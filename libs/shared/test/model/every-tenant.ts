/** The collections of tenants' documents, opened: a test reads everything in the store, of any tenant. */

import { deliveries as tenantDeliveries } from '../../src/model/delivery/deliveries.ts';
import { webhookSecrets as tenantWebhookSecrets } from '../../src/model/delivery/webhook-secrets.ts';
import { keyDocuments as tenantKeyDocuments } from '../../src/model/keys/key-documents.ts';
import { logins as tenantLogins } from '../../src/model/login/logins.ts';
import { refreshGrants as tenantRefreshGrants } from '../../src/model/refresh/refresh-grants.ts';
import { activeCredentials as tenantActiveCredentials } from '../../src/model/session/active-credentials.ts';
import { authenticationCodes as tenantAuthenticationCodes } from '../../src/model/session/authentication-codes.ts';
import { sessions as tenantSessions } from '../../src/model/session/sessions.ts';
import {
  statusEntries as tenantStatusEntries,
  statusLists as tenantStatusLists,
} from '../../src/model/status/status-documents.ts';
import { activity as tenantActivity } from '../../src/model/tenant/activity.ts';
import { auditRecords as tenantAuditRecords } from '../../src/model/tenant/audit-record.ts';
import { certificateOrders as tenantCertificateOrders } from '../../src/model/tenant/certificate-orders.ts';
import { clients as tenantClients } from '../../src/model/tenant/clients.ts';
import { configurationApplies as tenantConfigurationApplies } from '../../src/model/tenant/configuration-applies.ts';
import { consoleSessions as tenantConsoleSessions } from '../../src/model/tenant/console-sessions.ts';
import { eventLog as tenantEventLog } from '../../src/model/tenant/event-log.ts';
import { flowConfigs as tenantFlowConfigs } from '../../src/model/tenant/flow-configs.ts';
import { hostedLists as tenantHostedLists } from '../../src/model/tenant/hosted-lists.ts';
import { idempotentCalls as tenantIdempotentCalls } from '../../src/model/tenant/idempotent-calls.ts';
import { registrarTasks as tenantRegistrarTasks } from '../../src/model/tenant/registrar-tasks.ts';
import { traces as tenantTraces, unmatchedRequests as tenantUnmatched } from '../../src/model/tenant/traces.ts';
import {
  trustListParts as tenantTrustListParts,
  trustLists as tenantTrustLists,
} from '../../src/model/tenant/trust-lists.ts';
import { overAllTenants } from '../../src/store/over-all-tenants.ts';

export const activity = overAllTenants(tenantActivity);
export const auditRecords = overAllTenants(tenantAuditRecords);
export const clients = overAllTenants(tenantClients);
export const configurationApplies = overAllTenants(tenantConfigurationApplies);
export const consoleSessions = overAllTenants(tenantConsoleSessions);
export const deliveries = overAllTenants(tenantDeliveries);
export const flowConfigs = overAllTenants(tenantFlowConfigs);
export const hostedLists = overAllTenants(tenantHostedLists);
export const idempotentCalls = overAllTenants(tenantIdempotentCalls);
export const keyDocuments = overAllTenants(tenantKeyDocuments);
export const logins = overAllTenants(tenantLogins);
export const refreshGrants = overAllTenants(tenantRefreshGrants);
export const sessions = overAllTenants(tenantSessions);
export const statusEntries = overAllTenants(tenantStatusEntries);
export const statusLists = overAllTenants(tenantStatusLists);
export const traces = overAllTenants(tenantTraces);
export const certificateOrders = overAllTenants(tenantCertificateOrders);
export const activeCredentials = overAllTenants(tenantActiveCredentials);
export const authenticationCodes = overAllTenants(tenantAuthenticationCodes);
export const registrarTasks = overAllTenants(tenantRegistrarTasks);
export const trustListParts = overAllTenants(tenantTrustListParts);
export const trustLists = overAllTenants(tenantTrustLists);
export const unmatchedRequests = overAllTenants(tenantUnmatched);
export const eventLog = overAllTenants(tenantEventLog);
export const webhookSecrets = overAllTenants(tenantWebhookSecrets);
