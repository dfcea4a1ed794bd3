/** `GET /audit`: the audit log of the caller's tenant. */

import { auditView } from '@countersign/shared/audit/view';
import type { Operation } from '@countersign/shared/http/message';
import { nextLink } from '@countersign/shared/http/next-link';
import { auditRecords } from '@countersign/shared/model/tenant/audit-record';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { FindQuery } from '@countersign/shared/store/port';
import { preferredToJson } from '../request/accept.ts';
import { badParameter } from '../request/management-query.ts';
import { matchingPage } from '../request/matching-page.ts';
import { readLimit } from '../request/page.ts';
import { readTime } from '../request/time.ts';
import { AUDIT_FILTERS, matchesAudit } from './audit-filter.ts';

const SESSION = /^[A-Za-z0-9_-]{1,128}$/;
const LINES = ['application/jsonl', 'application/x-ndjson'];

/** Newest first, in pages. The header Link has the next page's cursor. */
export function readAudit({ store }: Pick<Platform, 'store'>): Operation {
  return async ({ tenant, query, url, headers }) => {
    const limit = readLimit(query.limit);
    const [filter, own] = [filterOf(query), ofTenant(store, tenant)];
    const { documents, next: after } = await matchingPage({
      limit,
      after: query.after,
      find: (page) => own.find(auditRecords, { ...filter, ...page }),
      matches: (record) => matchesAudit(record, query),
    });
    const records = documents.map(auditView);
    const keep = AUDIT_FILTERS;
    const link = after === undefined ? {} : { headers: { link: nextLink({ url, query, keep, limit, after }) } };
    const type = preferredToJson(headers.accept, LINES);
    if (type === undefined) return { body: records, ...link };
    return { raw: records.map((record) => `${JSON.stringify(record)}\n`).join(''), contentType: type, ...link };
  };
}

function filterOf(query: Readonly<Record<string, string>>): Omit<FindQuery, 'limit'> {
  const { session } = query;
  if (session !== undefined && !SESSION.test(session)) {
    throw badParameter('session', 'the id of a session');
  }
  const [from, below] = [readTime('from', query.from), readTime('until', query.until)];
  return {
    ...(session === undefined ? { index: 'newest' } : { index: 'session', equal: [session] }),
    ...(from === undefined ? {} : { from }),
    ...(below === undefined ? {} : { below }),
  };
}
