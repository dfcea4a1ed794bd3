/** The anchors of a list by purpose, found by the hash of a certificate, the identifier of its key, or its name. */
import { X509Certificate } from 'node:crypto';
import { sha256 } from '@countersign/shared/crypto/sha256';
import { issuerNames } from './certificate-names.ts';
import type { ListEntry, ListedCertificate, ServiceClass, ServicePurpose, TrustList } from './trust-list.ts';

export interface ListedAnchor {
  readonly certificate: ListedCertificate;
  readonly entry: ListEntry;
}

export interface AnchorIndex {
  /**
   * The anchors that a chain may lead to: the leaf itself if it is listed, and those with the key or name of the issuer of any certificate
   * in it. Whether one is its issuer is for the caller to check.
   * @param chain leaf first
   */
  candidates(purpose: ServicePurpose, chain: readonly X509Certificate[]): readonly ListedAnchor[];
  /** The certificates that sign what revokes the credentials of a service: those of its entity, in the same class. */
  revocation(entry: ListEntry): readonly ListedAnchor[];
  /** Identifiers of the keys of all anchors, in hexadecimal, each once. */
  keyIds(purpose: ServicePurpose): readonly string[];
}

type Places = ReadonlyMap<string, readonly ListedAnchor[]>;

/** Services whose status has ended are not in it. */
export function indexAnchors({ entries }: Pick<TrustList, 'entries'>): AnchorIndex {
  const anchors = entries
    .filter(({ state }) => state === undefined || state.active)
    .flatMap((entry) => entry.certificates.map((certificate) => ({ certificate, entry })));
  const byCertificate = placed(anchors, ({ entry, certificate }) => `${entry.purpose} ${certificate.sha256}`);
  const bySubject = placed(anchors, ({ entry, certificate }) => `${entry.purpose} ${certificate.subject}`);
  const withKeyId = anchors.filter(({ certificate }) => certificate.keyId !== undefined);
  const byKeyId = placed(withKeyId, ({ entry, certificate }) => `${entry.purpose} ${certificate.keyId}`);
  const byEntity = placed(anchors, ({ entry }) => `${entry.purpose} ${entry.entity.number}`);
  const keyIds = new Map<ServicePurpose, Set<string>>();
  for (const { entry, certificate } of withKeyId) {
    const known = keyIds.get(entry.purpose) ?? new Set();
    keyIds.set(entry.purpose, known.add(certificate.keyId ?? ''));
  }
  return {
    candidates: (purpose, chain) => {
      const [leaf] = chain;
      const listed = leaf === undefined ? [] : found(byCertificate, `${purpose} ${sha256(leaf.raw).toString('hex')}`);
      const issuers = chain
        .map(issuerNames)
        .flatMap(({ keyId, subject }) => [
          ...found(byKeyId, `${purpose} ${keyId}`),
          ...found(bySubject, `${purpose} ${subject}`),
        ]);
      return [...new Set([...listed, ...issuers])];
    },
    revocation: ({ purpose, entity }) => found(byEntity, `${classOf(purpose)}/revocation ${entity.number}`),
    keyIds: (purpose) => [...(keyIds.get(purpose) ?? [])],
  };
}

function placed(anchors: readonly ListedAnchor[], key: (anchor: ListedAnchor) => string): Places {
  const places = new Map<string, ListedAnchor[]>();
  for (const anchor of anchors) {
    const name = key(anchor);
    const known = places.get(name);
    if (known === undefined) places.set(name, [anchor]);
    else known.push(anchor);
  }
  return places;
}

function found(places: Places, key: string): readonly ListedAnchor[] {
  return places.get(key) ?? [];
}

export function classOf(purpose: ServicePurpose): ServiceClass {
  return purpose.slice(0, purpose.indexOf('/')) as ServiceClass;
}

/** The certificate of an anchor. */
export function certificateOf({ certificate }: ListedAnchor): X509Certificate {
  return new X509Certificate(Buffer.from(certificate.der, 'base64'));
}

/**
 * Whether a service had a status that anchors when a credential was issued. Two statuses that began at one time, or in the wrong order, say
 * nothing.
 * @param time milliseconds
 */
export function wasActiveAt({ state }: ListEntry, time: number, active: string): boolean {
  if (state === undefined) return true;
  const states = [state, ...state.history];
  if (states.some(({ since }, index) => since <= (states[index + 1]?.since ?? Number.NEGATIVE_INFINITY))) return false;
  return states.find(({ since }) => since <= time)?.status === active;
}
