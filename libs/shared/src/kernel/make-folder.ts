/** Creates folders, and checks that this process may use them. */
import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder of mode 0700, and those above it. One by one, because `mkdirSync` with `recursive` never returns in
 * places without room for folders, such as /proc.
 * @throws the system's error, with `code` and `path`, also if this process can't write into the folder
 */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let at = resolve(path); !isFolder(at); at = dirname(at)) missing.push(at);
  for (const folder of missing.reverse()) make(folder);
  accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
}

/** Another process may have created it meanwhile. */
function make(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  // Undefined for ENOENT; ENOTDIR and EACCES are thrown.
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
