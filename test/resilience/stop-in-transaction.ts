/**
 * Preloaded into the server of a test (`node --import`): the process that finds the file STOP_FILE stops itself
 * (SIGSTOP) in the middle of a transaction of the embedded store, with the lock that all writes need.
 */
import { mkdtempSync, rmSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedStore } from '@countersign/shared/store/lmdb/embedded';
import { CollectionKeys } from '@countersign/shared/store/lmdb/entries';

type Method = (this: unknown, ...given: unknown[]) => unknown;

const file = process.env.STOP_FILE;
if (file === undefined) throw new Error('STOP_FILE is not set');
let inserting = false;
const folder = mkdtempSync(join(tmpdir(), 'countersign-stop-'));
const store = await openEmbeddedStore({ folder });
// An insert lists its entries before its transaction, every other write within it.
wrap(Object.getPrototypeOf(store), 'insert', (insert) => {
  inserting = true;
  try {
    return insert();
  } finally {
    inserting = false;
  }
});
wrap(CollectionKeys.prototype, 'entriesOf', (entries) => {
  if (!inserting && removed(file)) process.kill(process.pid, 'SIGSTOP');
  return entries();
});
await store.close();
rmSync(folder, { recursive: true, force: true });

function wrap(prototype: object, name: string, around: (original: () => unknown) => unknown): void {
  const original = Reflect.get(prototype, name) as Method;
  const wrapped: Method = function (...given) {
    return around(() => original.apply(this, given));
  };
  Reflect.set(prototype, name, wrapped);
}

/** Whether this process removed the file: one of several does. */
function removed(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch {
    return false;
  }
}
