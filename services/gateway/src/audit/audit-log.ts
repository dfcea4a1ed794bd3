/** `GET /audit`: the audit log of the caller's tenant. */

import { auditView } from '@countersign/shared/audit/view';
import type { Operation } from '@countersign/shared/http/message';
import { nextLink } from '@countersign/shared/http/next-link';
import { type AuditDocument, auditRecords } from '@countersign/shared/model/tenant/audit-record';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant, type TenantStore } from '@countersign/shared/store/of-tenant';
import type { DocumentPage, FindQuery } from '@countersign/shared/store/port';
import { preferredToJson } from '../request/accept.ts';
import { badParameter } from '../request/management-query.ts';
import { readLimit } from '../request/page.ts';
import { readTime } from '../request/time.ts';
import { AUDIT_FILTERS, type AuditQuery, matchesAudit } from './audit-filter.ts';

const SESSION = /^[A-Za-z0-9_-]{1,128}$/;
/** At most this many pages of the store are read per request; the response's link continues. */
const MAX_PAGES = 20;
const LINES = ['application/jsonl', 'application/x-ndjson'];

/** Newest first, in pages; the header Link has the cursor of the next page. */
export function readAudit({ store }: Pick<Platform, 'store'>): Operation {
  return async ({ tenant, query, url, headers }) => {
    const limit = readLimit(query.limit);
    const { documents, next: after } = await findRecords(ofTenant(store, tenant), query, limit);
    const records = documents.map(auditView);
    const keep = AUDIT_FILTERS;
    const link = after === undefined ? {} : { headers: { link: nextLink({ url, query, keep, limit, after }) } };
    const type = preferredToJson(headers.accept, LINES);
    if (type === undefined) return { body: records, ...link };
    return { raw: records.map((record) => `${JSON.stringify(record)}\n`).join(''), contentType: type, ...link };
  };
}

/** Records from the index that pass the other filters too. */
async function findRecords(own: TenantStore, query: AuditQuery, limit: number): Promise<DocumentPage<AuditDocument>> {
  const { after, ...filter } = filterOf(query);
  const documents: AuditDocument[] = [];
  let next = after;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const rest = { limit: limit - documents.length, ...(next === undefined ? {} : { after: next }) };
    const found = await own.find(auditRecords, { ...filter, order: 'descending', ...rest });
    documents.push(...found.documents.filter((record) => matchesAudit(record, query)));
    next = found.next;
    if (next === undefined || documents.length >= limit) break;
  }
  return { documents, ...(next === undefined ? {} : { next }) };
}

function filterOf(query: Readonly<Record<string, string>>): Omit<FindQuery, 'limit'> {
  const { session, after } = query;
  if (session !== undefined && !SESSION.test(session)) {
    throw badParameter('session', 'the id of a session');
  }
  const [from, below] = [readTime('from', query.from), readTime('until', query.until)];
  return {
    ...(session === undefined ? { index: 'newest' } : { index: 'session', equal: [session] }),
    ...(from === undefined ? {} : { from }),
    ...(below === undefined ? {} : { below }),
    ...(after === undefined ? {} : { after }),
  };
}
