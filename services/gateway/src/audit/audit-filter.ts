/** Which audit records a caller requests. Pure. */
import type { AuditDocument } from '@countersign/shared/model/tenant/audit-record';

/** The query parameters that filter the log. The link to the next page keeps them. */
export const AUDIT_FILTERS = ['session', 'from', 'until', 'changes', 'client', 'action'] as const;

export type AuditQuery = Readonly<Record<string, string>>;

/** Actions that change nothing of a tenant: reading, and signing in or out. */
const NO_CHANGE = /^(token|console)\.|\.(read|listed|exported)$/;

export function isChange(action: string): boolean {
  return !NO_CHANGE.test(action);
}

/** Whether a record passes the filters that have no index. */
export function matchesAudit({ action, client }: Pick<AuditDocument, 'action' | 'client'>, query: AuditQuery): boolean {
  if (query.changes === 'true' && !isChange(action)) return false;
  if (query.action !== undefined && query.action !== action) return false;
  return query.client === undefined || query.client === client;
}
