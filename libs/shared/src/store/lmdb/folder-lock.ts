/**
 * One server per data folder: the embedded store supports several processes, but bus and cache live within one server.
 * The lock is a document in a separate small store, so that taking over from an ended process is also a
 * compare-and-set. Of two servers that start concurrently one wins. Command-line tools take no lock. A server with
 * several processes has the lock in one of them, and its workers as members. A new server waits for their end, because
 * the two would not share used-once marks.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Collection, Store, StoredDocument } from '../port.ts';
import { openEmbeddedStore } from './embedded.ts';

interface ProcessRecord {
  readonly pid: number;
  /** The process's start time as the system reports it, if it does. The system reuses pids. */
  readonly began?: string;
}

type LockDocument = StoredDocument & ProcessRecord;

const locks: Collection<LockDocument> = { name: 'locks', indexes: {} };
const LOCK = 'server';
/** The workers of the server. */
const members: Collection<LockDocument> = { name: 'members', indexes: { pid: { fields: ['pid'] } } };
/** More than a server's workers, including killed ones. */
const MAX_MEMBERS = 1000;
/** Milliseconds for a server's workers to end after it, and between two checks. */
const PATIENCE = 5000;
const PAUSE = 20;

/**
 * Takes the lock of a data folder, and creates the folder if it is missing. A lock whose process has ended is taken
 * over. Processes in other containers are not visible: a folder must not be mounted into two of them.
 * @param patience milliseconds that a killed server's workers have to end
 * @returns a function that releases the lock
 * @throws Error if another process (or this one) has it, or its worker does not end; the message has the pid
 */
export async function lockFolder(folder: string, patience = PATIENCE): Promise<() => Promise<void>> {
  const store = await openEmbeddedStore({ folder: join(folder, 'lock') });
  let lock: LockDocument;
  try {
    lock = await takeLock(store, folder);
  } catch (error) {
    await store.close();
    throw error;
  }
  const release = once(async () => {
    await store.delete(locks, lock);
    await store.close();
  });
  try {
    await untilAlone(store, folder, patience);
  } catch (error) {
    await release();
    throw error;
  }
  return release;
}

/**
 * Registers this process as a worker of the server that has the lock.
 * @param server pid of that server
 * @returns a function that ends the registration
 * @throws Error if the lock is free, or a different server has it by now
 */
export async function joinFolder(folder: string, server: number): Promise<() => Promise<void>> {
  const store = await openEmbeddedStore({ folder: join(folder, 'lock') });
  const member = await store.insert(members, { id: `${process.pid}/${Date.now()}`, ...thisProcess() });
  const leave = once(async () => {
    if (member !== undefined) await store.delete(members, member);
    await store.close();
  });
  // After the registration: a server that took the lock meanwhile either sees it, or is seen here.
  const holder = await store.get(locks, LOCK);
  if (member !== undefined && holder?.pid === server && isAlive(holder)) return leave;
  await leave();
  throw new Error(`The data folder ${folder} no longer belongs to process ${server}`);
}

/** Pid of the process that has a data folder's lock, if any. Takes no lock, creates no file. */
export async function holderOfFolder(folder: string): Promise<number | undefined> {
  if (!existsSync(join(folder, 'lock', 'store'))) return undefined;
  const store = await openEmbeddedStore({ folder: join(folder, 'lock') });
  try {
    const holder = await store.get(locks, LOCK);
    return holder !== undefined && isAlive(holder) ? holder.pid : await livingMember(store);
  } finally {
    await store.close();
  }
}

/** Waits until no worker of an earlier server runs. */
async function untilAlone(store: Store, folder: string, patience: number): Promise<void> {
  for (let waited = 0; ; waited += PAUSE) {
    const pid = await livingMember(store);
    if (pid === undefined) return removeMembers(store);
    if (waited >= patience) throw new Error(inUse(folder, pid));
    await sleep(PAUSE);
  }
}

/** Pid of a worker that runs. */
async function livingMember(store: Store): Promise<number | undefined> {
  const { documents } = await store.find(members, { index: 'pid', limit: MAX_MEMBERS });
  return documents.find(isAlive)?.pid;
}

/** Removes the records of workers that were killed. */
async function removeMembers(store: Store): Promise<void> {
  const { documents } = await store.find(members, { index: 'pid', limit: MAX_MEMBERS });
  for (const one of documents) await store.delete(members, one);
}

function thisProcess(): ProcessRecord {
  const began = processStart(process.pid);
  return { pid: process.pid, ...(began === undefined ? {} : { began }) };
}

function once(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= act();
    return done;
  };
}

async function takeLock(store: Store, folder: string): Promise<LockDocument> {
  const mine = { id: LOCK, ...thisProcess() };
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

function isAlive(holder: ProcessRecord): boolean {
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
  // proc(5): the second field, the name in parentheses, may contain spaces; state is field 3, the start time field 22.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : `${boot}/${fields[19]}`;
}
