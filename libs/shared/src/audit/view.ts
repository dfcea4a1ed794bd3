/** A record of the audit log in its external form. Pure. */
import { isoTime } from '../kernel/clock.ts';
import type { JsonObject } from '../kernel/json.ts';
import type { AuditDocument } from '../model/tenant/audit-record.ts';

/** A record as its tenant sees it; `open` is present while an erasure is in progress. */
export function auditView(document: Omit<AuditDocument, 'rev'>): JsonObject {
  const { id, at, action, client, request, session, subject, data, openSince } = document;
  return {
    id,
    at: isoTime(at),
    action,
    client,
    ...(request === undefined ? {} : { request }),
    ...(session === undefined ? {} : { session }),
    ...(subject === undefined ? {} : { subject }),
    ...(data === undefined ? {} : { data }),
    ...(openSince === undefined ? {} : { open: true }),
  };
}

/**
 * A record as a line of AUDIT_FILE, with its line end. All tenants are in one file, so each line includes its tenant.
 */
export function auditLine(document: Omit<AuditDocument, 'rev'>): string {
  const { id, ...rest } = auditView(document);
  return `${JSON.stringify({ id, tenant: document.tenant, ...rest })}\n`;
}
