/** The status of a token on a list that another party serves: of a credential, of a wallet, of a key. */
import { hashOf } from '../crypto/sha256.ts';
import { readStatus } from '../crypto/status-bits.ts';
import type { Outbound } from '../http/outbound.ts';
import type { Clock } from '../kernel/clock.ts';
import { createForeignListCache } from './foreign-list-cache.ts';
import { createForeignStatusLists } from './foreign-status-lists.ts';
import type { SignedStatusReference } from './status-reference.ts';

/** Limit of the list cache in bytes; one list may have 4 MiB. */
const MAX_CACHE_BYTES = 67_108_864;

export type ListedStatus =
  | { readonly state: 'valid' }
  /** 7.1: every other value is not valid, including application-specific ones. */
  | { readonly state: 'invalid'; readonly value: number }
  /** No server answered. */
  | { readonly state: 'unreachable'; readonly cause?: unknown }
  /** The server answered without a list that verifies under the anchors, or the list has no such entry. */
  | { readonly state: 'unusable'; readonly cause?: unknown };

export interface StatusQuestion {
  readonly reference: SignedStatusReference;
  /** Failures of a host count for this tenant alone: what one tenant is shown must not block hosts for another. */
  readonly tenant: string;
}

/** The promise rejects for defects only. */
export type StatusLookup = (question: StatusQuestion) => Promise<ListedStatus>;

/** Creates the lookup with the caches of one process. @param outbound the guarded client: the addresses are not trusted */
export function createStatusLookup({
  clock,
  outbound,
}: {
  readonly clock: Clock;
  readonly outbound: Outbound;
}): StatusLookup {
  const foreignList = createForeignStatusLists({ clock, outbound, cache: createForeignListCache(MAX_CACHE_BYTES) });
  return async ({ reference, tenant }) => {
    const found = await foreignList({ reference, key: keyOf(reference), tenant });
    if (found.state !== 'known') return found;
    const value = readStatus(found.list.list, reference.idx, found.list.bits);
    if (value === undefined) return { state: 'unusable' };
    return value === 0 ? { state: 'valid' } : { state: 'invalid', value };
  };
}

/** The cache key includes the anchors under which the list was verified: other anchors may not cover its signer. */
function keyOf({ uri, signer, anchors }: SignedStatusReference): string {
  const trust = [...(signer === undefined ? [] : [signer]), ...anchors].map(({ fingerprint256 }) => fingerprint256);
  return `${hashOf(`${signer === undefined} ${trust.join()}`)} ${uri}`;
}
