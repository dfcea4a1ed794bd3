/** Hosted lists as the management API shows them. Pure. */
import type { HostedContent, HostedEntity, HostedService } from '@countersign/european-trust/hosting/hosted-content';
import { pemChain } from '@countersign/shared/crypto/certificate-chain';
import { isoTime } from '@countersign/shared/kernel/clock';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { HostedListVersion } from '@countersign/shared/model/tenant/hosted-lists';

const DAY = 86_400_000;

export interface Shown {
  /** The URL of the published list. */
  readonly url: string;
  /** Milliseconds. */
  readonly now: number;
}

export function hostedListView(version: HostedListVersion, { url, now }: Shown): JsonObject {
  const { list: id, type, revision, entities, nextUpdate } = version;
  const isOver = nextUpdate !== null && nextUpdate <= now;
  const state = nextUpdate === null ? 'closed' : isOver ? 'ended' : 'published';
  return { id, url, type, state, revision, entities, ...issueView(version) };
}

/** The list with its scheme and entities. Both can be sent back unchanged, with a revision. */
export function hostedListDetails(version: HostedListVersion, content: HostedContent, shown: Shown): JsonObject {
  const { scheme, entities } = content;
  const { nextSigners, ...written } = scheme;
  return {
    ...hostedListView(version, shown),
    scheme: { ...written, ...(nextSigners.length === 0 ? {} : { nextSigners: pemChain(nextSigners) }) },
    trustedEntities: entities.map((entity) => entityView(entity, shown.now)),
  };
}

function entityView({ services, ...described }: HostedEntity, now: number): JsonObject {
  return { ...described, services: services.map((service) => serviceView(service, now)) };
}

function serviceView({ certificates, statuses, ...described }: HostedService, now: number): JsonObject {
  const [present, ...older] = (statuses ?? []).map(({ status, since }) => ({ status, since: isoTime(since) }));
  return {
    ...described,
    ...(present === undefined ? {} : { ...present, history: older }),
    certificates: certificates.map(({ val, subject, sha256, notAfter }) => ({
      subject,
      sha256,
      notAfter: isoTime(notAfter),
      daysLeft: Math.floor((notAfter - now) / DAY),
      pem: pemChain([val]),
    })),
  };
}

/** A version in its list's history. */
export function hostedVersionView(version: HostedListVersion): JsonObject {
  const { revision, change, by, entities } = version;
  return { ...issueView(version), revision, change: change.kind, ...entityOf(change), ...byOf(by), entities };
}

function issueView({ sequenceNumber, issuedAt, nextUpdate, sha256, bytes }: HostedListVersion): JsonObject {
  const end = nextUpdate === null ? {} : { nextUpdate: isoTime(nextUpdate) };
  return { sequenceNumber, issuedAt: isoTime(issuedAt), ...end, sha256, bytes };
}

function entityOf(change: HostedListVersion['change']): JsonObject {
  return 'entity' in change ? { entity: change.entity } : {};
}

function byOf(by: string | undefined): JsonObject {
  return by === undefined ? {} : { by };
}
