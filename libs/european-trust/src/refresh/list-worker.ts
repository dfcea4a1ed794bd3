/** A thread that reads lists: it verifies and parses them, and hands over the entries piece by piece, on request. */
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { readList } from '../lists/check-list.ts';
import { ListError } from '../lists/list-error.ts';
import { openLote } from '../lists/lote-pivots.ts';
import type { ListEntry } from '../lists/trust-list.ts';
import { openList } from '../xml-lists/open-list.ts';
import { XmlListError } from '../xml-lists/xml-list-error.ts';
import type { ToMain, ToWorker } from './list-messages.ts';

/** Entries per message: the main thread receives them in less than a millisecond. */
const ENTRIES = 50;

if (parentPort === null) throw new Error('This file is a worker thread');
const port = parentPort;
const waiting = new Map<number, ListEntry[]>();

// The main thread answers wallets and goes first. Only Linux gives each thread a priority of its own.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

port.on('message', (message: ToWorker) => {
  if (message.kind === 'more') sendEntries(message.id);
  else port.postMessage(answered(message));
});

function answered(message: Exclude<ToWorker, { readonly kind: 'more' }>): ToMain {
  if (message.kind === 'open') return openedBy(message);
  return message.kind === 'pivot' ? pivotOf(message) : answerTo(message);
}

/** Handles a list in JSON and its pivots the same way. */
function pivotOf({ id, bytes, source, settings }: Extract<ToWorker, { readonly kind: 'pivot' }>): ToMain {
  return orRefused(id, () => ({ kind: 'pivot', id, pivot: openLote(Buffer.from(bytes), source, settings) }));
}

/** A list of lists or a pivot: its signer is looked up afterwards. */
function openedBy({ id, bytes, rules }: Extract<ToWorker, { readonly kind: 'open' }>): ToMain {
  try {
    return { kind: 'opened', id, opened: openList(Buffer.from(bytes), 'itself', rules) };
  } catch (error) {
    if (!(error instanceof XmlListError)) throw error;
    return { kind: 'unopened', id, problem: error.problem, detail: error.message };
  }
}

function answerTo({ id, bytes, kind: _, ...fetched }: Extract<ToWorker, { readonly kind: 'read' }>): ToMain {
  return orRefused(id, () => {
    const { entries, ...list } = readList({ ...fetched, bytes: Buffer.from(bytes) });
    waiting.set(id, [...entries]);
    return { kind: 'list', id, list };
  });
}

function orRefused(id: number, read: () => ToMain): ToMain {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ListError)) throw error;
    const { reason, findings, facts } = error;
    return { kind: 'refused', id, reason, findings: [...findings], facts };
  }
}

function sendEntries(id: number): void {
  const left = waiting.get(id) ?? [];
  const { entries, memory } = packed(left.splice(0, ENTRIES));
  if (left.length === 0) waiting.delete(id);
  const message: ToMain = { kind: 'entries', id, entries, isLast: left.length === 0 };
  port.postMessage(message, [memory]);
}

/** The certificates of all entries in one piece of memory, which changes hands without a copy. */
function packed(entries: readonly ListEntry[]): {
  readonly entries: readonly ListEntry[];
  readonly memory: ArrayBuffer;
} {
  const ders = entries.flatMap(({ certificates }) => certificates.map(({ der }) => der));
  const memory = new ArrayBuffer(ders.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  const moved = entries.map((entry) => ({
    ...entry,
    certificates: entry.certificates.map((certificate) => {
      const der = new Uint8Array(memory, at, certificate.der.length);
      der.set(certificate.der);
      at += der.length;
      return { ...certificate, der };
    }),
  }));
  return { entries: moved, memory };
}
