/** `issuer.published-list`: the current version of a list of trusted entities that the tenant publishes. Public. */
import { LIST_MEDIA_TYPE } from '@countersign/european-trust/hosting/lote-document';
import { matchesEntityTag } from '@countersign/shared/http/entity-tag';
import type { Operation, OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { createSharedReads } from '@countersign/shared/kernel/shared-reads';
import type { HostedListVersion } from '@countersign/shared/model/tenant/hosted-lists';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { LRUCache } from 'lru-cache';
import { latestVersion, readVersion } from './hosted-versions.ts';

/** Seconds: readers see a change within five minutes. */
const LONGEST_CACHED = 300;
/** Milliseconds for which the store is not read again. */
const READ_EVERY = 500;
const MAX_KNOWN = 1000;
/** Bytes of signed lists in memory. */
const MAX_CACHED = 16 * 1024 * 1024;

export function publishedList({ store, clock }: Pick<Platform, 'store' | 'clock'>): Operation {
  const versions = createSharedReads({
    read: (id: string) => {
      const [tenant = '', list = ''] = id.split('/');
      return latestVersion(ofTenant(store, tenant), list);
    },
    clock,
    cacheFor: READ_EVERY,
    most: MAX_KNOWN,
  });
  const signed = new LRUCache<string, Buffer>({ maxSize: MAX_CACHED, sizeCalculation: ({ length }) => length });

  const bytesOf = async (version: HostedListVersion): Promise<Buffer> => {
    const known = signed.get(version.id);
    if (known !== undefined) return known;
    const { jws } = await readVersion(ofTenant(store, version.tenant), version);
    const bytes = Buffer.from(jws, 'latin1');
    signed.set(version.id, bytes);
    return bytes;
  };

  return async (request) => {
    const version = checkServed(await versions.of(`${request.tenant}/${request.params.list ?? ''}`), clock());
    const headers = headersOf(version, clock());
    if (isKnown(request, headers.etag)) return { status: 304, headers };
    return { raw: await bytesOf(version), contentType: LIST_MEDIA_TYPE, headers };
  };
}

/** @throws ProtocolError `not_found`; `temporarily_unavailable` for a version that has ended, or that a restore brought back */
function checkServed(version: HostedListVersion | undefined, now: number): HostedListVersion {
  if (version === undefined) throw noSuchList();
  const { nextUpdate, leastNext } = version;
  const ended = nextUpdate !== null && nextUpdate <= now;
  if (!ended && leastNext === undefined) return version;
  throw new ProtocolError('temporarily_unavailable', 'The list has ended; its next version is not signed yet', {
    reason: 'hosted_list_ended',
    ...(ended ? { facts: { expiredSeconds: Math.round((now - nextUpdate) / 1000) } } : {}),
  });
}

/** A cache has no list after its end. */
function headersOf({ sha256, nextUpdate }: HostedListVersion, now: number) {
  const left = nextUpdate === null ? LONGEST_CACHED : Math.floor((nextUpdate - now) / 1000);
  return { etag: `"${sha256}"`, 'cache-control': `public, max-age=${Math.min(LONGEST_CACHED, left)}` };
}

function isKnown({ headers }: OperationRequest, etag: string): boolean {
  return matchesEntityTag(headers['if-none-match'], etag);
}

export function noSuchList(): ProtocolError {
  return new ProtocolError('not_found', 'There is no such published list', { reason: 'hosted_list_unknown' });
}
