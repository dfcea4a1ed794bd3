/** Reads lists in a separate thread, so that a large one does not hold up requests. */
import { Worker } from 'node:worker_threads';
import { type AnchorIndex, createAnchorIndex, type GrowingIndex } from '../lists/anchor-index.ts';
import type { FetchedList } from '../lists/fetched-list.ts';
import { ListError } from '../lists/list-error.ts';
import type { OpenedLote } from '../lists/lote-pivots.ts';
import type { ListEntry, TrustList } from '../lists/trust-list.ts';
import type { ListRules, OpenedList } from '../xml-lists/open-list.ts';
import { XmlListError } from '../xml-lists/xml-list-error.ts';
import type { ToMain, ToWorker } from './list-messages.ts';

export interface ReadList {
  readonly list: TrustList;
  readonly index: AnchorIndex;
}

export interface ListReader {
  /** @throws ListError */
  read(fetched: FetchedList): Promise<ReadList>;
  /** Opens a list of lists, or a pivot, with its own signer. @throws XmlListError */
  open(bytes: Buffer, rules: ListRules): Promise<OpenedList>;
  /** Opens a list in JSON, or a pivot of it, with its own signer. @throws ListError */
  openLote(bytes: Buffer, by: Pick<FetchedList, 'source' | 'settings'>): Promise<OpenedLote>;
  /** Ends the thread. A later read starts a new one. */
  close(): Promise<void>;
}

/** A question to the thread. */
interface Pending {
  /** @returns whether the thread has more to send */
  readonly receive: (message: ToMain) => boolean;
  readonly reject: (error: unknown) => void;
  readonly limit: NodeJS.Timeout;
}

/** Milliseconds without a list after which the thread ends, to free some ten megabytes. */
const IDLE = 60_000;
/** Milliseconds per list. The largest real one takes six seconds, and a bad list must not delay the others. */
const READ_WITHIN = 120_000;
/** Megabytes for the thread: a list of 16 MiB uses a third of it. */
const MEMORY = 512;

/** A message without its number and bytes. */
type Ask =
  | Omit<Extract<ToWorker, { kind: 'read' }>, 'id' | 'bytes'>
  | Omit<Extract<ToWorker, { kind: 'open' }>, 'id' | 'bytes'>
  | Omit<Extract<ToWorker, { kind: 'pivot' }>, 'id' | 'bytes'>;

export function createListReader(readWithin = READ_WITHIN): ListReader {
  const pending = new Map<number, Pending>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last = 0;

  const close = async (): Promise<void> => {
    clearTimeout(idle);
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  };

  const settle = (id: number): Pending | undefined => {
    const one = pending.get(id);
    pending.delete(id);
    clearTimeout(one?.limit);
    if (pending.size > 0) return one;
    worker?.unref();
    clearTimeout(idle);
    idle = setTimeout(() => void close(), IDLE);
    idle.unref();
    return one;
  };

  const failAll = (error: unknown): void => {
    for (const id of [...pending.keys()]) settle(id)?.reject(error);
  };

  /** The thread ends with all lists in it. Unread lists are read at the next refresh. */
  const giveUp = (): void => {
    void close();
    failAll(new Error('A trust list took too long to read'));
  };

  const started = (): Worker => {
    const fresh = new Worker(new URL('./list-worker.js', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    });
    const askPiece = createPieces(fresh);
    fresh.on('message', (message: ToMain) => {
      const hasMore = pending.get(message.id)?.receive(message) ?? false;
      if (!hasMore) settle(message.id);
      askPiece(message, hasMore);
    });
    fresh.on('error', (error) => {
      if (worker === fresh) worker = undefined;
      failAll(error);
    });
    return fresh;
  };

  const ask = (ask: Ask, bytes: Buffer, answer: Pick<Pending, 'receive' | 'reject'>): void => {
    clearTimeout(idle);
    last += 1;
    pending.set(last, { ...answer, limit: setTimeout(giveUp, readWithin) });
    worker ??= started();
    worker.ref();
    // A separate copy, so that the transfer doesn't copy again.
    const own = new Uint8Array(bytes);
    const message: ToWorker = { ...ask, id: last, bytes: own };
    worker.postMessage(message, [own.buffer]);
  };

  return {
    read: ({ bytes, ...fetched }) =>
      new Promise((resolve, reject) =>
        ask({ kind: 'read', ...fetched }, bytes, { receive: taking(resolve, reject), reject }),
      ),
    open: (bytes, rules) =>
      new Promise((resolve, reject) => {
        const receive = (message: ToMain): boolean => {
          if (message.kind === 'opened') resolve(message.opened);
          else if (message.kind === 'unopened') reject(new XmlListError(message.problem, message.detail));
          return false;
        };
        ask({ kind: 'open', rules }, bytes, { receive, reject });
      }),
    openLote: (bytes, { source, settings }) =>
      new Promise((resolve, reject) => {
        const receive = (message: ToMain): boolean => {
          if (message.kind === 'pivot') resolve(message.pivot);
          else if (message.kind === 'refused') reject(refusalOf(message));
          return false;
        };
        ask({ kind: 'pivot', source, settings }, bytes, { receive, reject });
      }),
    close,
  };
}

function refusalOf({ reason, findings, facts }: Extract<ToMain, { readonly kind: 'refused' }>): ListError {
  return new ListError(reason, findings, { facts });
}

/**
 * Requests each piece only after the previous one was processed, so that other requests are served in between. The
 * lists of many countries take turns: otherwise a piece of each would arrive at once.
 */
function createPieces(worker: Worker): (received: ToMain, hasMore: boolean) => void {
  const wanting: number[] = [];
  let isAsked = false;
  return ({ id, kind }, hasMore) => {
    if (kind === 'entries') isAsked = false;
    if (hasMore) wanting.push(id);
    if (isAsked) return;
    const next = wanting.shift();
    if (next === undefined) return;
    isAsked = true;
    setImmediate(() => worker.postMessage({ kind: 'more', id: next } satisfies ToWorker));
  };
}

/** Assembles a list piece by piece. */
function taking(resolve: (read: ReadList) => void, reject: (error: unknown) => void): Pending['receive'] {
  const entries: ListEntry[] = [];
  const index: GrowingIndex = createAnchorIndex();
  let list: Omit<TrustList, 'entries'> | undefined;
  return (message) => {
    switch (message.kind) {
      case 'refused':
        reject(refusalOf(message));
        return false;
      case 'list':
        list = message.list;
        return true;
      case 'entries':
        entries.push(...message.entries);
        index.add(message.entries);
        if (message.isLast && list !== undefined) resolve({ list: { ...list, entries }, index });
        return !message.isLast;
      default:
        return false;
    }
  };
}
