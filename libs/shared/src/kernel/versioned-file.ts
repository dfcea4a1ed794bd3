/** Files that are read at every use and parsed only when they changed. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_TENANT } from './identifiers.ts';

export type FileContent<T> =
  | { readonly ok: true; readonly value: T; readonly version: string }
  | { readonly ok: false; readonly error: unknown; readonly version: string };

export interface FileReader<T> {
  /**
   * The present content of the file. Each call costs one `stat` (some microseconds); the file is read and parsed again
   * only when its inode, size, mtime or ctime differs.
   * @returns undefined where there is no such file; `ok: false` where it can't be read or parsed
   */
  read(path: string): FileContent<T> | undefined;
}

/**
 * Milliseconds. File systems stamp changes in steps of some milliseconds: a file may change again under the same stamp,
 * so a version is trusted only once it is older than this.
 */
const SETTLED = 100;

/** Makes a reader. @param parse turns the text of a version into a value; what it throws is kept as the file's error */
export function createFileReader<T>(parse: (text: string, path: string, version: string) => T): FileReader<T> {
  const known = new Map<string, FileContent<T>>();
  return {
    read(path) {
      const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
      if (stat === undefined || !stat.isFile()) {
        known.delete(path);
        return undefined;
      }
      const version = `${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
      const before = known.get(path);
      if (before?.version === version && isSettled(stat.ctimeMs)) return before;
      const content = load(path, version, parse);
      known.set(path, content);
      return content;
    },
  };
}

function isSettled(changed: bigint): boolean {
  return Date.now() - Number(changed) > SETTLED;
}

function load<T>(
  path: string,
  version: string,
  parse: (text: string, path: string, version: string) => T,
): FileContent<T> {
  try {
    return { ok: true, value: parse(readFileSync(path, 'utf8'), path, version), version };
  } catch (error) {
    return { ok: false, error, version };
  }
}

/** Lists the files of a folder. */
export type FolderReader = (folder: string) => readonly string[];

/**
 * Makes a lister of the names (without ending) of the files with that ending, sorted; empty where there is no such
 * folder. The folder is read again when its time of change differs.
 */
export function createFolderReader(ending: string): FolderReader {
  const known = new Map<string, { readonly changed: bigint; readonly names: readonly string[] }>();
  return (folder) => {
    const stat = statSync(folder, { throwIfNoEntry: false, bigint: true });
    if (stat === undefined) return [];
    const before = known.get(folder);
    if (before?.changed === stat.ctimeNs && isSettled(stat.ctimeMs)) return before.names;
    const names = readdirSync(folder)
      .filter((name) => name.endsWith(ending) && !name.startsWith('.'))
      .map((name) => name.slice(0, name.length - ending.length))
      .sort();
    known.set(folder, { changed: stat.ctimeNs, names });
    return names;
  };
}

/** `default`, and every folder of `tenants/`, sorted. */
export function tenantsByFolder(configFolder: string): readonly string[] {
  const folder = join(configFolder, 'tenants');
  if (!existsSync(folder)) return [DEFAULT_TENANT];
  const found = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [DEFAULT_TENANT, ...found.map(({ name }) => name).sort()];
}

/** Folder of a tenant's configuration: the root for `default`, else `tenants/<id>` below it. */
export function tenantFolder(configFolder: string, tenant: string): string {
  return tenant === DEFAULT_TENANT ? configFolder : join(configFolder, 'tenants', tenant);
}
