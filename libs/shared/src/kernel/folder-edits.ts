/** Watches a folder for changes (inotify). Cached file contents stay valid until a change is reported. */
import { type FSWatcher, statSync, watch } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { type Clock, systemClock } from './clock.ts';

export interface FolderEdits {
  /** A number that differs after each edit that was reported, and after at most `RECHECK` milliseconds without one. */
  count(): number;
  /**
   * The same, but it also changes with each `doubt()`: while it stays the same, everything that was read is still
   * valid.
   */
  version(): number;
  /** The last read value may change without a report. */
  doubt(): void;
  /**
   * Watches the folders of a path. Returns false if they can't be watched: then each read must ask the file system.
   * Values read after this call are as old as the `count()` before it.
   */
  covers(path: string): boolean;
  /** Resolves when `count()` includes every edit before the call. */
  known(): Promise<void>;
  /** Ends the watching; nothing is covered any more. */
  close(): void;
}

export interface FolderEditsOptions {
  /** Default: the system's clock */
  readonly clock?: Clock;
  /** Default: on Linux. There the report of an edit comes before any request that is sent after it. */
  readonly isReliable?: boolean;
  /** Maximum number of watched folders. */
  readonly most?: number;
}

/** Milliseconds after which a file is checked again without a report, because network file systems send no reports. */
export const RECHECK = 250;
/** A process shares its watches with all others of its user; Linux grants them 8,192 at least. */
const MOST = 2000;

interface Watched {
  readonly watcher: FSWatcher;
  readonly identity: string;
  /** The count at which the path was known to refer to the watched folder. */
  seenAt: number;
}

/** Creates the edits of a folder. Folders below it are watched from their first use on. */
export function watchEdits(folder: string, options: FolderEditsOptions = {}): FolderEdits {
  const { clock = systemClock, isReliable = process.platform === 'linux', most = MOST } = options;
  const watched = new Map<string, Watched>();
  let edits = 0;
  let doubts = 0;
  let since = clock();
  let closed = !isReliable;
  let turn: Promise<void> | undefined;

  const forget = (path: string): void => {
    watched.get(path)?.watcher.close();
    watched.delete(path);
  };
  const forgetAll = (): void => {
    for (const path of [...watched.keys()]) forget(path);
  };

  const begin = (path: string, identity: string): void => {
    const watcher = watch(path, { persistent: false }, (event) => {
      edits += 1;
      // A folder may have been replaced, so each is found again by its path.
      if (event === 'rename') forgetAll();
    });
    watcher.on('error', () => {
      edits += 1;
      forget(path);
    });
    watched.set(path, { watcher, identity, seenAt: edits });
  };

  /** Whether the folder at that path is watched; undefined if there is no such folder. */
  const isWatched = (path: string): boolean | undefined => {
    const known = watched.get(path);
    if (known?.seenAt === edits) return true;
    const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
    const identity = stat?.isDirectory() === true ? `${stat.dev}:${stat.ino}` : undefined;
    if (known !== undefined && known.identity === identity) {
      known.seenAt = edits;
      return true;
    }
    forget(path);
    if (identity === undefined) return undefined;
    if (watched.size >= most) return false;
    begin(path, identity);
    return true;
  };

  const count = (): number => {
    const now = clock();
    // A clock that was set back also ends the period.
    if (Math.abs(now - since) >= RECHECK) {
      since = now;
      edits += 1;
    }
    return edits;
  };

  return {
    count,
    version: () => count() + doubts,
    doubt() {
      doubts += 1;
    },
    covers(path) {
      if (closed) return false;
      try {
        for (const one of foldersTo(folder, dirname(path))) {
          const state = isWatched(one);
          // Creating a folder later is an edit of its parent, which is watched.
          if (state !== true) return state === undefined && one !== folder;
        }
        return watched.has(folder);
      } catch {
        // No permission, or no watch is left: each read asks the file system.
        return false;
      }
    },
    known() {
      // The events of a turn are handled in any order. At the end of the turn all file events have arrived.
      turn ??= endOfTurn().then(() => {
        turn = undefined;
      });
      return turn;
    },
    close() {
      closed = true;
      edits += 1;
      forgetAll();
    },
  };
}

/** The folders on the path from `folder` down to `last`, including both; none if `last` is not below it. */
function foldersTo(folder: string, last: string): readonly string[] {
  const way = relative(folder, last);
  if (way === '') return [folder];
  if (way === '..' || way.startsWith(`..${sep}`)) return [];
  const all = [folder];
  for (const name of way.split(sep)) all.push(`${all.at(-1)}${sep}${name}`);
  return all;
}
