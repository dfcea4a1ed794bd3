/**
 * A tenant's keys that wallets encrypt requests to (OpenID4VCI 1.0, 10). A generation is published before it becomes
 * the current one, so that each replica has it by then. Its private key is kept for wallets with older metadata, then
 * erased. Generations are inserted if absent: all replicas use the stored generation.
 */
import { type AgreementJwk, generateAgreementJwk } from '@countersign/shared/crypto/generate-key';
import { jwkThumbprint } from '@countersign/shared/crypto/jwk';
import type { PublishedEncryptionKey } from '@countersign/shared/crypto/keys';
import type { Clock } from '@countersign/shared/kernel/clock';
import { parseJson } from '@countersign/shared/kernel/json';
import type { Log } from '@countersign/shared/kernel/log';
import type { Vaults } from '@countersign/shared/keys/vault';
import { type KeyDocument, keyDocuments } from '@countersign/shared/model/keys/key-documents';
import { isKeyObsolete, nextGeneration, usedFrom } from '@countersign/shared/model/keys/key-states';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { Store } from '@countersign/shared/store/port';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ROTATE_AFTER = 30 * 24 * HOUR;
const READ_EVERY = MINUTE;
/** The shortest time between two reads that unknown key ids cause. */
const READ_AGAIN_AFTER = 1000;
/** More generations than operators can need in KEEP. */
const MAX_GENERATIONS = 50;

export interface EncryptionKeys {
  /** The current key first, then its successor. The first key is generated at first use. */
  published(tenant: string): Promise<readonly PublishedEncryptionKey[]>;
  /**
   * The private key with that id, including a key that was replaced less than 48 hours ago; undefined for any other id.
   */
  find(tenant: string, kid: string): Promise<Pick<AgreementJwk, 'd'> | undefined>;
}

export interface EncryptionKeysOptions {
  readonly store: Store;
  readonly vaults: Vaults;
  readonly clock: Clock;
  readonly log: Log;
}

interface Generation {
  readonly document: KeyDocument;
  readonly key: AgreementJwk;
  readonly kid: string;
}

interface CachedKeys {
  readonly readAt: number;
  /** Oldest first. */
  readonly generations: readonly Generation[];
}

export function createEncryptionKeys(options: EncryptionKeysOptions): EncryptionKeys {
  const cached = new Map<string, Promise<CachedKeys>>();

  /** The keys as read at most `age` milliseconds ago. Concurrent callers share one read. */
  const keysOf = async (tenant: string, age: number): Promise<CachedKeys> => {
    const known = cached.get(tenant);
    if (known !== undefined && options.clock() - (await known).readAt < age) return known;
    const present = cached.get(tenant);
    if (present !== undefined && present !== known) return present;
    const reading = readKeys(options, tenant);
    cached.set(tenant, reading);
    reading.catch(() => cached.delete(tenant));
    return reading;
  };

  return {
    published: async (tenant) => {
      const { generations } = await keysOf(tenant, READ_EVERY);
      const now = options.clock();
      const present = generations.findLastIndex(({ document }) => usedFrom(document) <= now);
      return generations.slice(Math.max(0, present)).map(published);
    },
    find: async (tenant, kid) => {
      const inTime = ({ generations }: CachedKeys) =>
        generations.find(
          (one, index) => one.kid === kid && !isKeyObsolete(generations[index + 1]?.document, options.clock()),
        );
      // Another replica may have published it meanwhile.
      const found = inTime(await keysOf(tenant, READ_EVERY)) ?? inTime(await keysOf(tenant, READ_AGAIN_AFTER));
      return found?.key;
    },
  };
}

/**
 * Adds the generation that follows; without effect while one is published that is not in use yet.
 * @returns the milliseconds from which it is used
 */
export async function rotateEncryptionKey(options: EncryptionKeysOptions, tenant: string): Promise<number> {
  return usedFrom(await addEncryptionKey(options, tenant));
}

/** The same. @returns the generation that is not in use yet */
export async function addEncryptionKey(options: EncryptionKeysOptions, tenant: string): Promise<KeyDocument> {
  for (;;) {
    const last = (await documentsOf(options, tenant)).at(-1);
    const next = nextGeneration(last, options.clock());
    const added = next === undefined ? last : await insertGeneration(options, tenant, last);
    if (added !== undefined) return added;
  }
}

/** Reads the generations, adds the next if it is due, and erases obsolete ones. */
async function readKeys(options: EncryptionKeysOptions, tenant: string): Promise<CachedKeys> {
  const readAt = options.clock();
  let documents = await documentsOf(options, tenant);
  const last = documents.at(-1);
  if (last === undefined || usedFrom(last) + ROTATE_AFTER <= readAt) {
    // If another replica was first, reads its generation.
    await insertGeneration(options, tenant, last);
    documents = await documentsOf(options, tenant);
  }
  const kept = documents.filter((_, index) => !isKeyObsolete(documents[index + 1], readAt));
  const own = ofTenant(options.store, tenant);
  for (const document of documents) if (!kept.includes(document)) await own.delete(keyDocuments, document);
  const vault = await options.vaults.of(tenant);
  const generations = kept.map((document) => {
    const key = parseJson(vault.open(document.sealed, contextOf(document.id))) as unknown as AgreementJwk;
    return { document, key, kid: jwkThumbprint(key) };
  });
  return { readAt, generations };
}

/** Oldest first. */
async function documentsOf({ store }: EncryptionKeysOptions, tenant: string): Promise<readonly KeyDocument[]> {
  const query = { index: 'purpose', equal: ['encryption'], order: 'descending', limit: MAX_GENERATIONS } as const;
  return (await ofTenant(store, tenant).find(keyDocuments, query)).documents.toReversed();
}

/** @returns undefined if another replica has inserted it */
async function insertGeneration(
  { store, vaults, clock, log }: EncryptionKeysOptions,
  tenant: string,
  last: KeyDocument | undefined,
): Promise<KeyDocument | undefined> {
  const now = clock();
  const next = nextGeneration(last, now);
  if (next === undefined) return undefined;
  const { generation } = next;
  const id = `${tenant}/encryption/${generation}`;
  const key = generateAgreementJwk();
  const inserted = await ofTenant(store, tenant).insert(keyDocuments, {
    id,
    tenant,
    purpose: 'encryption',
    generation,
    createdAt: now,
    sealed: (await vaults.of(tenant)).seal(JSON.stringify(key), contextOf(id)),
    kid: jwkThumbprint(key),
    usedFrom: next.usedFrom,
  });
  if (inserted !== undefined) log.info('Encryption key created', { tenant, detail: `generation ${generation}` });
  return inserted;
}

function published({ key: { kty, crv, x, y }, kid }: Generation): PublishedEncryptionKey {
  return { kty, crv, x, y, kid, use: 'enc', alg: 'ECDH-ES' };
}

function contextOf(id: string): string {
  return `key/${id}`;
}
