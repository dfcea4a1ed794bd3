/** The scripts for browsers, compiled by the project in the folder `browser`. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Found by the package's name, because the services run bundled in another folder. */
const FOLDER = dirname(fileURLToPath(import.meta.resolve('@countersign/gateway/browser/dc-api')));

/** @param name with its ending */
export function browserFile(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8');
}
