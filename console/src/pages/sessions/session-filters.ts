/** The filters of the list of sessions: in the address of the page, and as the interface takes them. Pure. */

export interface SessionFilters {
  readonly status: string;
  readonly kind: string;
  readonly configuration: string;
  /** Days, such as `2026-01-26`, in the zone of the person. */
  readonly from: string;
  readonly until: string;
  readonly dryRun: string;
}

const NAMES = ['status', 'kind', 'configuration', 'from', 'until', 'dryRun'] as const;

/** Unknown members of the address are left out. */
export function filtersOf(query: Readonly<Record<string, string>>): SessionFilters {
  const found = Object.fromEntries(NAMES.map((name) => [name, Object.hasOwn(query, name) ? (query[name] ?? '') : '']));
  return found as unknown as SessionFilters;
}

export function hasFilters(filters: SessionFilters, reference: string): boolean {
  return reference !== '' || NAMES.some((name) => filters[name] !== '');
}

/** @param reference the text of the backend; it may name a person, so that it is not in the address of the page */
export function queryOf(filters: SessionFilters, reference: string): Readonly<Record<string, string>> {
  const { from, until, ...others } = filters;
  const all = { ...others, state: reference, from: startOf(from), until: startOf(until) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

/** The first moment of a day in the zone of the person; what is no day stays, and the server says so. */
function startOf(day: string): string {
  const [year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)?.slice(1).map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return day;
  return new Date(year, month - 1, date).toISOString();
}
