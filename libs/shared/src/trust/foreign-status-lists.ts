/**
 * Status lists of other issuers. Concurrent callers share one fetch; a list is cached as long as its token allows. After a
 * failure a list is not fetched for `KEEP_FAILURE`; after repeated failures the host is blocked.
 */

import { LRUCache } from 'lru-cache';
import { JwtError } from '../crypto/jwt-error.ts';
import type { Outbound } from '../http/outbound.ts';
import { OutboundError, type OutboundErrorCode } from '../http/outbound-error.ts';
import type { Clock } from '../kernel/clock.ts';
import type { ForeignListCache } from './foreign-list-cache.ts';
import { createHostBreaker } from './host-breaker.ts';
import type { SignedStatusReference } from './status-reference.ts';
import { type StatusList, verifyStatusToken } from './status-token.ts';

const CONTENT_TYPE = 'application/statuslist+jwt';
const MAX_TOKEN_BYTES = 2_097_152;
/** Milliseconds for a whole fetch. */
const FETCH_TIMEOUT = 3000;
/** Milliseconds that a failure is cached. */
const KEEP_FAILURE = 30_000;
/** Limit of the failure cache; the oldest entry is evicted first. */
const MAX_FAILURES = 1000;

/** Errors that say nothing about the list: its server was not reached. */
const UNREACHABLE: ReadonlySet<OutboundErrorCode> = new Set([
  'dns',
  'refused',
  'unreachable',
  'tls',
  'timeout',
  'closed',
  'protocol',
  'aborted',
]);

export type ForeignList =
  | { readonly state: 'known'; readonly list: StatusList }
  /** No server answered. */
  | { readonly state: 'unreachable'; readonly cause?: unknown }
  /** The server answered without a list that verifies. */
  | { readonly state: 'unusable'; readonly cause?: unknown };

type Failure = Exclude<ForeignList, { readonly state: 'known' }>;
type Fetched = { readonly state: 'fetched'; readonly token: string } | Failure;

export interface ForeignListQuestion {
  readonly reference: SignedStatusReference;
  /** Identifies the list and the anchors of its signer: a list verified under one set of anchors does not count under another. */
  readonly key: string;
  /** Failures of a host count for this tenant alone: the credentials of one tenant must not block hosts for another. */
  readonly tenant: string;
}

/** Creates the lookup with the caches of one process. The promise rejects for defects only. */
export function createForeignStatusLists(options: {
  readonly clock: Clock;
  readonly outbound: Outbound;
  readonly cache: ForeignListCache;
}): (question: ForeignListQuestion) => Promise<ForeignList> {
  const { clock, outbound, cache } = options;
  const breaker = createHostBreaker(clock);
  const failures = createFailures(clock);
  const fetches = new Map<string, Promise<Fetched>>();
  const flights = new Map<string, Promise<ForeignList>>();

  const fetched = async (uri: string, host: string): Promise<Fetched> => {
    const result = await fetchToken(outbound, uri);
    breaker.record(host, result.state === 'unreachable' ? 'failed' : 'answered');
    return result.state === 'fetched' ? result : failures.add(uri, result);
  };

  const token = async (uri: string, tenant: string): Promise<Fetched> => {
    const known = failures.of(uri);
    if (known !== undefined) return known;
    const pending = fetches.get(uri);
    if (pending !== undefined) return pending;
    const host = `${tenant} ${new URL(uri).host}`;
    if (!breaker.allows(host)) return { state: 'unreachable' };
    return shared(fetches, uri, () => fetched(uri, host));
  };

  const verified = async ({ reference, key, tenant }: ForeignListQuestion): Promise<ForeignList> => {
    const result = await token(reference.uri, tenant);
    if (result.state !== 'fetched') return result;
    try {
      const list = await verifyStatusToken({ token: result.token, reference, now: clock() });
      cache.set(key, list);
      return { state: 'known', list };
    } catch (cause) {
      if (!(cause instanceof JwtError)) throw cause;
      return failures.add(key, { state: 'unusable', cause });
    }
  };

  return async (question) => {
    const known = cache.get(question.key);
    if (known !== undefined && clock() < known.keepUntil) return { state: 'known', list: known };
    return failures.of(question.key) ?? shared(flights, question.key, () => verified(question));
  };
}

/** One promise for all callers while it is pending. */
function shared<T>(flights: Map<string, Promise<T>>, key: string, begin: () => Promise<T>): Promise<T> {
  const pending = flights.get(key);
  if (pending !== undefined) return pending;
  const flight = begin().finally(() => flights.delete(key));
  flights.set(key, flight);
  return flight;
}

function createFailures(clock: Clock) {
  const failed = new LRUCache<string, { readonly failure: Failure; readonly until: number }>({ max: MAX_FAILURES });
  return {
    of: (key: string): Failure | undefined => {
      const known = failed.peek(key);
      return known !== undefined && clock() < known.until ? known.failure : undefined;
    },
    add: (key: string, failure: Failure): Failure => {
      failed.set(key, { failure, until: clock() + KEEP_FAILURE });
      return failure;
    },
  };
}

async function fetchToken(outbound: Outbound, url: string): Promise<Fetched> {
  try {
    const { status, body } = await outbound.request({
      url,
      method: 'GET',
      accept: CONTENT_TYPE,
      maxBytes: MAX_TOKEN_BYTES,
      timeout: FETCH_TIMEOUT,
    });
    if (status === 200) return { state: 'fetched', token: body.toString('latin1') };
    return { state: status >= 500 || status === 429 ? 'unreachable' : 'unusable' };
  } catch (cause) {
    if (!(cause instanceof OutboundError)) throw cause;
    return { state: UNREACHABLE.has(cause.code) ? 'unreachable' : 'unusable', cause };
  }
}
