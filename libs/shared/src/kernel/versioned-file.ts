/** Files that are read at every use and parsed only when they changed. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FolderEdits } from './folder-edits.ts';
import { DEFAULT_TENANT } from './identifiers.ts';

export type FileContent<T> =
  | { readonly ok: true; readonly value: T; readonly version: string }
  | { readonly ok: false; readonly error: unknown; readonly version: string };

export interface FileReader<T> {
  /**
   * The file's current content. It is read and parsed again only when its inode, size, mtime or ctime differs. Each
   * call costs one `stat` (a few microseconds); with `edits` only after an edit, and after RECHECK milliseconds.
   * @returns undefined if there is no such file; `ok: false` if it can't be read or parsed
   */
  read(path: string): FileContent<T> | undefined;
}

/**
 * Milliseconds. File systems stamp changes in steps of a few milliseconds. A file may change again under the same
 * stamp, so a version is trusted only once it is older than this.
 */
const SETTLED = 100;
/** Maximum number of paths without a file to remember, because callers choose names. */
const MAX_MISSING = 10_000;

/**
 * Creates a reader.
 * @param parse parses a version's text; its exception becomes the file's error
 * @param edits of a folder above the files; without them each call asks the file system
 * @param encoding of the text: base64url for files that have bytes
 */
export function createFileReader<T>(
  parse: (text: string, path: string, version: string) => T,
  edits?: FolderEdits,
  encoding: BufferEncoding = 'utf8',
): FileReader<T> {
  const known = new Map<string, FileContent<T>>();
  const read = (path: string): Found<FileContent<T> | undefined> => {
    const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
    if (stat === undefined || !stat.isFile()) {
      known.delete(path);
      return { value: undefined, settled: true };
    }
    const version = `${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
    const settled = isSettled(stat.ctimeMs);
    const before = known.get(path);
    if (before?.version === version && settled) return { value: before, settled };
    const content = load(version, () => parse(readFileSync(path, encoding), path, version));
    known.set(path, content);
    return { value: content, settled };
  };
  return { read: untilEdited(read, edits) };
}

/** The result of reading a path. */
interface Found<T> {
  readonly value: T;
  /** Whether a later change would have another stamp. */
  readonly settled: boolean;
}

/** A read whose result is valid until the next edit, if the path's folders are watched. */
function untilEdited<T>(
  find: (path: string) => Found<T | undefined>,
  edits: FolderEdits | undefined,
): (path: string) => T | undefined {
  if (edits === undefined) return (path) => find(path).value;
  const present = new Map<string, { readonly at: number; readonly value: T }>();
  const missing = new Map<string, number>();
  return (path) => {
    const at = edits.count();
    const before = present.get(path);
    if (before?.at === at) return before.value;
    if (missing.get(path) === at) return undefined;
    // Watched before it is read, so that a change in between is an edit after `at`.
    const covered = edits.covers(path);
    const { value, settled } = find(path);
    present.delete(path);
    missing.delete(path);
    if (!covered || !settled) {
      edits.doubt();
      return value;
    }
    if (value !== undefined) {
      present.set(path, { at, value });
      return value;
    }
    if (missing.size >= MAX_MISSING) missing.clear();
    missing.set(path, at);
    return undefined;
  };
}

function isSettled(changed: bigint): boolean {
  return Date.now() - Number(changed) > SETTLED;
}

function load<T>(version: string, read: () => T): FileContent<T> {
  try {
    return { ok: true, value: read(), version };
  } catch (error) {
    return { ok: false, error, version };
  }
}

/** Lists the files of a folder. */
export type FolderReader = (folder: string) => readonly string[];

/**
 * Creates a function that lists the names (without ending) of the files with that ending, sorted; empty if there is no
 * such folder. The folder is read again when its modification time differs.
 * @param edits of a folder above it; without them each call asks the file system
 */
export function createFolderReader(ending: string, edits?: FolderEdits): FolderReader {
  const known = new Map<string, { readonly changed: bigint; readonly names: readonly string[] }>();
  const list = (folder: string): Found<readonly string[] | undefined> => {
    const stat = statSync(folder, { throwIfNoEntry: false, bigint: true });
    if (stat === undefined) return { value: undefined, settled: true };
    const before = known.get(folder);
    const settled = isSettled(stat.ctimeMs);
    if (before?.changed === stat.ctimeNs && settled) return { value: before.names, settled };
    const names = readdirSync(folder)
      .filter((name) => name.endsWith(ending) && !name.startsWith('.'))
      .map((name) => name.slice(0, name.length - ending.length))
      .sort();
    known.set(folder, { changed: stat.ctimeNs, names });
    return { value: names, settled };
  };
  // Files come and go in the folder itself.
  const read = untilEdited((inside) => list(dirname(inside)), edits);
  return (folder) => read(join(folder, '*')) ?? [];
}

/** Whether a path is a folder. @param edits of a folder above it; without them each call asks the file system */
export function createFolderCheck(edits?: FolderEdits): (path: string) => boolean {
  const read = untilEdited((path) => ({ value: isFolder(path) || undefined, settled: true }), edits);
  return (path) => read(path) === true;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    // A part of the path is a file, or not readable: there is no folder for this process.
    return false;
  }
}

/** `default`, and every folder of `tenants/`, sorted. */
export function tenantsByFolder(configFolder: string): readonly string[] {
  const folder = join(configFolder, 'tenants');
  if (!existsSync(folder)) return [DEFAULT_TENANT];
  const found = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [DEFAULT_TENANT, ...found.map(({ name }) => name).sort()];
}

/** Folder of a tenant's configuration: the root for `default`, otherwise `tenants/<id>` below it. */
export function tenantFolder(configFolder: string, tenant: string): string {
  return tenant === DEFAULT_TENANT ? configFolder : join(configFolder, 'tenants', tenant);
}
