/** Status of presented credentials: own lists from the status service, others over HTTP, kept as long as they say. */
import { createHash } from 'node:crypto';
import { ProtocolError } from '@countersign/shared/errors';
import type { Outbound } from '@countersign/shared/http/outbound';
import { OutboundError } from '@countersign/shared/http/outbound-error';
import { DEFAULT_TENANT, ID_PATTERN } from '@countersign/shared/identifiers';
import type { Platform } from '@countersign/shared/runtime/service';
import { PresentationError } from './protocol/presentation-error.ts';
import type { StatusReference } from './protocol/status-reference.ts';
import { checkStatus, type StatusList, verifyStatusToken } from './protocol/status-token.ts';

const CONTENT_TYPE = 'application/statuslist+jwt';
const MAX_TOKEN_BYTES = 2_097_152;
/** Milliseconds for a whole fetch. */
const FETCH_TIMEOUT = 3000;
/** Lists in memory; one may have 4 MiB. */
const MOST_LISTS = 32;

type Parts = Pick<Platform, 'settings' | 'clock' | 'call'>;

/** @throws PresentationError `revoked`, `suspended`, `status_unavailable`: what can't be read counts as not valid */
export type CheckStatuses = (references: readonly StatusReference[], requestId: string) => Promise<void>;

interface Held {
  readonly list: StatusList;
  /** Own lists: the token that it was made from. */
  readonly token: string;
}

/** Makes the memory of one process. Concurrent callers share one fetch. */
export function createStatusLists(platform: Parts, outbound: Outbound): CheckStatuses {
  const { clock } = platform;
  const held = new Map<string, Held>();
  const flights = new Map<string, Promise<StatusList>>();

  const verified = async (key: string, token: string, reference: StatusReference): Promise<StatusList> => {
    const list = await verifyStatusToken({ token, reference, now: clock() });
    held.delete(key);
    held.set(key, { list, token });
    if (held.size > MOST_LISTS) held.delete(held.keys().next().value ?? key);
    return list;
  };

  const ownList = async (key: string, path: OwnList, reference: StatusReference, id: string): Promise<StatusList> => {
    const token = await ownToken(platform, path, reference.uri, id);
    const known = held.get(key);
    // The service's own token is asked for each time, so that a revocation counts at once.
    return known?.token === token && clock() < known.list.keepUntil ? known.list : verified(key, token, reference);
  };

  const foreignList = (key: string, reference: StatusReference): Promise<StatusList> => {
    const known = held.get(key);
    if (known !== undefined && clock() < known.list.keepUntil) return Promise.resolve(known.list);
    const under = flights.get(key);
    if (under !== undefined) return under;
    const flight = fetchToken(outbound, reference.uri)
      .then((token) => verified(key, token, reference))
      .finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  };

  return async (references, requestId) => {
    for (const reference of references) {
      const key = keyOf(reference);
      const own = ownListOf(reference.uri, platform.settings.PUBLIC_URL);
      const list = await (own === undefined ? foreignList(key, reference) : ownList(key, own, reference, requestId));
      checkStatus(list, reference.idx);
    }
  };
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

async function fetchToken(outbound: Outbound, url: string): Promise<string> {
  try {
    const { status, body } = await outbound.request({
      url,
      method: 'GET',
      accept: CONTENT_TYPE,
      maxBytes: MAX_TOKEN_BYTES,
      timeout: FETCH_TIMEOUT,
    });
    if (status !== 200) throw new PresentationError('status_unavailable');
    return body.toString('latin1');
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new PresentationError('status_unavailable', error);
  }
}

/** A list is kept for those under whom it was verified: others may not believe its signer. */
function keyOf({ uri, issuerKey, anchors }: StatusReference): string {
  const trust = createHash('sha256').update(issuerKey.export({ type: 'spki', format: 'der' }));
  for (const { fingerprint256 } of anchors) trust.update(fingerprint256);
  return `${trust.digest('base64url')} ${uri}`;
}
