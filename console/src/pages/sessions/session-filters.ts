/** The filters of the list of sessions: in the page's address, and in the API's form. Pure. */
import { startOf } from '../../parts/day.ts';

export interface SessionFilters {
  readonly status: string;
  readonly kind: string;
  readonly configuration: string;
  /** Days, such as `2026-01-26`, in the user's time zone. */
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

/** @param reference the backend's string. It may contain a name, so it is not in the page's address */
export function queryOf(filters: SessionFilters, reference: string): Readonly<Record<string, string>> {
  const { from, until, ...others } = filters;
  // For a string that isn't a day, the server explains the error.
  const all = { ...others, state: reference, from: startOf(from) ?? from, until: startOf(until) ?? until };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}
