/** The filters of the list of sessions: in the address of the page, and as the interface takes them. Pure. */
import { startOf } from '../../parts/day.ts';

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
  // The server says what is wrong with a text that is no day.
  const all = { ...others, state: reference, from: startOf(from) ?? from, until: startOf(until) ?? until };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}
