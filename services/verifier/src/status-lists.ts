/** Status of presented credentials: own lists from the status service, others over HTTP. */
import { createHash, type KeyObject } from 'node:crypto';
import { ProtocolError } from '@countersign/shared/errors';
import type { Outbound } from '@countersign/shared/http/outbound';
import { DEFAULT_TENANT, ID_PATTERN } from '@countersign/shared/identifiers';
import type { Platform } from '@countersign/shared/runtime/service';
import { unavailable } from '@countersign/shared/store/unavailable';
import { createForeignStatusLists, type ForeignList } from './foreign-status-lists.ts';
import { createHeldLists, type HeldLists } from './held-lists.ts';
import { PresentationError } from './protocol/presentation-error.ts';
import type { StatusReference } from './protocol/status-reference.ts';
import { checkStatus, type StatusList, verifyStatusToken } from './protocol/status-token.ts';

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

  const listOf = async (reference: StatusReference, tenant: string, requestId: string): Promise<ForeignList> => {
    const key = keyOf(reference);
    const own = ownListOf(reference.uri, settings.PUBLIC_URL);
    if (own === undefined) return foreignList({ reference, key, tenant });
    return { state: 'known', list: await ownList(platform, held, { own, key, reference, requestId }) };
  };

  return async ({ references, tenant, requestId, whenUnreachable = 'refuse' }) => {
    const checks = references.map(async (reference) => {
      const found = await listOf(reference, tenant, requestId);
      if (found.state === 'known') {
        checkStatus(found.list, reference.idx);
        return [];
      }
      if (found.state === 'unreachable' && whenUnreachable === 'accept') return [reference];
      throw new PresentationError('status_unavailable', found.cause);
    });
    // All have ended before one decides, so that the outcome doesn't depend on who was first.
    const outcomes = await withinTime(Promise.allSettled(checks));
    return outcomes.flatMap((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });
  };
}

/** @throws ProtocolError `temporarily_unavailable` when the time is over */
async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable('status')), TIME);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

interface OwnList {
  readonly tenant: string;
  readonly params: Readonly<Record<string, string>>;
}

/** The list of this service that a URI names; undefined for others. */
export function ownListOf(uri: string, publicUrl: string): OwnList | undefined {
  if (!uri.startsWith(`${publicUrl}/`)) return undefined;
  const path = /^(?:([^/]+)\/)?status-management\/status-list(?:\/([1-9]\d{0,8}))?$/.exec(
    uri.slice(publicUrl.length + 1),
  );
  const [tenant = DEFAULT_TENANT, n] = path?.slice(1) ?? [];
  // An address of ours that is no status list is not fetched either.
  if (path === null || !ID_PATTERN.test(tenant)) throw new PresentationError('status_unavailable');
  return { tenant, params: n === undefined ? {} : { n } };
}

interface OwnQuestion {
  readonly own: OwnList;
  readonly key: string;
  readonly reference: StatusReference;
  readonly requestId: string;
}

/** The service's own token is asked for each time, so that a revocation counts at once. */
async function ownList(platform: Parts, held: HeldLists, question: OwnQuestion): Promise<StatusList> {
  const { own, key, reference, requestId } = question;
  const token = await ownToken(platform, own, reference.uri, requestId);
  const known = held.get(key);
  if (known?.token === token && platform.clock() < known.list.keepUntil) return known.list;
  const list = await verifyStatusToken({ token, reference, now: platform.clock() });
  held.set(key, { list, token });
  return list;
}

async function ownToken({ call }: Parts, { tenant, params }: OwnList, url: string, id: string): Promise<string> {
  const request = { id, tenant, method: 'GET', url, params, query: {}, headers: {}, encoding: 'none' } as const;
  try {
    const { raw } = await call('status.list', request);
    return String(raw);
  } catch (error) {
    // Anything else, such as a store that is down, is not the wallet's fault and ends nothing.
    if (!(error instanceof ProtocolError) || error.code !== 'not_found') throw error;
    throw new PresentationError('status_unavailable', error);
  }
}

/** A list is kept for those under whom it was verified: others may not believe its signer. */
function keyOf({ uri, issuerKey, anchors }: StatusReference): string {
  const trust = createHash('sha256').update(encodedKey(issuerKey));
  for (const { fingerprint256 } of anchors) trust.update(fingerprint256);
  return `${trust.digest('base64url')} ${uri}`;
}

/** Encoding a key costs as much as a signature check, and the credentials of an issuer share one. */
const encodedKeys = new WeakMap<KeyObject, Buffer>();

function encodedKey(key: KeyObject): Buffer {
  const encoded = encodedKeys.get(key) ?? key.export({ type: 'spki', format: 'der' });
  encodedKeys.set(key, encoded);
  return encoded;
}
