/**
 * The anchors that lists give the services: what each class is trusted for, and for which types (ETSI TS 119 602,
 * annexes D to H).
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { Anchor } from '@countersign/shared/crypto/certificate-path';
import type { FindListed, ListedAnchors, PresentedChain } from '@countersign/shared/trust/listed-anchors';
import {
  type AttestationCategory,
  type TrustAnchor,
  type TrustPurpose,
  UNLIMITED,
} from '@countersign/shared/trust/trust-anchor';
import { certificateOf, type ListedAnchor, wasActiveAt } from '../lists/anchor-index.ts';
import { isQualified } from '../lists/qualified-service.ts';
import type { ServicePurpose } from '../lists/trust-list.ts';
import type { ListSources, TenantSource } from './list-sources.ts';
import type { LoadedList, LoadedLists } from './loaded-lists.ts';

/** Services that issue credentials that wallets present. */
const PURPOSES_OF_ISSUERS: readonly ServicePurpose[] = [
  'pid/issuance',
  'public-attestation/issuance',
  'qualified-attestation/issuance',
  'attestation/issuance',
];

const CATEGORIES: Partial<Record<ServicePurpose, AttestationCategory>> = {
  'qualified-attestation/issuance': 'qualified',
  'public-attestation/issuance': 'public-body',
};

type OtherPurpose = Exclude<TrustPurpose, 'issuers'>;

/** What a list's services are trusted for, besides credentials. */
const PURPOSES: Readonly<Record<OtherPurpose, ServicePurpose>> = {
  'wallet-providers': 'wallet/issuance',
  'access-authorities': 'access/issuance',
  'registration-providers': 'registration/issuance',
  'registration-status': 'registration/revocation',
};

export interface ListedAnchorParts {
  readonly sources: ListSources;
  readonly lists: LoadedLists;
}

export function createListedAnchors({ sources, lists }: ListedAnchorParts): ListedAnchors {
  const made = new WeakMap<LoadedList['index'], Map<ServicePurpose, Promise<readonly TrustAnchor[]>>>();
  const allFor = (list: LoadedList, purpose: ServicePurpose): Promise<readonly TrustAnchor[]> => {
    const ofList = made.get(list.index) ?? new Map<ServicePurpose, Promise<readonly TrustAnchor[]>>();
    made.set(list.index, ofList);
    const known = ofList.get(purpose) ?? allOf(list, purpose);
    ofList.set(purpose, known);
    return known;
  };
  const isFor = async (tenant: string, ...purposes: readonly ServicePurpose[]): Promise<boolean> =>
    (await sources(tenant)).some((from) => mayBeOf(from, purposes));
  return {
    issuers: async (tenant) => {
      if (!(await isFor(tenant, ...PURPOSES_OF_ISSUERS))) return undefined;
      const inForce = await lists.inForce(tenant);
      return (presented) => inForce.flatMap((list) => anchorsIn(list, presented));
    },
    all: async (tenant, purpose) => {
      const wanted = PURPOSES[purpose];
      if (!(await isFor(tenant, wanted))) return [];
      const inForce = (await lists.inForce(tenant)).filter(({ from }) => isOf(from, wanted));
      return (await Promise.all(inForce.map((list) => allFor(list, wanted)))).flat();
    },
    expectsAttestedWallets: (tenant) => isFor(tenant, 'wallet/issuance'),
    isUndecided: async (tenant, purpose) => {
      const purposes = purpose === 'issuers' ? PURPOSES_OF_ISSUERS : [PURPOSES[purpose]];
      return (await lists.ended(tenant)).some((from) => mayBeOf(from, purposes));
    },
  };
}

/** Whether a list, or one to which it points, names services of a purpose. */
function mayBeOf({ source, follows }: TenantSource, purposes: readonly ServicePurpose[]): boolean {
  const profiles = [source.profile, ...(follows?.profiles.values() ?? [])];
  return profiles.some(({ services }) => purposes.some((one) => [...services.values()].includes(one)));
}

function isOf({ source: { profile } }: TenantSource, purpose: ServicePurpose): boolean {
  return [...profile.services.values()].includes(purpose);
}

function anchorsIn(list: LoadedList, presented: PresentedChain): ReturnType<FindListed> {
  const { format, types } = presented;
  const { vcts, doctypes } = list.from.types;
  const limit = format === 'mso_mdoc' ? doctypes : vcts;
  if (limit !== 'any' && !types.every((type) => limit.some((name) => covers(name, type)))) return [];
  const found = candidatesFor(list, presented);
  return found.filter((anchor) => counts(list, anchor, presented)).map((anchor) => trustAnchorOf(list, anchor));
}

/** Issuers present the same chain again and again, and reading it costs more than everything else here. */
const candidates = new WeakMap<LoadedList['index'], Map<string, readonly ListedAnchor[]>>();
/** Chains that are remembered of each list; wallets choose them. */
const MAX_CHAINS = 1000;

function candidatesFor({ index }: LoadedList, { key, chain }: PresentedChain): readonly ListedAnchor[] {
  const ofList = candidates.get(index) ?? new Map<string, readonly ListedAnchor[]>();
  candidates.set(index, ofList);
  const known = ofList.get(key);
  if (known !== undefined) return known;
  const found = index.candidates(PURPOSES_OF_ISSUERS, chain());
  if (ofList.size >= MAX_CHAINS) ofList.clear();
  ofList.set(key, found);
  return found;
}

/** A name that ends with `*` is a prefix. */
function covers(name: string, type: string): boolean {
  return name.endsWith('*') ? type.startsWith(name.slice(0, -1)) : name === type;
}

/**
 * A service with a status must also have had it when the credential was issued, and the credential must have that time.
 */
function counts(
  { list: { territory } }: LoadedList,
  anchor: ListedAnchor,
  { chain, issuedAt }: PresentedChain,
): boolean {
  const { entry } = anchor;
  if (entry.state === undefined) return true;
  // The index has only active services: today's status decides.
  if (issuedAt === undefined || !wasActiveAt(entry, issuedAt, entry.state.status)) return false;
  if (entry.purpose !== 'qualified-attestation/issuance') return true;
  return isQualified({ territory, entity: entry.entity }, { signer: chain()[0], issuedAt });
}

/** Parsed when it is first found: an index has one object for each anchor. */
const parsed = new WeakMap<ListedAnchor, TrustAnchor>();

function trustAnchorOf(loaded: LoadedList, anchor: ListedAnchor): TrustAnchor {
  const known = parsed.get(anchor);
  if (known?.listed?.list === loaded.from.source.id) return known;
  const made = madeAnchor(loaded, anchor);
  parsed.set(anchor, made);
  return made;
}

function madeAnchor({ from, list, index }: LoadedList, anchor: ListedAnchor): TrustAnchor {
  const { entity, service, purpose } = anchor.entry;
  const { territories = [] } = purpose === 'pid/issuance' ? entity : {};
  const isKept = from.settings.expiredAnchor === 'keep';
  const read = (one: ListedAnchor): Anchor =>
    Object.assign(certificateOf(one), isKept ? { countsAfterEnd: true as const } : {});
  const revocation = index.revocation(anchor.entry);
  const category = CATEGORIES[purpose];
  return {
    ...UNLIMITED,
    certificate: read(anchor),
    // The services of one entity belong together, as the files of one name do.
    file: `${from.source.id}/${entity.number}`,
    listed: {
      list: from.source.id,
      url: from.source.url,
      sequenceNumber: list.sequenceNumber,
      entity: entity.name,
      service: service.type,
      ...(category === undefined ? {} : { category }),
      ...(territories.length === 0 ? {} : { territories }),
      revocation: revocation.map(read),
      revocationService: revocation[0]?.entry.service.type,
    },
  };
}

/** Certificates to parse in one turn of the event loop: each takes a tenth of a millisecond. */
const AT_ONCE = 20;

async function allOf(list: LoadedList, wanted: ServicePurpose): Promise<readonly TrustAnchor[]> {
  const anchors: TrustAnchor[] = [];
  const entries = list.list.entries.filter(({ purpose, state }) => purpose === wanted && state?.active !== false);
  for (const entry of entries) {
    for (const certificate of entry.certificates) anchors.push(trustAnchorOf(list, { certificate, entry }));
    if (anchors.length % AT_ONCE === 0) await turn();
  }
  return anchors;
}
