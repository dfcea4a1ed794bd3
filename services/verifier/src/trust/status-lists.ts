/** Status of presented credentials: own lists from the status service, foreign lists over HTTP. */
import type { X509Certificate } from 'node:crypto';
import type { Outbound } from '@countersign/shared/http/outbound';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import { unavailable } from '@countersign/shared/kernel/unavailable';
import { withTimeout } from '@countersign/shared/kernel/with-timeout';
import type { Platform } from '@countersign/shared/runtime/service';
import { statusEntryFacts } from '@countersign/shared/trust/listed-anchors';
import { createStatusLookup } from '@countersign/shared/trust/status-lookup';
import type { StatusReference } from '../presentation/status-reference.ts';
import { PresentationError, withCredential } from '../session/presentation-error.ts';
import { createOwnStatusValues, type OwnReference, ownListOf } from './own-status-values.ts';
import { checkStatusValue } from './status-value.ts';

/** Part of INTERNAL_TIMEOUT for all look-ups of one response. The rest is for the steps before and after them. */
const TIME_SHARE = 5 / 8;

type StatusListDependencies = Pick<Platform, 'settings' | 'clock' | 'log' | 'call' | 'keys'>;

export interface StatusQuestion<R extends StatusReference> {
  readonly references: readonly R[];
  readonly tenant: string;
  readonly requestId: string;
  /** How a credential whose list is unreachable is treated; default `refuse`. */
  readonly whenUnreachable?: 'refuse' | 'accept';
  /** Set: foreign lists are fetched now, or nothing is checked. */
  readonly mode?: 'live' | 'off';
  /**
   * Set: a foreign list must identify its signer through `x5c` (HAIP 1.0, 6.1). Otherwise the credential's key may also
   * have signed it.
   */
  readonly listChain?: 'required';
  /** Notes of the request: receives one for each status list whose signer is on a trust list. */
  readonly notes?: Reasoned[];
}

/**
 * Looks up all references in parallel. Resolves with the references accepted despite an unreachable list, or unchecked;
 * empty unless `whenUnreachable` is `accept` or `mode` is `off`. Rejects with PresentationError `revoked`, `suspended`, `status_unavailable` (a status
 * that can't be read is not valid), and with ProtocolError `temporarily_unavailable` after the time limit, or if the
 * status service is unreachable.
 */
export type CheckStatuses = <R extends StatusReference>(question: StatusQuestion<R>) => Promise<readonly R[]>;

/** Creates the check with the caches of one process. */
export function createStatusLists(platform: StatusListDependencies, outbound: Outbound): CheckStatuses {
  const { clock, settings, log } = platform;
  const timeLimit = settings.INTERNAL_TIMEOUT * TIME_SHARE;
  const listedStatus = createStatusLookup({ clock, outbound, log });
  const askOwnValues = createOwnStatusValues(platform);
  const checkForeign = async <R extends StatusReference>(
    reference: R,
    { tenant, whenUnreachable = 'refuse', listChain, notes, mode }: StatusQuestion<R>,
  ): Promise<readonly R[]> => {
    const { signer: _, ...anchored }: StatusReference = reference;
    const found = await listedStatus({
      reference: listChain === 'required' ? anchored : reference,
      tenant,
      ...(mode === 'live' ? { fresh: true } : {}),
    });
    if ('signer' in found) notes?.push(...listedNotes(reference, found.signer));
    if (found.state === 'valid') return [];
    if (found.state === 'invalid') checkStatusValue(found.value);
    else if (found.state === 'unreachable' && whenUnreachable === 'accept') return [reference];
    throw new PresentationError('status_unavailable', {
      ...('cause' in found ? { cause: found.cause } : {}),
      facts: { dependency: `status list at ${new URL(reference.uri).host}`, detail: found.state },
    });
  };

  return async (question) => {
    const { references, requestId, mode } = question;
    if (mode === 'off') return references;
    const sorted = references.map((reference) => ({ reference, own: ownListOf(reference.uri, settings.PUBLIC_URL) }));
    const owns = sorted.flatMap(({ reference, own }) => ownEntry(reference, own));
    const values = askOwnValues(owns, requestId);
    const checks = sorted.map(async ({ reference, own }) => {
      if (own === undefined) return checkForeign(reference, question);
      // An own address that isn't a status list has no entry, and is never fetched.
      checkStatusValue(await (await values).get(reference));
      return [];
    });
    // All look-ups finish before the outcome is decided, so that it does not depend on their order.
    const outcomes = await withTimeout(Promise.allSettled(checks), timeLimit, () => unavailable('status'));
    return outcomes.flatMap((outcome, index) => {
      if (outcome.status === 'rejected') throw withCredential(outcome.reason, references[index]?.credential);
      return outcome.value;
    });
  };
}

/** The entry of an own list. Own identifier lists do not exist. */
function ownEntry(reference: StatusReference, own: ReturnType<typeof ownListOf>): readonly OwnReference[] {
  return typeof own === 'object' && 'idx' in reference ? [{ ...own, reference }] : [];
}

/** Which entry of a trust list decided on the signer of a status list. */
function listedNotes(
  { credential, listed }: StatusReference,
  signer: X509Certificate | undefined,
): readonly Reasoned[] {
  const facts = listed && signer && statusEntryFacts(signer, listed);
  if (facts === undefined || signer === undefined) return [];
  const { subject, fingerprint256 } = signer;
  const sha256 = fingerprint256.replaceAll(':', '').toLowerCase();
  const whose = credential === undefined ? {} : { credential };
  return [{ reason: 'status_signer_listed', facts: { ...whose, ...facts, subject, sha256 } }];
}
