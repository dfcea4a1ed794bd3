/** A list's anchors by purpose, found by the hash of a certificate, its key identifier, or its name. */
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
   * The possible anchors of a chain: the leaf itself if it is listed, and anchors with the key or name of any
   * certificate's issuer. The caller must check whether one is really the issuer. Empty for a purpose if one of the
   * possible services has ended: services with the same key and name that disagree are ignored (ETSI TS 119 615, 4.12).
   * @param chain leaf first
   */
  candidates(purposes: readonly ServicePurpose[], chain: readonly X509Certificate[]): readonly ListedAnchor[];
  /** The certificates that sign the revocations of a service's credentials: its entity's, in the same class. */
  revocation(entry: ListEntry): readonly ListedAnchor[];
  /** Identifiers of the keys of all anchors, in hexadecimal, each once. */
  keyIds(purpose: ServicePurpose): readonly string[];
}

/** An index that is built piece by piece. */
export interface GrowingIndex extends AnchorIndex {
  /** A service whose status has ended anchors nothing. */
  add(entries: readonly ListEntry[]): void;
}

type Places = Map<string, ListedAnchor[]>;

/** The anchors of a list. */
export function indexAnchors({ entries }: Pick<TrustList, 'entries'>): AnchorIndex {
  const index = createAnchorIndex();
  index.add(entries);
  return index;
}

export function createAnchorIndex(): GrowingIndex {
  const places: Places = new Map();
  const keyIds = new Map<ServicePurpose, Set<string>>();
  const ended = new Set<string>();
  const add = (anchor: ListedAnchor): void => {
    for (const key of keysOf(anchor)) {
      const known = places.get(key);
      if (known === undefined) places.set(key, [anchor]);
      else known.push(anchor);
    }
    const { purpose } = anchor.entry;
    const { keyId } = anchor.certificate;
    if (keyId !== undefined) keyIds.set(purpose, (keyIds.get(purpose) ?? new Set()).add(keyId));
  };
  const found = (key: string): readonly ListedAnchor[] => places.get(key) ?? [];
  return {
    add: (entries) => {
      for (const entry of entries) {
        const isActive = entry.state?.active !== false;
        for (const certificate of entry.certificates) {
          if (isActive) add({ certificate, entry });
          else for (const one of identitiesOf(certificate)) ended.add(`${entry.purpose} ${one}`);
        }
      }
    },
    candidates: (purposes, chain) => {
      const [leaf] = chain;
      const own = leaf === undefined ? [] : [sha256(leaf.raw).toString('hex')];
      const issuers = chain.map(issuerNames);
      const names = [
        ...own,
        ...issuers.flatMap(({ keyId, subject }) => [
          ...(keyId === undefined ? [] : [`key ${keyId}`]),
          `name ${subject}`,
        ]),
      ];
      const identities = [...own, ...issuers.map(({ keyId, subject }) => `${keyId} ${subject}`)];
      const counting = purposes.filter((purpose) => !identities.some((one) => ended.has(`${purpose} ${one}`)));
      return [...new Set(counting.flatMap((purpose) => names.flatMap((name) => found(`${purpose} ${name}`))))];
    },
    revocation: ({ purpose, entity }) => found(`${classOf(purpose)}/revocation entity ${entity.number}`),
    keyIds: (purpose) => [...(keyIds.get(purpose) ?? [])],
  };
}

function keysOf({ entry: { purpose, entity }, certificate }: ListedAnchor): readonly string[] {
  return [
    `${purpose} ${certificate.sha256}`,
    `${purpose} name ${certificate.subject}`,
    `${purpose} entity ${entity.number}`,
    ...(certificate.keyId === undefined ? [] : [`${purpose} key ${certificate.keyId}`]),
  ];
}

/** The certificate, and its key and name: an anchor is a key of a name, whatever certificate has it (ETSI TS 119 612, 5.5.3). */
function identitiesOf({ sha256: hash, keyId, subject }: ListedCertificate): readonly string[] {
  return keyId === undefined ? [hash] : [hash, `${keyId} ${subject}`];
}

export function classOf(purpose: ServicePurpose): ServiceClass {
  return purpose.slice(0, purpose.indexOf('/')) as ServiceClass;
}

/** An anchor's certificate. */
export function certificateOf({ certificate }: ListedAnchor): X509Certificate {
  return new X509Certificate(certificate.der);
}

/**
 * Whether a service had a status that anchors when a credential was issued. Two statuses that started at the same time,
 * or in the wrong order, are ignored.
 * @param time milliseconds
 */
export function wasActiveAt({ state }: ListEntry, time: number, active: string): boolean {
  if (state === undefined) return true;
  const states = [state, ...state.history];
  if (states.some(({ since }, index) => since <= (states[index + 1]?.since ?? Number.NEGATIVE_INFINITY))) return false;
  return states.find(({ since }) => since <= time)?.status === active;
}
