/** The filters of the list of sessions: which index of the store finds the candidates, and which of them match. Pure. */
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import type { FindQuery } from '@countersign/shared/store/port';
import { readTime } from '../request/time.ts';
import { sessionStatus } from './session-view.ts';

/** The query parameters that filter the list. The link to the next page keeps them. */
export const FILTERS = [
  'status',
  'state',
  'kind',
  'configuration',
  'from',
  'until',
  'offerSession',
  'firstSession',
  'dryRun',
] as const;

export interface SessionFilter {
  readonly status: string | undefined;
  readonly state: string | undefined;
  readonly kind: string | undefined;
  readonly configuration: string | undefined;
  readonly offerSession: string | undefined;
  readonly firstSession: string | undefined;
  readonly dryRun: boolean;
  /** Milliseconds: created at this time or later. */
  readonly from: number | undefined;
  /** Milliseconds: created before this time. */
  readonly until: number | undefined;
}

/** @throws ProtocolError `invalid_request` for a time that cannot be parsed */
export function readFilter(query: Readonly<Record<string, string>>): SessionFilter {
  const { status, state, kind, configuration, offerSession, firstSession, dryRun } = query;
  return {
    status,
    state,
    kind,
    configuration,
    offerSession,
    firstSession,
    dryRun: dryRun === 'true',
    from: readTime('from', query.from),
    until: readTime('until', query.until),
  };
}

type Candidates = Pick<FindQuery, 'index' | 'equal' | 'from' | 'below'>;

/**
 * The part of an index that contains every match. If there are several filters, the one with the fewest sessions
 * chooses the index. After its filter, each index except expired sessions' and dry runs' sorts by creation time, so
 * that the times bound the read.
 * @param end for `expired`: the end is before this time, milliseconds
 */
export function candidatesOf(filter: SessionFilter, end: number): Candidates {
  const { from, until } = filter;
  const [index, equal] = indexOf(filter);
  // A session ends after it was created.
  if (index === 'expiry') return { index, from: from ?? 0, below: end };
  if (index === 'dryRun') return { index, from: from ?? 0 };
  return {
    index,
    ...(equal === undefined ? {} : { equal: [equal] }),
    ...(from === undefined ? {} : { from }),
    ...(until === undefined ? {} : { below: until }),
  };
}

function indexOf(filter: SessionFilter): readonly [index: string, equal?: string] {
  const { firstSession, offerSession, state, status, configuration, kind, dryRun } = filter;
  // Only dry runs under way exist.
  if (dryRun) return ['dryRun'];
  if (firstSession !== undefined) return ['first', firstSession];
  if (offerSession !== undefined) return ['offer', offerSession];
  if (state !== undefined) return ['state', state];
  if (status === 'expired') return ['expiry'];
  if (configuration !== undefined) return ['configuration', configuration];
  if (status !== undefined) return ['status', status];
  return kind === undefined ? ['newest'] : ['kind', kind];
}

/** Whether a candidate matches every filter. @param now milliseconds */
export function matchesFilter(session: SessionDocument, filter: SessionFilter, now: number): boolean {
  const { status, state, kind, configuration, from, until, dryRun } = filter;
  // Dry runs are listed separately.
  if ((session.dryRunUntil !== undefined) !== dryRun) return false;
  if (state !== undefined && session.state !== state) return false;
  if (kind !== undefined && session.kind !== kind) return false;
  if (configuration !== undefined && session.configurations?.includes(configuration) !== true) return false;
  if (from !== undefined && session.createdAt < from) return false;
  if (until !== undefined && session.createdAt >= until) return false;
  return status === undefined || sessionStatus(session, now) === status;
}
