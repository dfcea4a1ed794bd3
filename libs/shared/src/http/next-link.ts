/** The link from one page of a list to the next. */

export interface NextPage {
  /** URL of the request, without query. */
  readonly url: string;
  /** Query of the request. `keep` lists the parameters to repeat for the next page. */
  readonly query: Readonly<Record<string, string>>;
  readonly keep: readonly string[];
  readonly limit: number;
  readonly after: string;
}

/** The header Link to the next page (RFC 8288). */
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
