/**
 * Operations that start together share a command, because a command costs the client several times as much as a
 * document in it. Reads by a unique field become one `find` in their collection, and writes to any collection one
 * `bulkWrite`, which returns the outcome of each.
 */
import type { IndexValue } from '../port.ts';
import { createBatches } from './batches.ts';
import type { MongoDocument } from './document.ts';
import { isDuplicate, isNoCommand, outageOf } from './outage.ts';
import type { Condition } from './query.ts';
import type { Attempt } from './write.ts';

export type MongoWrite = { readonly collection: string } & (
  | { readonly insert: MongoDocument }
  | { readonly replace: Revision; readonly by: MongoDocument }
  | { readonly delete: Revision }
);

type Revision = Readonly<Pick<MongoDocument, '_id' | 'rev'>>;

export interface SharedCommands {
  /** The document with this value in a unique field, or null. */
  lookUp(collection: string, field: string, value: IndexValue): Promise<MongoDocument | null>;
  /**
   * @param givenUp true once the caller no longer waits: a write that still waits is not sent then
   * @throws an error that a retry would repeat
   */
  write(write: MongoWrite, givenUp: () => boolean): Promise<Attempt>;
  find(collection: string, query: FindCommand): Promise<readonly MongoDocument[]>;
}

export interface FindCommand {
  readonly filter: Condition;
  readonly sort?: Readonly<Record<string, 1 | -1>>;
  readonly hint?: string;
  readonly limit: number;
}

/** The part of the driver's `Db` that is used here. */
interface Db {
  command(command: Readonly<Record<string, unknown>>): Promise<Answer>;
  runCursorCommand(command: Readonly<Record<string, unknown>>): { toArray(): Promise<unknown[]> };
}

interface Answer extends WriteResult {
  readonly writeErrors?: readonly WriteResult[];
  readonly cursor?: { readonly id: unknown; readonly firstBatch: readonly unknown[] };
}

/** `failed`: an error that a retry would repeat. */
type Outcome = Attempt | { readonly failed: unknown };

interface WaitingWrite {
  readonly write: MongoWrite;
  readonly givenUp: () => boolean;
}

const NOT_SENT: Outcome = { lost: new Error('Abandoned before it was sent') };

/** The outcome of one write in the server's response. */
interface WriteResult {
  readonly n?: number;
  readonly code?: number;
  readonly errmsg?: string;
}

/** Milliseconds that an operation waits for the command under way at most: a connection may hang. */
const PATIENCE = 10;
const READS = { most: 100, patience: PATIENCE, atOnce: 8 };
const WRITES = { most: 50, patience: PATIENCE, atOnce: 8 };
/** Characters of a document that is sent separately. Others don't wait for it, and a message has a size limit. */
const LARGE = 100_000;

/** @param wait milliseconds that the server waits for a majority at most */
export function createSharedCommands(client: { db(name: string): Db }, database: string, wait: number): SharedCommands {
  const db = client.db(database);
  const concern = { writeConcern: { w: 'majority', j: true, wtimeout: wait } } as const;
  const lookUps = new Map<string, (value: IndexValue) => Promise<MongoDocument | null>>();
  const lookUpsOf = (collection: string, field: string) => {
    const key = `${collection} ${field}`;
    const known = lookUps.get(key);
    if (known !== undefined) return known;
    const made = createBatches({
      ...READS,
      run: (values: readonly IndexValue[]) => lookUp(db, collection, field, values),
    });
    lookUps.set(key, made);
    return made;
  };
  const bulk = createBulkWrites(client.db('admin'), database, concern);
  const alone = (write: MongoWrite): Promise<Outcome> => single(db, write, concern);
  const send = async (writes: readonly MongoWrite[]): Promise<readonly Outcome[]> => {
    const outcomes = writes.length > 1 ? await bulk(writes) : undefined;
    return outcomes ?? Promise.all(writes.map(alone));
  };
  const together = createBatches<WaitingWrite, Outcome>({
    ...WRITES,
    run: async (waiting) => {
      const sent = waiting.filter(({ givenUp }) => !givenUp());
      const outcomes = await send(sent.map(({ write }) => write));
      return waiting.map((one) => outcomes[sent.indexOf(one)] ?? NOT_SENT);
    },
  });
  return {
    lookUp: (collection, field, value) => lookUpsOf(collection, field)(value),
    write: async (write, givenUp) => {
      const outcome = await (isLarge(write) ? alone(write) : together({ write, givenUp }));
      if (typeof outcome === 'object' && 'failed' in outcome) throw outcome.failed;
      return outcome;
    },
    find: (collection, query) => find(db, collection, query),
  };
}

function isLarge(write: MongoWrite): boolean {
  const document = 'insert' in write ? write.insert : 'replace' in write ? write.by : undefined;
  return (document?.document.length ?? 0) > LARGE;
}

async function lookUp(
  db: Db,
  collection: string,
  field: string,
  values: readonly IndexValue[],
): Promise<readonly (MongoDocument | null)[]> {
  const [value] = values;
  const filter = { [field]: values.length === 1 ? value : { $in: [...new Set(values)] } };
  const found = await find(db, collection, { filter, limit: values.length });
  const byValue = new Map(found.map((document) => [document[field], document]));
  return values.map((one) => byValue.get(one) ?? null);
}

/** All in one response if they fit. A read without a document is retried once. */
async function find(db: Db, collection: string, query: FindCommand): Promise<readonly MongoDocument[]> {
  const command = { find: collection, ...query, batchSize: query.limit, readConcern: { level: 'majority' } };
  const ask = async (): Promise<readonly MongoDocument[]> => {
    const { cursor } = await db.command(command);
    if (cursor?.id === 0) return cursor.firstBatch as readonly MongoDocument[];
    // More than the 16 MB of a response.
    await db.command({ killCursors: collection, cursors: [cursor?.id] });
    return (await db.runCursorCommand(command).toArray()) as MongoDocument[];
  };
  try {
    return await ask();
  } catch (error) {
    if (outageOf(error) !== 'unreachable') throw error;
    return ask();
  }
}

/** A command with one write, for servers without `bulkWrite` and for a single write. */
async function single(db: Db, write: MongoWrite, concern: object): Promise<Outcome> {
  try {
    const answer = await db.command({ ...singleCommand(write), ...concern });
    return outcomeOf(answer.writeErrors?.[0] ?? answer);
  } catch (error) {
    return withoutAnswer(error);
  }
}

function singleCommand(write: MongoWrite): object {
  const { collection } = write;
  if ('insert' in write) return { insert: collection, documents: [write.insert] };
  if ('delete' in write) return { delete: collection, deletes: [{ q: write.delete, limit: 1 }] };
  return { update: collection, updates: [{ q: write.replace, u: write.by }] };
}

/** @returns undefined if the server has no such command: MongoDB before 8.0 */
type BulkWrites = (writes: readonly MongoWrite[]) => Promise<readonly Outcome[] | undefined>;

function createBulkWrites(admin: Db, database: string, concern: object): BulkWrites {
  let isKnown = true;
  return async (writes) => {
    if (!isKnown) return undefined;
    const names = [...new Set(writes.map(({ collection }) => collection))];
    const ops = writes.map((write) => bulkOperation(write, names.indexOf(write.collection)));
    const nsInfo = names.map((name) => ({ ns: `${database}.${name}` }));
    const cursor = { batchSize: ops.length + 1 };
    try {
      const answer = await admin.command({ bulkWrite: 1, ordered: false, ops, nsInfo, cursor, ...concern });
      const told = (answer.cursor?.firstBatch ?? []) as readonly (WriteResult & { readonly idx: number })[];
      const results = new Map(told.map((one) => [one.idx, one]));
      return ops.map((_, at) => outcomeOf(results.get(at)));
    } catch (error) {
      isKnown = !isNoCommand(error);
      if (!isKnown) return undefined;
      const outcome = withoutAnswer(error);
      return writes.map(() => outcome);
    }
  };
}

function bulkOperation(write: MongoWrite, at: number): object {
  if ('insert' in write) return { insert: at, document: write.insert };
  if ('delete' in write) return { delete: at, filter: write.delete };
  return { update: at, filter: write.replace, updateMods: write.by };
}

function outcomeOf(result: WriteResult | undefined): Outcome {
  if (result === undefined) return { lost: new Error("MongoDB did not report a write's outcome") };
  const { n, code, errmsg } = result;
  if (code === undefined) return n === 1 ? 'applied' : 'refused';
  const error = Object.assign(new Error(errmsg), { name: 'MongoServerError', code });
  return isDuplicate(error) ? 'refused' : withoutAnswer(error);
}

function withoutAnswer(error: unknown): Outcome {
  return outageOf(error) === 'unreachable' ? { lost: error } : { failed: error };
}
