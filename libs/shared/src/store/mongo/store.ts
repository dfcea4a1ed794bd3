/**
 * The store in MongoDB. One document of a collection is one document there (`document.ts`). Every write changes one
 * document, acknowledged by the journals of a majority. Operations that start together share a command
 * (`shared-commands.ts`).
 */
import { type Db, MongoClient } from 'mongodb';
import type { Log } from '../../kernel/log.ts';
import { type Random, systemRandom } from '../../kernel/random.ts';
import { unavailable } from '../../kernel/unavailable.ts';
import { withTimeout } from '../../kernel/with-timeout.ts';
import type { EngineTls } from '../../settings/engine-tls.ts';
import { settingsTable } from '../../settings/table.ts';
import type { Collection, CollectionLayout, DocumentPage, FindQuery, Store, StoredDocument } from '../port.ts';
import { checkId, fromMongo, type MongoDocument, toMongo } from './document.ts';
import { type IndexProblem, indexProblemText } from './indexes.ts';
import { makeIndexes, problemsOf } from './make-indexes.ts';
import { badUrl, mongoOptions } from './options.ts';
import { createOutageLog, type OutageLog, outageOf } from './outage.ts';
import { cursorAfter, mongoQuery, uniqueValue } from './query.ts';
import { createSharedCommands, type MongoWrite, type SharedCommands } from './shared-commands.ts';
import { type Attempt, afterDelete, afterInsert, afterReplace, settleWrite, type UncertainWrite } from './write.ts';

export interface MongoStoreOptions {
  /** Connection string; may contain a password. */
  readonly url: string;
  /** Name of the database. */
  readonly database: string;
  readonly log: Log;
  readonly random?: Random;
  /** Time limit of an operation in milliseconds, including its retries. Default: MONGODB_TIMEOUT */
  readonly timeout?: number;
  /** Switches TLS on. */
  readonly tls?: EngineTls;
}

type Collections = readonly CollectionLayout[];

export interface MongoStore extends Store {
  /**
   * Creates missing indexes. Can be repeated, and run while services run.
   * @returns the created ones, as `<collection>.<index>`
   * @throws Error if one exists with another definition, or can't be created; `temporarily_unavailable`
   */
  ensureIndexes(collections: Collections): Promise<readonly string[]>;
  /** Missing or different indexes: a service is only ready once the list is empty (`indexProblemText`). */
  missingIndexes(collections: Collections): Promise<readonly IndexProblem[]>;
}

const TIMEOUT = Number(settingsTable.MONGODB_TIMEOUT.default);

/**
 * Creates the store. Connects at the first operation, so it returns immediately even if the server is unreachable;
 * `ping` checks the connection.
 * @throws Error if the URL is not a connection string
 */
export function openMongoStore(options: MongoStoreOptions): MongoStore {
  const timeout = options.timeout ?? TIMEOUT;
  const connect = (socketTimeout: number): MongoClient => {
    try {
      return new MongoClient(options.url, mongoOptions(options.url, timeout, socketTimeout, options.tls));
    } catch (error) {
      throw badUrl(error);
    }
  };
  return new MongoDbStore(connect, timeout, options);
}

class MongoDbStore implements MongoStore {
  readonly #connect: (socketTimeout: number) => MongoClient;
  readonly #client: MongoClient;
  readonly #database: Db;
  readonly #name: string;
  readonly #commands: SharedCommands;
  readonly #timeout: number;
  readonly #random: Random;
  readonly #outages: OutageLog;
  readonly #running = new Set<Promise<unknown>>();
  #connecting: Promise<void> | undefined;
  #connected = false;
  #closing: Promise<void> | undefined;

  constructor(connect: (socketTimeout: number) => MongoClient, timeout: number, options: MongoStoreOptions) {
    this.#connect = connect;
    this.#client = connect(timeout);
    this.#name = options.database;
    this.#database = this.#client.db(options.database);
    this.#commands = createSharedCommands(this.#client, options.database, timeout);
    this.#timeout = timeout;
    this.#random = options.random ?? systemRandom;
    this.#outages = createOutageLog(options.log, options.database);
  }

  async insert<T extends StoredDocument>(collection: Collection<T>, document: Omit<T, 'rev'>): Promise<T | undefined> {
    const { kept, stored } = toMongo(collection, document as unknown as StoredDocument, 1, this.#nonce());
    const done = await this.#write({ collection: collection.name, insert: kept }, stored.id, afterInsert(kept.write));
    return done ? (stored as T) : undefined;
  }

  async get<T extends StoredDocument>(collection: Collection<T>, id: string): Promise<T | undefined> {
    checkId(id);
    const kept = await this.#run(() => this.#commands.lookUp(collection.name, '_id', id));
    return kept === null ? undefined : fromMongo<T>(kept);
  }

  async replace<T extends StoredDocument>(collection: Collection<T>, document: T): Promise<T | undefined> {
    const { kept, stored } = toMongo(collection, document, document.rev + 1, this.#nonce());
    const { rev } = document;
    const write = { collection: collection.name, replace: { _id: stored.id, rev }, by: kept };
    const done = await this.#write(write, stored.id, afterReplace(kept.write, rev));
    return done ? (stored as T) : undefined;
  }

  async delete<T extends StoredDocument>(collection: Collection<T>, document: StoredDocument): Promise<boolean> {
    const { id, rev } = document;
    checkId(id);
    return this.#write({ collection: collection.name, delete: { _id: id, rev } }, id, afterDelete(rev));
  }

  async find<T extends StoredDocument>(collection: Collection<T>, query: FindQuery): Promise<DocumentPage<T>> {
    const wanted = mongoQuery(collection, query);
    const { limit } = query;
    const named = uniqueValue(collection, query);
    if (named !== undefined) {
      const kept = await this.#run(() => this.#commands.lookUp(collection.name, ...named));
      return { documents: kept === null ? [] : [fromMongo<T>(kept)] };
    }
    // One more than the page, to know whether there is more.
    const hits = await this.#run(() => this.#commands.find(collection.name, { ...wanted, limit: limit + 1 }));
    const documents = hits.slice(0, limit).map((kept) => fromMongo<T>(kept));
    const last = hits[limit - 1];
    if (hits.length <= limit || last === undefined) return { documents };
    return { documents, next: cursorAfter(collection, query, last) };
  }

  async ping(): Promise<void> {
    await this.#run(() => this.#database.command({ ping: 1 }));
  }

  async ensureIndexes(collections: Collections): Promise<readonly string[]> {
    const problems = await this.missingIndexes(collections);
    if (problems.some(({ problem }) => problem === 'different')) {
      throw new Error(`The indexes in MongoDB cannot be created: ${indexProblemText(problems)}`);
    }
    // Building an index of a large collection may take long, so it uses a separate client without a socket timeout.
    const client = this.#connect(0);
    try {
      return await this.#guarded(() => makeIndexes(client.db(this.#name), collections, problems));
    } finally {
      await client.close();
    }
  }

  async missingIndexes(collections: Collections): Promise<readonly IndexProblem[]> {
    return this.#run(async () => (await Promise.all(collections.map((one) => problemsOf(this.#database, one)))).flat());
  }

  async close(): Promise<void> {
    this.#closing ??= this.#end();
    await this.#closing;
  }

  /** Waits for running operations: the driver's close would abort them. */
  async #end(): Promise<void> {
    await Promise.allSettled(this.#running);
    await this.#client.close();
  }

  #nonce(): string {
    return this.#random(12).toString('base64url');
  }

  async #write(write: MongoWrite, id: string, verdict: UncertainWrite['verdict']): Promise<boolean> {
    const readStored = (): Promise<MongoDocument | null> => this.#commands.lookUp(write.collection, '_id', id);
    return this.#run((givenUp) => {
      const attempt = (): Promise<Attempt> => this.#commands.write(write, givenUp);
      return settleWrite({ attempt, readStored, verdict, givenUp });
    });
  }

  /** Runs an operation within the timeout. */
  async #run<R>(operation: (givenUp: () => boolean) => Promise<R>): Promise<R> {
    let late = false;
    const giveUp = (): Error => {
      late = true;
      return Object.assign(new Error('No response in time'), { name: 'TimeoutError' });
    };
    const run = async (): Promise<R> => {
      if (!this.#connected) await this.#firstConnection();
      if (late) throw new Error('Given up');
      return operation(() => late);
    };
    return this.#guarded(() => withTimeout(run(), this.#timeout, giveUp));
  }

  /**
   * Connects explicitly, because the driver only reconnects after a first success. After a failed first connection it
   * never retries.
   */
  async #firstConnection(): Promise<void> {
    const connect = async (): Promise<void> => {
      try {
        await this.#client.connect();
        this.#connected = true;
      } finally {
        this.#connecting = undefined;
      }
    };
    this.#connecting ??= connect();
    await this.#connecting;
  }

  async #guarded<R>(operation: () => Promise<R>): Promise<R> {
    if (this.#closing !== undefined) throw unavailable('database', new Error('The store is closed'));
    const began = this.#outages.began();
    const running = operation();
    this.#running.add(running);
    try {
      const result = await running;
      this.#outages.ended(began);
      return result;
    } catch (error) {
      const outage = outageOf(error);
      if (outage === undefined) throw error;
      this.#outages.failed(outage, error);
      throw unavailable('database', error);
    } finally {
      this.#running.delete(running);
    }
  }
}
