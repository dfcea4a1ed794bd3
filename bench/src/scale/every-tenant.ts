/** Collections of tenants' documents, opened: a benchmark fills and reads the store without its services. */
import { deliveries as ofDeliveries } from '@countersign/shared/model/delivery/deliveries';
import { sessions as ofSessions } from '@countersign/shared/model/session/sessions';
import { statusEntries as ofEntries, statusLists as ofLists } from '@countersign/shared/model/status/status-documents';
import { auditRecords as ofAudit } from '@countersign/shared/model/tenant/audit-record';
import { eventLog as ofEvents } from '@countersign/shared/model/tenant/event-log';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';

export const sessions = overAllTenants(ofSessions);
export const statusEntries = overAllTenants(ofEntries);
export const statusLists = overAllTenants(ofLists);
export const deliveries = overAllTenants(ofDeliveries);
export const auditRecords = overAllTenants(ofAudit);
export const eventLog = overAllTenants(ofEvents);
