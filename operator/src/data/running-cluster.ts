/**
 * The note with the data's location, which `npm run cluster` keeps in DATA_FOLDER while it runs. Without it a command
 * would use the embedded store in the same folder instead of the cluster's data.
 */
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, parseJson } from '@countersign/shared/kernel/json';
import type { Environment } from '@countersign/shared/settings/read-settings';

const NAMES = ['MONGODB_URL', 'MONGODB_DATABASE', 'AUTH_CLIENT_ID'] as const;

function fileOf(folder: string): string {
  return join(folder, 'cluster.json');
}

/**
 * Writes the note. The caller holds the folder's lock. Mode 0600, because MONGODB_URL may contain a password.
 * @returns the function that removes it
 */
export function noteCluster(folder: string, environment: Environment): () => void {
  const file = fileOf(folder);
  const given = Object.fromEntries(NAMES.map((name) => [name, environment[name]]));
  writeFileSync(file, `${JSON.stringify({ pid: process.pid, ...given }, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return () => rmSync(file, { force: true });
}

/**
 * The settings of the cluster that runs with this folder; undefined if none runs, even if a killed one has left its
 * note.
 */
export async function runningCluster(folder: string): Promise<Environment | undefined> {
  let text: string;
  try {
    text = readFileSync(fileOf(folder), 'utf8');
  } catch {
    return undefined;
  }
  // Loaded only if there is a note: a service container has no note, and may run no native code.
  const { holderOfFolder } = await import('@countersign/shared/store/lmdb/folder-lock');
  const note = parseJson(text);
  if (!isObject(note) || note.pid !== (await holderOfFolder(folder))) return undefined;
  const entries = NAMES.flatMap((name) => (typeof note[name] === 'string' ? [[name, note[name]]] : []));
  return Object.fromEntries(entries) as Environment;
}
