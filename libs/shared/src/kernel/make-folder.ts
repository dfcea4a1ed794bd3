/** Creates folders, and checks that this process may use them. */
import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder of mode 0700, and those above it. Each by itself: `mkdirSync` with `recursive` never returns where the
 * system has no room for folders, such as below /proc.
 * @throws the error of the system, with `code` and `path`, also if this process can't write into the folder
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
