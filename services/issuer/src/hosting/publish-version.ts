/** Creates the next version of a hosted list: it is signed and published immediately, even if nothing changed. */
import type { Changed, ChangeOfList, ChangeResult } from '@countersign/european-trust/hosting/hosted-changes';
import { MAX_ENTITIES } from '@countersign/european-trust/hosting/hosted-changes';
import { type HostedContent, hostedProfile, intervalOf } from '@countersign/european-trust/hosting/hosted-content';
import { loteDocument } from '@countersign/european-trust/hosting/lote-document';
import { signList } from '@countersign/european-trust/hosting/sign-list';
import { sha256 } from '@countersign/shared/crypto/sha256';
import { placesOf } from '@countersign/shared/http/validate';
import { type FieldError, ProtocolError } from '@countersign/shared/kernel/errors';
import { hostedListUrl } from '@countersign/shared/kernel/identifiers';
import { type HostedListVersion, NEVER_DUE } from '@countersign/shared/model/tenant/hosted-lists';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant, type TenantStore } from '@countersign/shared/store/of-tenant';
import { insertVersion, latestVersion, latestVersions, readVersion } from './hosted-versions.ts';

export type HostingPlatform = Pick<Platform, 'store' | 'keys' | 'clock' | 'random' | 'settings'>;

export interface AskedChange {
  readonly tenant: string;
  readonly list: string;
  readonly change: ChangeOfList;
  /** The revision that the caller has read; absent: the server signs again, whatever there is. */
  readonly revision?: number;
  /** Id of the management client. */
  readonly by?: string;
}

/** Bytes of a signed list. */
const MAX_BYTES = 2 * 1024 * 1024;
/** Maximum number of lists per tenant. */
const MAX_LISTS = 20;
/** The server may sign between a change's read and its write. */
const ATTEMPTS = 5;

/** @throws ProtocolError `conflict` if the list has another revision, or is full; `invalid_request`, `not_found` */
export async function publishVersion(platform: HostingPlatform, asked: AskedChange): Promise<HostedListVersion> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const published = await tryToPublish(platform, asked);
    if (published !== undefined) return published;
  }
  throw changed(asked.revision ?? 0);
}

/** @returns undefined if another writer was first */
async function tryToPublish(
  platform: HostingPlatform,
  { tenant, list, change, revision, by }: AskedChange,
): Promise<HostedListVersion | undefined> {
  const own = ofTenant(platform.store, tenant);
  const last = await latestVersion(own, list);
  if (revision !== undefined && revision !== (last?.revision ?? 0)) throw changed(last?.revision ?? 0, revision);
  if (last === undefined) await checkRoom(own);
  const before = last && (await readVersion(own, last)).content;
  const made = accepted(change(before, platform.clock()));
  const isSame = made.change.kind === 'signed';
  const version = await signedVersion(platform, { tenant, list, last, made });
  return insertVersion(
    own,
    platform.random,
    {
      ...version.document,
      revision: (last?.revision ?? 0) + (isSame ? 0 : 1),
      ...(by === undefined ? {} : { by }),
    },
    { content: made.content, jws: version.jws.toString('latin1') },
  );
}

interface NextVersion {
  readonly tenant: string;
  readonly list: string;
  readonly last: HostedListVersion | undefined;
  readonly made: Changed;
}

async function signedVersion(
  { keys, clock, settings }: HostingPlatform,
  { tenant, list, last, made: { content, change } }: NextVersion,
) {
  const key = await keys.signer(tenant, 'list');
  const sequenceNumber = Math.max((last?.sequenceNumber ?? 0) + 1, last?.leastNext ?? 1);
  const times = timesOf(content, { now: clock(), last, signerEnds: key.notAfter });
  const url = hostedListUrl(settings.PUBLIC_URL, tenant, list);
  const document = loteDocument(content, { sequenceNumber, ...times, url, signer: key.x5c[0] ?? '' });
  const jws = await signList(key, document, times.issuedAt);
  if (jws.length > MAX_BYTES) throw full({ bytes: jws.length, mostBytes: MAX_BYTES });
  const { issuedAt, nextUpdate } = times;
  return {
    jws,
    document: {
      tenant,
      list,
      sequenceNumber,
      type: hostedProfile(content.scheme).type,
      change,
      issuedAt,
      nextUpdate,
      due: nextUpdate === null ? NEVER_DUE : issuedAt + (nextUpdate - issuedAt) / 2,
      entities: content.entities.length,
      kid: key.kid,
      sha256: sha256(jws).toString('hex'),
      bytes: jws.length,
    },
  };
}

interface Moment {
  /** Milliseconds, as the other one. */
  readonly now: number;
  readonly last: HostedListVersion | undefined;
  readonly signerEnds: number;
}

/** Whole seconds. Time never goes back between versions, and no version outlives its signer's certificate. */
function timesOf(content: HostedContent, { now, last, signerEnds }: Moment) {
  const issuedAt = Math.max(Math.floor(now / 1000) * 1000, last?.issuedAt ?? 0);
  if (content.closed === true) return { issuedAt, nextUpdate: null };
  return {
    issuedAt,
    nextUpdate: Math.min(issuedAt + intervalOf(content.scheme), Math.floor(signerEnds / 1000) * 1000),
  };
}

/** @throws ProtocolError */
function accepted(result: ChangeResult): Changed {
  if ('content' in result) return result;
  if ('findings' in result) throw invalidList(result.findings);
  if (result.refused === 'full') throw full({ most: MAX_ENTITIES });
  throw new ProtocolError('not_found', 'The list has no such entity, or is closed', {
    reason: 'hosted_entity_unknown',
  });
}

function invalidList(errors: readonly FieldError[]): ProtocolError {
  return new ProtocolError('invalid_request', 'The list cannot be published like this', {
    reason: 'hosted_list_invalid',
    facts: placesOf(errors),
    errors,
  });
}

async function checkRoom(own: TenantStore): Promise<void> {
  if ((await latestVersions(own)).length >= MAX_LISTS) throw full({ most: MAX_LISTS });
}

function full(
  facts: { readonly most: number } | { readonly bytes: number; readonly mostBytes: number },
): ProtocolError {
  return new ProtocolError('conflict', 'The limit is reached', { reason: 'hosted_list_full', facts });
}

function changed(expected: number, received?: number): ProtocolError {
  const but = received === undefined ? 'and is changing' : `not ${received}`;
  return new ProtocolError('conflict', `The list has revision ${expected}, ${but}`, {
    reason: 'hosted_list_changed',
    facts: { expected, ...(received === undefined ? {} : { received }) },
  });
}
