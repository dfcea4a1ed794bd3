/**
 * Status lists and identifier lists of other issuers. Concurrent callers share one fetch; a list is cached as long as its token allows. After a
 * failure a list is not fetched for 30 seconds; after repeated failures the host is blocked.
 */

import { mediaType, type Outbound } from '../http/outbound.ts';
import { isUnreachable, OutboundError } from '../http/outbound-error.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { errorFields } from '../kernel/log-error.ts';
import { shared } from '../kernel/single-flight.ts';
import type { ForeignListCache } from './foreign-list-cache.ts';
import { createHostBreaker } from './host-breaker.ts';
import { acceptedTypes, type FetchedList, isRefusedList, type VerifiedList, verifyList } from './list-forms.ts';
import { createRecentFailures } from './recent-failures.ts';
import type { ListReference } from './status-reference.ts';

const MAX_TOKEN_BYTES = 2_097_152;
/** Milliseconds for a whole fetch. */
const FETCH_TIMEOUT = 3000;

export type ForeignList =
  | { readonly state: 'known'; readonly list: VerifiedList }
  /** No server responded. */
  | { readonly state: 'unreachable'; readonly cause?: unknown }
  /** The server responded without a list that verifies. */
  | { readonly state: 'unusable'; readonly cause?: unknown };

type Failure = Exclude<ForeignList, { readonly state: 'known' }>;
type Fetched = { readonly state: 'fetched'; readonly list: FetchedList } | Failure;

export interface ForeignListQuestion {
  readonly reference: ListReference;
  /**
   * Identifies the list and its signer's anchors: a list verified with one set of anchors is not accepted with another.
   */
  readonly key: string;
  /** Failures of a host count only for this tenant: one tenant's credentials must not block hosts for another. */
  readonly tenant: string;
  /**
   * A list that was fetched earlier is used until its end, and fetched again in the background: nobody waits for its
   * server.
   */
  readonly atOnce?: boolean;
  /** The list is fetched although a cached one may still be used. */
  readonly fresh?: boolean;
}

/** Creates the lookup with the caches of one process. The promise rejects for defects only. */
export function createForeignStatusLists(options: {
  readonly clock: Clock;
  readonly outbound: Outbound;
  readonly cache: ForeignListCache;
  readonly log: Pick<Log, 'error'>;
}): (question: ForeignListQuestion) => Promise<ForeignList> {
  const { clock, outbound, cache, log } = options;
  const breaker = createHostBreaker(clock);
  const failures = createRecentFailures<Failure>(clock);
  const fetches = new Map<string, Promise<Fetched>>();
  const flights = new Map<string, Promise<ForeignList>>();

  const fetched = async (resource: Resource, host: string): Promise<Fetched> => {
    const result = await fetchList(outbound, resource);
    breaker.record(host, result.state === 'unreachable' ? 'failed' : 'answered');
    return result.state === 'fetched' ? result : failures.add(resource.key, result);
  };

  const list = async (resource: Resource, tenant: string): Promise<Fetched> => {
    const known = failures.of(resource.key);
    if (known !== undefined) return known;
    const pending = fetches.get(resource.key);
    if (pending !== undefined) return pending;
    const host = `${tenant} ${new URL(resource.uri).host}`;
    if (!breaker.allows(host)) return { state: 'unreachable' };
    return shared(fetches, resource.key, () => fetched(resource, host));
  };

  const verified = async ({ reference, key, tenant }: ForeignListQuestion): Promise<ForeignList> => {
    const result = await list(resourceOf(reference), tenant);
    if (result.state !== 'fetched') return result;
    try {
      const found = await verifyList(result.list, reference, clock());
      cache.set(key, found);
      return { state: 'known', list: found };
    } catch (cause) {
      if (!isRefusedList(cause)) throw cause;
      return failures.add(key, { state: 'unusable', cause });
    }
  };

  return async (question) => {
    const known = cache.get(question.key);
    const usable = question.fresh !== true && known !== undefined && clock() < known.keepUntil;
    if (usable) return { state: 'known', list: known };
    const found = failures.of(question.key) ?? shared(flights, question.key, () => verified(question));
    if (question.atOnce !== true || known === undefined || clock() >= known.usableUntil) return found;
    Promise.resolve(found).catch((error: unknown) => log.error('A status list was not renewed', errorFields(error)));
    return { state: 'known', list: known };
  };
}

/** What to fetch: one address may serve several forms. */
interface Resource {
  readonly uri: string;
  readonly accept: readonly string[];
  readonly key: string;
}

function resourceOf(reference: ListReference): Resource {
  const { uri } = reference;
  const accept = acceptedTypes(reference);
  return { uri, accept, key: `${accept.join()} ${uri}` };
}

async function fetchList(outbound: Outbound, { uri, accept }: Resource): Promise<Fetched> {
  try {
    const { status, headers, body } = await outbound.request({
      url: uri,
      method: 'GET',
      accept,
      maxBytes: MAX_TOKEN_BYTES,
      timeout: FETCH_TIMEOUT,
    });
    if (status === 200) return { state: 'fetched', list: { type: mediaType(headers['content-type']), body } };
    return { state: status >= 500 || status === 429 ? 'unreachable' : 'unusable' };
  } catch (cause) {
    if (!(cause instanceof OutboundError)) throw cause;
    return { state: isUnreachable(cause) ? 'unreachable' : 'unusable', cause };
  }
}
