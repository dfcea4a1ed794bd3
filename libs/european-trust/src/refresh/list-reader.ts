/** Reads lists in a thread of their own, so that the largest one does not hold up a request. */
import { Worker } from 'node:worker_threads';
import { type AnchorIndex, createAnchorIndex, type GrowingIndex } from '../lists/anchor-index.ts';
import type { FetchedList } from '../lists/fetched-list.ts';
import { ListError } from '../lists/list-error.ts';
import type { ListEntry, TrustList } from '../lists/trust-list.ts';
import type { ToMain, ToWorker } from './list-messages.ts';

export interface ReadList {
  readonly list: TrustList;
  readonly index: AnchorIndex;
}

export interface ListReader {
  /** @throws ListError */
  read(fetched: FetchedList): Promise<ReadList>;
  /** Ends the thread. A later read begins another one. */
  close(): Promise<void>;
}

interface Pending {
  readonly resolve: (read: ReadList) => void;
  readonly reject: (error: unknown) => void;
  list?: Omit<TrustList, 'entries'>;
  readonly entries: ListEntry[];
  readonly index: GrowingIndex;
  readonly limit: NodeJS.Timeout;
}

/** Milliseconds without a list after which the thread ends: it holds some ten megabytes. */
const IDLE = 60_000;
/** Milliseconds for a list: the largest real one takes six seconds, and a wrong one must not hold up those behind it. */
const READ_WITHIN = 120_000;
/** Megabytes of the thread: a list of 16 MiB takes a third of it. */
const MEMORY = 512;

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

  const settle = (id: number, finish: (one: Pending) => void): void => {
    const one = pending.get(id);
    if (one === undefined) return;
    pending.delete(id);
    clearTimeout(one.limit);
    finish(one);
    if (pending.size > 0) return;
    worker?.unref();
    clearTimeout(idle);
    idle = setTimeout(() => void close(), IDLE);
    idle.unref();
  };

  /** The thread ends with every list in it; those that were not read are read at the next refresh. */
  const giveUp = (): void => {
    void close();
    const error = new Error('A trust list took too long to read');
    for (const id of [...pending.keys()]) settle(id, ({ reject }) => reject(error));
  };

  const started = (): Worker => {
    const fresh = new Worker(new URL('./list-worker.js', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    });
    fresh.on('message', (message: ToMain) => receive(fresh, message, pending.get(message.id), settle));
    fresh.on('error', (error) => {
      if (worker === fresh) worker = undefined;
      for (const id of [...pending.keys()]) settle(id, ({ reject }) => reject(error));
    });
    return fresh;
  };

  return {
    read: ({ bytes, ...fetched }) =>
      new Promise((resolve, reject) => {
        clearTimeout(idle);
        last += 1;
        const limit = setTimeout(giveUp, readWithin);
        pending.set(last, { resolve, reject, entries: [], index: createAnchorIndex(), limit });
        worker ??= started();
        worker.ref();
        // A copy of its own, which is handed over without another one.
        const own = new Uint8Array(bytes);
        const message: ToWorker = { kind: 'read', id: last, bytes: own, ...fetched };
        worker.postMessage(message, [own.buffer]);
      }),
    close,
  };
}

type Settle = (id: number, finish: (one: Pending) => void) => void;

/** Each piece is asked for when the one before it was taken in, so that requests are served between them. */
function receive(worker: Worker, message: ToMain, one: Pending | undefined, settle: Settle): void {
  if (one === undefined) return;
  const { id } = message;
  const askMore = (): void => void setImmediate(() => worker.postMessage({ kind: 'more', id } satisfies ToWorker));
  switch (message.kind) {
    case 'refused':
      settle(id, ({ reject }) => reject(new ListError(message.reason, message.findings, { facts: message.facts })));
      return;
    case 'list':
      one.list = message.list;
      askMore();
      return;
    case 'entries': {
      one.entries.push(...message.entries);
      one.index.add(message.entries);
      const { list, entries, index } = one;
      if (!message.isLast) askMore();
      else if (list !== undefined) settle(id, ({ resolve }) => resolve({ list: { ...list, entries }, index }));
    }
  }
}
