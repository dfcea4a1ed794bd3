/**
 * Keys of sets whose certificates came through the API, as cached by this replica. Tenants with such keys are read
 * again every second, all others once a minute. A certificate that replaces another is used after a longer time than
 * that.
 */
import { LRUCache } from 'lru-cache';
import { jwkThumbprint, publicJwkOf } from '../crypto/jwk.ts';
import type { KeyPurpose, SigningKey } from '../crypto/keys.ts';
import { notAfter, pemCertificates, x5cElement } from '../crypto/x509.ts';
import { createSharedReads } from '../kernel/shared-reads.ts';
import { DEFAULT_SET, type KeyDocument, keyDocuments } from '../model/keys/key-documents.ts';
import { erasePrivateKey, READ_NO_SETS_EVERY, usedFrom } from '../model/keys/key-states.ts';
import { ofTenant } from '../store/of-tenant.ts';
import { allGenerations, type GeneratedKeysOptions, signWith } from './generated-keys.ts';

export type StoredSetsOptions = Pick<GeneratedKeysOptions, 'store' | 'vaults' | 'signers' | 'clock'>;

/** A purpose of a set. */
export interface PurposeOfSet {
  readonly set: string;
  readonly purpose: KeyPurpose;
}

/** A key of a set with its certificate. */
export interface CertifiedKey extends PurposeOfSet {
  readonly document: KeyDocument;
  /** Undefined if the private key was erased. */
  readonly key: SigningKey | undefined;
}

export interface StoredSets {
  /** The key in use, with replaced and later keys as its `others`. A set that is not known is looked up immediately. */
  inUse(tenant: string, of: PurposeOfSet): Promise<SigningKey | undefined>;
  /** All that have a certificate, in the order of their use; the same object while nothing changes. */
  certified(tenant: string): Promise<readonly CertifiedKey[]>;
}

/** Milliseconds. */
const READ_EVERY = 1000;
const MOST_TENANTS = 10_000;

interface Read {
  /** Names and revisions of the documents. */
  readonly version: string;
  readonly keys: readonly CertifiedKey[];
}

const NOTHING: Read = { version: '', keys: [] };

export function createStoredSets(options: StoredSetsOptions): StoredSets {
  const { clock } = options;
  const before = new LRUCache<string, Read>({ max: MOST_TENANTS });
  const empty = new LRUCache<string, { readonly at: number }>({ max: MOST_TENANTS });

  const read = async (tenant: string): Promise<Read> => {
    const at = clock();
    const since = empty.get(tenant)?.at;
    if (since !== undefined && Math.abs(at - since) < READ_NO_SETS_EVERY) return NOTHING;
    const found = await readSets(options, tenant, before.get(tenant) ?? NOTHING);
    before.set(tenant, found);
    if (found.version === '') empty.set(tenant, { at });
    else empty.delete(tenant);
    return found;
  };
  const reads = createSharedReads({ read, clock, cacheFor: READ_EVERY, most: MOST_TENANTS });

  const certified = async (tenant: string): Promise<readonly CertifiedKey[]> => (await reads.of(tenant)).keys;
  return {
    certified,
    inUse: async (tenant, of) => {
      const found = keyInUse(await certified(tenant), of, clock());
      if (found !== undefined || of.set === DEFAULT_SET) return found;
      // Another replica may have just created it.
      empty.delete(tenant);
      reads.forget(tenant);
      return keyInUse(await certified(tenant), of, clock());
    },
  };
}

function keyInUse(keys: readonly CertifiedKey[], of: PurposeOfSet, now: number): SigningKey | undefined {
  return keys.findLast((one) => isOf(one, of) && usedFrom(one.document) <= now)?.key;
}

function isOf(one: PurposeOfSet, { set, purpose }: PurposeOfSet): boolean {
  return one.set === set && one.purpose === purpose;
}

/** Reads the keys, and erases private keys that are obsolete. @param before the last read of the tenant */
async function readSets(options: StoredSetsOptions, tenant: string, before: Read): Promise<Read> {
  const documents = (await allGenerations(options.store, tenant, 'set')).toReversed();
  const version = documents.map(({ id, rev }) => `${id}:${rev}`).join(' ');
  if (version === before.version && !isErasureDue(documents, options.clock())) return before;
  const own = ofTenant(options.store, tenant);
  const bare: CertifiedKey[] = [];
  for (const stored of inOrderOfUse(documents)) {
    const document = erasePrivateKey(stored, followerOf(stored, documents), options.clock());
    // If the revision has changed, another replica has erased it.
    if (document !== stored) await own.replace(keyDocuments, document);
    const { name: set, purpose } = memberOf(document);
    const known = before.keys.find((one) => one.document.id === document.id)?.key;
    const isErased = document.sealed === '' && document.heldBy === undefined;
    const key = isErased ? undefined : await signingKeyOf(options, document, known);
    bare.push({ set, purpose, document, key });
  }
  return { version, keys: bare.map((one) => withOthers(one, bare)) };
}

/** Those with a certificate, in the order of their use. */
export function inOrderOfUse(documents: readonly KeyDocument[]): readonly KeyDocument[] {
  const certified = documents.filter(({ certificate }) => certificate !== undefined);
  return certified.toSorted((one, two) => usedFrom(one) - usedFrom(two) || one.generation - two.generation);
}

/** The key that replaces it in its set. */
function followerOf(document: KeyDocument, documents: readonly KeyDocument[]): KeyDocument | undefined {
  const { name, purpose } = memberOf(document);
  const same = inOrderOfUse(documents).filter(({ set }) => set?.name === name && set.purpose === purpose);
  return same[same.indexOf(document) + 1];
}

function isErasureDue(documents: readonly KeyDocument[], now: number): boolean {
  return inOrderOfUse(documents).some((one) => erasePrivateKey(one, followerOf(one, documents), now) !== one);
}

/** @throws Error for a document with a purpose other than `set` */
export function memberOf({ id, set }: Pick<KeyDocument, 'id' | 'set'>): NonNullable<KeyDocument['set']> {
  if (set === undefined) throw new Error(`Key ${id} does not belong to a set`);
  return set;
}

async function signingKeyOf(
  options: StoredSetsOptions,
  document: KeyDocument,
  known: SigningKey | undefined,
): Promise<SigningKey> {
  const chain = pemCertificates(document.certificate ?? '');
  const [leaf] = chain;
  if (leaf === undefined) throw new Error(`Key ${document.id} has no certificate`);
  const publicJwk = publicJwkOf(leaf.publicKey);
  const kid = jwkThumbprint(publicJwk);
  if (kid !== document.kid) throw new Error(`The certificate of key ${document.id} is for another key`);
  const sign = known?.sign ?? (await signWith(options, document));
  return { kid, alg: 'ES256', sign, publicJwk, x5c: chain.map(x5cElement), notAfter: notAfter(leaf) };
}

/**
 * A request created with another key of the set can be finished, and a replica whose clock is ahead may already use the
 * next one.
 */
function withOthers(one: CertifiedKey, all: readonly CertifiedKey[]): CertifiedKey {
  if (one.key === undefined) return one;
  const others = all.flatMap((other) =>
    other !== one && other.key !== undefined && isOf(other, one) ? [other.key] : [],
  );
  return { ...one, key: { ...one.key, others } };
}
