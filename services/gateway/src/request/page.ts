/** Pages of a list: their limit, and the link to the next one. */
import { badParameter } from './management-query.ts';

const DEFAULT_LIMIT = 100;
const MOST = 1000;

/** The query parameter `limit`. @throws ProtocolError `invalid_request` */
export function readLimit(text: string | undefined): number {
  if (text === undefined) return DEFAULT_LIMIT;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MOST) {
    throw badParameter('limit', `a whole number from 1 to ${MOST}`);
  }
  return limit;
}

export interface NextPage {
  /** URL of the request, without query. */
  readonly url: string;
  /** Query of the request; `keep` names the parameters that the next page has too. */
  readonly query: Readonly<Record<string, string>>;
  readonly keep: readonly string[];
  readonly limit: number;
  readonly after: string;
}

/** The header Link that leads to the next page (RFC 8288). */
export function nextLink({ url, query, keep, limit, after }: NextPage): string {
  const next = new URL(url);
  for (const name of keep) {
    const value = query[name];
    if (value !== undefined) next.searchParams.set(name, value);
  }
  next.searchParams.set('limit', String(limit));
  next.searchParams.set('after', after);
  return `<${next.href}>; rel="next"`;
}
