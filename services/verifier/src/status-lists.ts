/** Status of presented credentials: own lists from the status service, others over HTTP. */
import { hashOf } from '@countersign/shared/crypto/sha256';
import type { Outbound } from '@countersign/shared/http/outbound';
import { unavailable } from '@countersign/shared/kernel/unavailable';
import { withTimeout } from '@countersign/shared/kernel/with-timeout';
import type { Platform } from '@countersign/shared/runtime/service';
import { createHeldLists } from './foreign-list-cache.ts';
import { createForeignStatusLists } from './foreign-status-lists.ts';
import { createOwnStatusValues, ownListOf } from './own-status-values.ts';
import { PresentationError, withCredential } from './protocol/presentation-error.ts';
import type { StatusReference } from './protocol/status-reference.ts';
import { checkStatus, checkStatusValue } from './protocol/status-token.ts';

/** Milliseconds for all look-ups of one answer. */
const TIME = 5000;
/** Bytes of all lists in memory; one may have 4 MiB. */
const MOST_BYTES = 67_108_864;

type Parts = Pick<Platform, 'settings' | 'clock' | 'call'>;

export interface StatusQuestion<R extends StatusReference> {
  readonly references: readonly R[];
  readonly tenant: string;
  readonly requestId: string;
  /** What becomes of a credential whose list nobody could be asked for; default `refuse`. */
  readonly whenUnreachable?: 'refuse' | 'accept';
}

/**
 * Looks up all references, beside each other.
 * Resolves with those that are accepted though nobody could be asked; empty unless `whenUnreachable` is `accept`.
 * Rejects with PresentationError `revoked`, `suspended`, `status_unavailable` (what can't be read counts as not valid),
 * and with ProtocolError `temporarily_unavailable` where it took too long or the status service is down.
 */
export type CheckStatuses = <R extends StatusReference>(question: StatusQuestion<R>) => Promise<readonly R[]>;

/** Makes the memory of one process. */
export function createStatusLists(platform: Parts, outbound: Outbound): CheckStatuses {
  const { clock, settings } = platform;
  const held = createHeldLists(MOST_BYTES);
  const foreignList = createForeignStatusLists({ clock, outbound, held });
  const askOwnValues = createOwnStatusValues(platform);
  const checkForeign = async <R extends StatusReference>(
    reference: R,
    { tenant, whenUnreachable = 'refuse' }: StatusQuestion<R>,
  ): Promise<readonly R[]> => {
    const found = await foreignList({ reference, key: keyOf(reference), tenant });
    if (found.state === 'known') {
      checkStatus(found.list, reference.idx);
      return [];
    }
    if (found.state === 'unreachable' && whenUnreachable === 'accept') return [reference];
    throw new PresentationError('status_unavailable', found.cause);
  };

  return async (question) => {
    const { references, requestId } = question;
    const sorted = references.map((reference) => ({ reference, own: ownListOf(reference.uri, settings.PUBLIC_URL) }));
    const owns = sorted.flatMap(({ reference, own }) => (typeof own === 'object' ? [{ ...own, reference }] : []));
    const values = askOwnValues(owns, requestId);
    const checks = sorted.map(async ({ reference, own }) => {
      if (own === undefined) return checkForeign(reference, question);
      // An address of ours that is no status list has no entry, and is not fetched either.
      checkStatusValue(await values.get(reference));
      return [];
    });
    // All have ended before one decides, so that the outcome doesn't depend on who was first.
    const outcomes = await withTimeout(Promise.allSettled(checks), TIME, () => unavailable('status'));
    return outcomes.flatMap((outcome, index) => {
      if (outcome.status === 'rejected') throw withCredential(outcome.reason, references[index]?.credential);
      return outcome.value;
    });
  };
}

/** A list is kept for the anchors under which it was verified: others may not vouch for its signer. */
function keyOf({ uri, signer, anchors }: StatusReference): string {
  const trust = [signer, ...anchors].map(({ fingerprint256 }) => fingerprint256);
  return `${hashOf(trust.join())} ${uri}`;
}
