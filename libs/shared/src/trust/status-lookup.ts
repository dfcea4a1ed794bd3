/** The status of a token on a list that another party serves: of a credential, of a wallet, of a key. */
import type { X509Certificate } from 'node:crypto';
import { hashOf } from '../crypto/sha256.ts';
import { readStatus } from '../crypto/status-bits.ts';
import type { Outbound } from '../http/outbound.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { createForeignListCache } from './foreign-list-cache.ts';
import { createForeignStatusLists } from './foreign-status-lists.ts';
import { isListed } from './identifier-list.ts';
import { acceptedTypes, type VerifiedList } from './list-forms.ts';
import type { ListReference, SignedStatusReference } from './status-reference.ts';

/** Limit of the list cache in bytes; one list may have 4 MiB. */
const MAX_CACHE_BYTES = 67_108_864;

/** With the certificate that signed the list. */
export type ListedStatus =
  | { readonly state: 'valid'; readonly signer?: X509Certificate | undefined }
  /** 7.1: every other value is not valid, including application-specific ones. An identifier that is listed has the value 1. */
  | { readonly state: 'invalid'; readonly value: number; readonly signer?: X509Certificate | undefined }
  /** No server responded. */
  | { readonly state: 'unreachable'; readonly cause?: unknown }
  /** The server responded without a list that verifies with the anchors, or the list has no such entry. */
  | { readonly state: 'unusable'; readonly cause?: unknown };

export interface StatusQuestion<R extends ListReference = SignedStatusReference> {
  readonly reference: R;
  /** Failures of a host count only for this tenant: one tenant's presentations must not block hosts for another. */
  readonly tenant: string;
  /** The known status is used until the list's end: the caller doesn't wait for its server. */
  readonly atOnce?: boolean;
  /** The list is fetched although a cached one may still be used. */
  readonly fresh?: boolean;
}

/** The promise rejects for defects only. */
export type StatusLookup<R extends ListReference = SignedStatusReference> = (
  question: StatusQuestion<R>,
) => Promise<ListedStatus>;

/** Creates the lookup with the caches of one process. @param outbound the guarded client: the addresses are not trusted */
export function createStatusLookup({
  clock,
  outbound,
  log,
}: {
  readonly clock: Clock;
  readonly outbound: Outbound;
  readonly log: Pick<Log, 'error'>;
}): StatusLookup<ListReference> {
  const foreignList = createForeignStatusLists({
    clock,
    outbound,
    log,
    cache: createForeignListCache(MAX_CACHE_BYTES),
  });
  return async ({ reference, ...question }) => {
    const found = await foreignList({ ...question, reference, key: keyOf(reference) });
    if (found.state !== 'known') return found;
    const value = listedValue(found.list, reference);
    if (value === undefined) return { state: 'unusable' };
    const { signer } = found.list;
    return value === 0 ? { state: 'valid', signer } : { state: 'invalid', value, signer };
  };
}

/** A listed identifier has the value 1, revoked. Undefined if the list has no such entry. */
function listedValue(list: VerifiedList, reference: ListReference): number | undefined {
  if ('identifiers' in list) return 'id' in reference ? Number(isListed(list, reference.id)) : undefined;
  return 'id' in reference ? undefined : readStatus(list.list, reference.idx, list.bits);
}

/**
 * The cache key includes the accepted forms, and the certificates that the list was verified with, because others may
 * not cover its signer.
 */
function keyOf(reference: ListReference): string {
  const { uri, certificate: named, signer, anchors } = reference;
  const certificates = [named, signer, ...anchors].map((certificate) => certificate?.fingerprint256 ?? 'none');
  return `${hashOf(`${acceptedTypes(reference).join()} ${certificates.join()}`)} ${uri}`;
}
