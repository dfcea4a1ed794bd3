/**
 * Damage of the embedded store's file, found before lmdb opens it: lmdb maps the file into memory, so a file that was cut
 * off, or has other content, would end the process with a signal.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

/** The file begins with two pages like this (lmdb.h, MDB_meta); commits write to them in turn. Offsets in bytes. */
const META = { magic: 24, pageSize: 48, lastPage: 144, length: 152 } as const;
const MAGIC = 0xbeefc0de;
/** Pages at the end that may be missing: lmdb doesn't write a page that was added and emptied in one transaction. */
const NEVER_WRITTEN = 16;

/**
 * Accepts a store that is missing or was never written. Changed bytes within a page can't be found, because lmdb has no
 * checksums.
 * @param path the store's folder
 * @throws Error if the file was cut off, or isn't a store
 */
export function refuseDamagedStore(path: string): void {
  const damage = damageOf(join(path, 'data.mdb'));
  if (damage === undefined) return;
  throw new Error(
    `The store in ${path} is damaged: ${damage}. Restore a backup of it; to start without its data, move the folder away.`,
  );
}

function damageOf(name: string): string | undefined {
  const file = opened(name);
  if (file === undefined) return undefined;
  try {
    const first = metaAt(file, 0);
    if (first === 'empty') return undefined;
    const second = first && metaAt(file, first.pageSize);
    if (first === undefined || second === undefined || second === 'empty') return 'data.mdb has other content';
    // Read last: another process may write, and a commit makes the file longer before it says so.
    const { size } = fstatSync(file);
    const pages = Math.max(first.lastPage, second.lastPage) + 1;
    const least = (pages - NEVER_WRITTEN) * first.pageSize;
    return size < least ? `data.mdb was cut off at ${size} of ${pages * first.pageSize} bytes` : undefined;
  } finally {
    closeSync(file);
  }
}

function opened(name: string): number | undefined {
  try {
    return openSync(name, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function metaAt(file: number, start: number): { pageSize: number; lastPage: number } | 'empty' | undefined {
  const meta = Buffer.alloc(META.length);
  const read = readSync(file, meta, 0, META.length, start);
  if (read === 0) return 'empty';
  if (read < META.length || meta.readUInt32LE(META.magic) !== MAGIC) return undefined;
  return { pageSize: meta.readUInt32LE(META.pageSize), lastPage: Number(meta.readBigUInt64LE(META.lastPage)) };
}
