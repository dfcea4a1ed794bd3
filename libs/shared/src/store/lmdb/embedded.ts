/**
 * The embedded store: lmdb. Several processes on one host may open the same folder.
 * One environment; each document is one key (JSON text), each index entry one key of the same transaction:
 *   [collection, 'd', id]                       -> the document
 *   [collection, 'i', index, ...values, id]     -> id
 *   [collection, 'i', index, ...values]         -> id, if the index is unique
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { open, type RootDatabase } from 'lmdb';
import { makeFolder } from '../../kernel/make-folder.ts';
import { unavailable } from '../../kernel/unavailable.ts';
import {
  type Again,
  type Collection,
  type CollectionLayout,
  type DocumentPage,
  type FindQuery,
  MAX_ID_LENGTH,
  type Store,
  type StoredDocument,
} from '../port.ts';
import { freeBytes, spaceCheck } from './disk-space.ts';
import { CollectionKeys, type Entry, readCursor } from './entries.ts';
import { encodeKey } from './index-key.ts';
import { refuseDamagedStore } from './store-damage.ts';
import { restrictToOwner } from './store-files.ts';

/**
 * Opens the store in `<folder>/store`, and creates it if it is missing.
 * @throws Error if the folder can't be written, or the store in it is damaged
 */
export async function openEmbeddedStore(options: {
  readonly folder: string;
  /** Throws ProtocolError `temporarily_unavailable` if the disk has no space for a write. */
  readonly requireSpace?: () => void;
}): Promise<Store> {
  const path = join(options.folder, 'store');
  makeFolder(path);
  refuseDamagedStore(path);
  const database = open<string, Buffer>({
    path,
    encoding: 'string',
    keyEncoding: 'binary',
    cache: false,
    // A commit is visible, to this process and to others, only when it is synced to the disk.
    overlappingSync: false,
    // lmdb has a promise for the writes of each turn of the event loop that nobody handles. If a commit failed, because
    // the disk was full, its rejection would end the process.
    eventTurnBatching: false,
  });
  restrictToOwner(path);
  return new EmbeddedStore(database, options.requireSpace ?? spaceCheck(() => freeBytes(path)));
}

/**
 * Copies a consistent snapshot of the store of a data folder into `<target>/store`, even while a server writes to it. A
 * plain copy of the file during a write may mix pages of two commits, and is not a valid store.
 * @param target a folder without a store
 * @throws Error if there is no store to copy, or one in the target
 */
export async function backupEmbeddedStore(folder: string, target: string): Promise<void> {
  const [from, to] = [join(folder, 'store'), join(target, 'store')];
  if (!existsSync(from)) throw new Error(`There is no store in ${folder}`);
  if (existsSync(to)) throw new Error(`There is a store in ${target} already`);
  refuseDamagedStore(from);
  makeFolder(to);
  const database = open<string, Buffer>({ path: from, encoding: 'string', keyEncoding: 'binary', readOnly: true });
  try {
    await database.backup(to, false);
    restrictToOwner(to);
  } finally {
    await database.close();
  }
}

class EmbeddedStore implements Store {
  readonly #database: RootDatabase<string, Buffer>;
  readonly #keys = new WeakMap<CollectionLayout, CollectionKeys>();
  readonly #writing = new Set<Promise<boolean>>();
  /** Deletions need none: they make room. */
  readonly #requireSpace: () => void;
  #closing: Promise<void> | undefined;

  constructor(database: RootDatabase<string, Buffer>, requireSpace: () => void) {
    this.#database = database;
    this.#requireSpace = requireSpace;
  }

  async insert<T extends StoredDocument>(collection: Collection<T>, document: Omit<T, 'rev'>): Promise<T | undefined> {
    this.#requireSpace();
    const { text, stored } = prepare(document as unknown as StoredDocument, 1);
    const keys = this.#keysOf(collection);
    const [key, entries] = [keys.documentKey(stored.id), [...keys.entriesOf(stored).values()]];
    const done = await this.#write(() => {
      if (this.#database.doesExist(key) || !this.#areFree(entries)) return false;
      this.#database.put(key, text);
      for (const entry of entries) this.#database.put(entry.key, stored.id);
      return true;
    });
    return done ? (stored as T) : undefined;
  }

  async get<T extends StoredDocument>(collection: Collection<T>, id: string): Promise<T | undefined> {
    const text = this.#fresh().get(this.#keysOf(collection).documentKey(id));
    return text === undefined ? undefined : (JSON.parse(text) as T);
  }

  async replace<T extends StoredDocument>(
    collection: Collection<T>,
    document: T,
    again?: Again<T>,
  ): Promise<T | undefined> {
    this.#requireSpace();
    let { text, stored } = prepare(document, document.rev + 1);
    const keys = this.#keysOf(collection);
    const key = keys.documentKey(stored.id);
    const done = await this.#write(() => {
      const before = this.#present(key);
      if (before === undefined) return false;
      if (before.rev !== document.rev) {
        const other = again?.(before as T);
        if (other === undefined) return false;
        ({ text, stored } = prepare(other, before.rev + 1));
      }
      const [old, entries] = [keys.entriesOf(before), keys.entriesOf(stored)];
      const added: Entry[] = [];
      for (const [name, entry] of entries) if (!old.delete(name)) added.push(entry);
      if (!this.#areFree(added)) return false;
      for (const entry of old.values()) this.#database.remove(entry.key);
      for (const entry of added) this.#database.put(entry.key, stored.id);
      this.#database.put(key, text);
      return true;
    });
    return done ? (stored as T) : undefined;
  }

  async delete<T extends StoredDocument>(collection: Collection<T>, document: StoredDocument): Promise<boolean> {
    const keys = this.#keysOf(collection);
    const key = keys.documentKey(document.id);
    const { rev } = document;
    return this.#write(() => {
      const before = this.#present(key);
      if (before?.rev !== rev) return false;
      for (const entry of keys.entriesOf(before).values()) this.#database.remove(entry.key);
      this.#database.remove(key);
      return true;
    });
  }

  async find<T extends StoredDocument>(collection: Collection<T>, query: FindQuery): Promise<DocumentPage<T>> {
    const keys = this.#keysOf(collection);
    const point = keys.pointOf(query);
    if (point !== undefined) return this.#findOne(collection, point);
    const { start, end, prefix } = keys.rangeOf(query);
    const reverse = query.order === 'descending';
    const after = query.after === undefined ? undefined : readCursor(query.after, prefix, start, end);
    const database = this.#fresh();
    // One snapshot for the index and the documents, so that they agree.
    const transaction = database.useReadTransaction();
    try {
      const range = database.getRange({
        // The end is exclusive in both directions, the start inclusive, and no key is as short as a bound.
        start: after ?? (reverse ? end : start),
        end: reverse ? start : end,
        exclusiveStart: after !== undefined,
        reverse,
        limit: query.limit + 1,
        transaction,
      });
      const hits = [...range].map((entry) => ({ key: Buffer.from(entry.key), id: entry.value }));
      const page = hits.slice(0, query.limit);
      const documents = page.map(({ id }) => {
        const text = database.get(keys.documentKey(id), { transaction });
        if (text === undefined)
          throw new Error(`An entry of the index ${collection.name}.${query.index} has no document`);
        return JSON.parse(text) as T;
      });
      const last = page.at(-1);
      if (hits.length <= query.limit || last === undefined) return { documents };
      return { documents, next: last.key.subarray(prefix.length).toString('base64url') };
    } finally {
      transaction.done();
    }
  }

  /** Looks up a complete key of a unique index, which is cheaper than a range. Most sessions are found this way. */
  #findOne<T extends StoredDocument>(collection: Collection<T>, key: Buffer): DocumentPage<T> {
    const database = this.#fresh();
    const id = database.get(key);
    if (id === undefined) return { documents: [] };
    // Read from the same snapshot as the entry.
    const text = database.get(this.#keysOf(collection).documentKey(id));
    if (text === undefined) throw new Error(`An entry of a unique index of ${collection.name} has no document`);
    return { documents: [JSON.parse(text) as T] };
  }

  async ping(): Promise<void> {
    this.#fresh().doesExist(encodeKey(['ping']));
  }

  async close(): Promise<void> {
    this.#closing ??= this.#end();
    await this.#closing;
  }

  /** Waits for the queued writes: lmdb would refuse them after the close. */
  async #end(): Promise<void> {
    await Promise.allSettled(this.#writing);
    await this.#database.close();
  }

  #keysOf(collection: CollectionLayout): CollectionKeys {
    const known = this.#keys.get(collection) ?? new CollectionKeys(collection);
    if (!this.#keys.has(collection)) this.#keys.set(collection, known);
    return known;
  }

  /** The database, read from its newest commit, even if another process wrote it. */
  #fresh(): RootDatabase<string, Buffer> {
    this.#refuseWhenClosed();
    this.#database.resetReadTxn();
    return this.#database;
  }

  /** lmdb reads freed memory when it is used after its close. */
  #refuseWhenClosed(): void {
    if (this.#closing !== undefined) throw unavailable('database', new Error('The store is closed'));
  }

  /** Within a write: the stored document. */
  #present(key: Buffer): StoredDocument | undefined {
    const text = this.#database.get(key);
    return text === undefined ? undefined : (JSON.parse(text) as StoredDocument);
  }

  /** Within a write: whether no unique value of these entries is taken. */
  #areFree(entries: readonly Entry[]): boolean {
    for (const { unique, key } of entries) if (unique && this.#database.doesExist(key)) return false;
    return true;
  }

  /**
   * Runs `action` exclusively among all processes, and resolves when its writes are on the disk. Concurrent actions
   * share one commit. `action` must read first and write afterwards, because lmdb keeps writes that precede a throw.
   */
  async #write(action: () => boolean): Promise<boolean> {
    this.#refuseWhenClosed();
    const writing = this.#database.transaction(action);
    this.#writing.add(writing);
    try {
      return await writing;
    } catch (error) {
      throw unavailable('database', await commitError(error));
    } finally {
      this.#writing.delete(writing);
    }
  }
}

/** The reason of a failed commit, which lmdb passes as a promise that rejects. */
async function commitError(error: unknown): Promise<unknown> {
  const reason: unknown = (error as { commitError?: unknown }).commitError;
  if (!(reason instanceof Promise)) return error;
  return reason.then(
    () => error,
    (cause: unknown) => cause,
  );
}

/** A document with that revision, in its stored form. */
function prepare(document: StoredDocument, rev: number): { readonly text: string; readonly stored: StoredDocument } {
  if (document.id.length > MAX_ID_LENGTH) throw new RangeError(`A document id has at most ${MAX_ID_LENGTH} characters`);
  const text = JSON.stringify({ ...document, rev });
  // Parsed from the text, so that it shares nothing with the caller's object and is indexed as stored.
  return { text, stored: JSON.parse(text) as StoredDocument };
}
