/**
 * One server per data folder: the embedded store supports several processes, but bus and cache live within one.
 * The lock is a document in a small store of its own, so that taking over from a process that has ended is a
 * compare-and-set too: of two servers that start concurrently one wins. Command-line tools take no lock.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Collection, Store, StoredDocument } from '../port.ts';
import { openEmbeddedStore } from './embedded.ts';

interface LockDocument extends StoredDocument {
  readonly pid: number;
  /** Start time of the process as the system reports it; undefined where it does not. The system reuses pids. */
  readonly began?: string;
}

const locks: Collection<LockDocument> = { name: 'locks', indexes: {} };
const LOCK = 'server';

/**
 * Takes the lock of a data folder, and creates the folder where it is missing. A lock whose process has ended is taken over.
 * Processes in other containers are not visible: a folder must not be mounted into two of them.
 * @returns a function that releases the lock
 * @throws Error where another process (or this one) holds it; the message names the process
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const store = await openEmbeddedStore({ folder: join(folder, 'lock') });
  let lock: LockDocument;
  try {
    lock = await takeLock(store, folder);
  } catch (error) {
    await store.close();
    throw error;
  }
  let released: Promise<void> | undefined;
  const release = async (): Promise<void> => {
    await store.delete(locks, lock);
    await store.close();
  };
  return () => {
    released ??= release();
    return released;
  };
}

/** Pid of the process that holds the lock of a data folder; undefined where none does. Takes no lock, creates no file. */
export async function holderOfFolder(folder: string): Promise<number | undefined> {
  if (!existsSync(join(folder, 'lock', 'store'))) return undefined;
  const store = await openEmbeddedStore({ folder: join(folder, 'lock') });
  try {
    const holder = await store.get(locks, LOCK);
    return holder !== undefined && isAlive(holder) ? holder.pid : undefined;
  } finally {
    await store.close();
  }
}

async function takeLock(store: Store, folder: string): Promise<LockDocument> {
  const began = processStart(process.pid);
  const mine = { id: LOCK, pid: process.pid, ...(began === undefined ? {} : { began }) };
  for (;;) {
    const holder = await store.get(locks, LOCK);
    if (holder !== undefined && isAlive(holder)) throw new Error(inUse(folder, holder.pid));
    const taken =
      holder === undefined ? await store.insert(locks, mine) : await store.replace(locks, { ...mine, rev: holder.rev });
    if (taken !== undefined) return taken;
  }
}

function inUse(folder: string, pid: number): string {
  const who = pid === process.pid ? 'this process' : 'another server';
  return `The data folder ${folder} is in use by ${who} (process ${pid}). Stop that process, or set DATA_FOLDER to another folder.`;
}

function isAlive(holder: LockDocument): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return holder.began === undefined || holder.began === processStart(holder.pid);
}

/** Boot id and clock tick of a process's start (Linux); undefined elsewhere, and for a process that has ended. */
function processStart(pid: number): string | undefined {
  let stat: string;
  let boot: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch {
    return undefined;
  }
  // proc(5): the second field, the name in parentheses, may hold spaces; state is field 3, the start time field 22.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : `${boot}/${fields[19]}`;
}
