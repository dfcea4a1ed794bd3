/**
 * The generations of signing keys, as cached by this replica. They are read again in the background after a minute, and
 * before their next use after three. A key that another replica has added is known here long before it signs.
 */
import { X509Certificate } from 'node:crypto';
import { jwkThumbprint, publicJwkOf } from '../crypto/jwk.ts';
import type { GeneratedKeyPurpose, SigningKey } from '../crypto/keys.ts';
import { isIssuedBy, notAfter, x5cElement } from '../crypto/x509.ts';
import { errorFields } from '../kernel/log-error.ts';
import { type KeyDocument, keyDocuments } from '../model/keys/key-documents.ts';
import {
  erasePrivateKey,
  type KeyState,
  keyStatesAt,
  LEAD,
  type NextGeneration,
  nextGeneration,
  READ_AT_LEAST_EVERY,
} from '../model/keys/key-states.ts';
import { ofTenant } from '../store/of-tenant.ts';
import { certificateOf } from './certificate-of.ts';
import { allGenerations, type GeneratedKeysOptions, makeLeaf, signWith } from './generated-keys.ts';
import { authorityFor, namesOtherHost, namesOtherIssuer, renewBefore } from './key-certificates.ts';

const MINUTE = 60_000;
const READ_EVERY = MINUTE;

/** A generation, with its signing key, which is undefined if its private key was erased. */
export interface Generation {
  readonly document: KeyDocument;
  readonly key: SigningKey | undefined;
}

/** A generation in its state at a time. */
export type GenerationNow = Generation & { readonly state: KeyState };

export interface Purpose {
  readonly tenant: string;
  readonly purpose: GeneratedKeyPurpose;
}

export interface Generations {
  /**
   * Oldest first. Creates the first one, and one that is due. @param how `older`: if the store is unavailable, use the
   * previous read
   */
  cached(purpose: Purpose, how?: 'older'): Promise<CachedGenerations>;
  /** The same, in their states. */
  of(purpose: Purpose, how?: 'older'): Promise<readonly GenerationNow[]>;
  /** Adds the next generation; without effect while one is waiting to be used. @returns the next generation */
  rotate(purpose: Purpose): Promise<KeyDocument>;
  /** Reads the store before the next use. */
  forget(purpose: Purpose): void;
}

export interface CachedGenerations {
  readonly generations: readonly Generation[];
  /** The generations' documents. */
  readonly documents: readonly KeyDocument[];
}

interface Cached extends CachedGenerations {
  readonly readAt: number;
}

/** Creates the access of one replica. */
export function createGenerations(options: GeneratedKeysOptions): Generations {
  const { clock, log } = options;
  const cached = new Map<string, Cached>();
  const reading = new Map<string, Promise<Cached>>();

  /** Concurrent callers share one read. */
  const read = (of: Purpose): Promise<Cached> => {
    const name = `${of.tenant}/${of.purpose}`;
    const running = reading.get(name) ?? readGenerations(options, of, cached.get(name));
    if (reading.get(name) === undefined) {
      reading.set(name, running);
      running
        .then((result) => cached.set(name, result))
        .catch((error: unknown) => log.warn('Keys not read again', { tenant: of.tenant, ...errorFields(error) }))
        .finally(() => reading.delete(name));
    }
    return running;
  };

  const current = async (of: Purpose, how?: 'older'): Promise<Cached> => {
    const known = cached.get(`${of.tenant}/${of.purpose}`);
    if (known === undefined) return read(of);
    const age = Math.abs(clock() - known.readAt);
    if (age < READ_EVERY) return known;
    const again = read(of);
    if (age >= READ_AT_LEAST_EVERY) return how === 'older' ? again.catch(() => known) : again;
    return known;
  };

  const forget = ({ tenant, purpose }: Purpose): void => {
    const known = cached.get(`${tenant}/${purpose}`);
    if (known !== undefined) cached.set(`${tenant}/${purpose}`, { ...known, readAt: Number.NEGATIVE_INFINITY });
  };

  return {
    forget,
    cached: current,
    of: async (of, how) => {
      const { generations, documents } = await current(of, how);
      const states = keyStatesAt(documents, clock());
      return generations.map((one, index) => ({ ...one, state: states[index] ?? 'active' }));
    },
    rotate: async (of) => {
      await current(of);
      for (;;) {
        const [last] = await allGenerations(options.store, of.tenant, of.purpose);
        const next = nextGeneration(last, clock());
        const added = next === undefined ? last : await insert(options, of, next);
        if (added === undefined) continue;
        forget(of);
        return added;
      }
    },
  };
}

/** Reads the generations, adds one if it is due, and erases obsolete private keys. */
async function readGenerations(
  options: GeneratedKeysOptions,
  of: Purpose,
  before: Cached | undefined,
): Promise<Cached> {
  const { store, clock } = options;
  const readAt = clock();
  let documents = await oldestFirst(options, of);
  for (let due = dueGeneration(options, of, documents.at(-1)); due !== undefined; ) {
    await addDue(options, of, due, documents);
    documents = await oldestFirst(options, of);
    due =
      documents.at(-1)?.generation === due.generation - 1 ? undefined : dueGeneration(options, of, documents.at(-1));
  }
  const authorities = await allGenerations(store, of.tenant, authorityFor(of.purpose));
  const own = ofTenant(store, of.tenant);
  const generations: Generation[] = [];
  for (const [index, stored] of documents.entries()) {
    const document = erasePrivateKey(stored, documents[index + 1], readAt);
    // If the revision has changed, a different replica has erased it.
    if (document !== stored) await own.replace(keyDocuments, document);
    const known = before?.generations.find((one) => one.document.id === stored.id && one.document.kid === stored.kid);
    const erased = document.sealed === '' && document.heldBy === undefined;
    const key = erased ? undefined : (known?.key ?? (await signingKeyOf(options, document, authorities)));
    generations.push({ document, key });
  }
  return { readAt, generations, documents: generations.map(({ document }) => document) };
}

async function oldestFirst(
  { store }: GeneratedKeysOptions,
  { tenant, purpose }: Purpose,
): Promise<readonly KeyDocument[]> {
  return (await allGenerations(store, tenant, purpose)).toReversed();
}

/** The generation to add; undefined while the last one is good for some time. */
function dueGeneration(
  options: GeneratedKeysOptions,
  { purpose }: Purpose,
  last: KeyDocument | undefined,
): NextGeneration | undefined {
  const now = options.clock();
  if (last === undefined) return nextGeneration(last, now);
  const left = (last.notAfter ?? 0) - now;
  const unusable = left <= LEAD || namesOtherHost(options, last);
  // Not immediately: while a changed tenant.json reaches the replicas one by one, they would replace each other's keys.
  const isDue = unusable || left <= renewBefore(purpose) || namesOtherIssuer(options, last);
  return isDue ? nextGeneration(last, now, unusable) : undefined;
}

/** An unavailable signer must not stop the key that signs now. */
async function addDue(
  options: GeneratedKeysOptions,
  of: Purpose,
  due: NextGeneration,
  present: readonly KeyDocument[],
): Promise<void> {
  try {
    await insert(options, of, due);
  } catch (error) {
    if (present.length === 0) throw error;
    options.log.error('The next signing key cannot be created', { tenant: of.tenant, ...errorFields(error) });
  }
}

/** @returns undefined if another replica has inserted it */
async function insert(
  options: GeneratedKeysOptions,
  of: Purpose,
  next: NextGeneration,
): Promise<KeyDocument | undefined> {
  const document = await makeLeaf(options, of, next);
  const inserted = await ofTenant(options.store, of.tenant).insert(keyDocuments, document);
  if (inserted !== undefined) {
    options.log.info('Signing key created', {
      tenant: of.tenant,
      detail: `${of.purpose}, generation ${next.generation}`,
    });
  }
  return inserted;
}

async function signingKeyOf(
  options: GeneratedKeysOptions,
  document: KeyDocument,
  authorities: readonly KeyDocument[],
): Promise<SigningKey> {
  const leaf = certificateOf(document);
  const anchor = authorities.find((authority) => isIssuedBy(leaf, certificateOf(authority)))?.certificate;
  if (anchor === undefined) throw new Error(`The CA of key ${document.id} is missing in the store`);
  const publicJwk = publicJwkOf(leaf.publicKey);
  const kid = jwkThumbprint(publicJwk);
  if (kid !== document.kid) throw new Error(`The certificate of key ${document.id} is for another key`);
  const sign = await signWith(options, document);
  return { kid, alg: 'ES256', sign, publicJwk, x5c: [x5cElement(leaf)], anchor, notAfter: notAfter(leaf) };
}

/** The leaf of a key. */
export function leafOf({ x5c: [leaf = ''] }: SigningKey): X509Certificate {
  return new X509Certificate(Buffer.from(leaf, 'base64'));
}
