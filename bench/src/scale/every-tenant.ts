/** Collections of tenants' documents, opened: a benchmark fills and reads the store past its services. */
import { sessions as ofSessions } from '@countersign/shared/model/session/sessions';
import { statusEntries as ofEntries, statusLists as ofLists } from '@countersign/shared/model/status/status-documents';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';

export const sessions = overAllTenants(ofSessions);
export const statusEntries = overAllTenants(ofEntries);
export const statusLists = overAllTenants(ofLists);
