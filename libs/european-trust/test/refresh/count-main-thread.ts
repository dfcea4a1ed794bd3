/**
 * Counts what the main thread does when lists are read. A worker thread has its own built-in modules, so nothing there
 * counts.
 */
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';

export interface MainThreadCounts {
  /** Certificates that were parsed. */
  certificates: number;
  /** Signatures that were checked. */
  signatures: number;
  /** Characters of the longest text that was parsed as JSON. */
  longestText: number;
  /** Pieces of lists that were requested from a thread. */
  pieces: number;
  /** Pieces that may be processed in one turn of the event loop: requested, and not processed yet. */
  mostAtOnce: number;
}

type Call = (this: unknown, ...args: unknown[]) => unknown;

/** Until the test ends. */
export function countMainThread(t: TestContext): MainThreadCounts {
  const counts = { certificates: 0, signatures: 0, longestText: 0, pieces: 0, mostAtOnce: 0 };
  countCrypto(t, counts);
  countPieces(t, counts);
  const { parse } = JSON;
  t.mock.method(JSON, 'parse', (...args: Parameters<typeof parse>) => {
    counts.longestText = Math.max(counts.longestText, args[0].length);
    return parse(...args);
  });
  return counts;
}

function countCrypto(t: TestContext, counts: MainThreadCounts): void {
  const crypto = createRequire(import.meta.url)('node:crypto');
  const originals = { ...crypto };
  const { X509Certificate } = originals;
  crypto.X509Certificate = new Proxy(X509Certificate, {
    construct: (target, args) => {
      counts.certificates += 1;
      return Reflect.construct(target, args);
    },
  });
  for (const name of ['verify', 'createVerify']) {
    const original: Call = originals[name];
    crypto[name] = function counted(this: unknown, ...args: unknown[]) {
      counts.signatures += 1;
      return original.apply(this, args);
    };
  }
  syncBuiltinESMExports();
  t.after(() => {
    const { verify, createVerify } = originals;
    Object.assign(crypto, { X509Certificate, verify, createVerify });
    syncBuiltinESMExports();
  });
}

function countPieces(t: TestContext, counts: MainThreadCounts): void {
  const { emit, postMessage } = Worker.prototype;
  let unprocessed = 0;
  t.mock.method(Worker.prototype, 'emit', function received(this: Worker, ...args: Parameters<typeof emit>) {
    // Still unprocessed while it is received: whatever is requested meanwhile may arrive in the same turn.
    const isEmitted = emit.apply(this, args);
    if (args[0] === 'message' && isPiece(args[1])) unprocessed -= 1;
    return isEmitted;
  });
  t.mock.method(Worker.prototype, 'postMessage', function sent(this: Worker, ...args: Parameters<typeof postMessage>) {
    if (isObject(args[0]) && args[0].kind === 'more') {
      unprocessed += 1;
      counts.pieces += 1;
      counts.mostAtOnce = Math.max(counts.mostAtOnce, unprocessed);
    }
    postMessage.apply(this, args);
  });
}

function isPiece(message: unknown): boolean {
  return isObject(message) && message.kind === 'entries';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
