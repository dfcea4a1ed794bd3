/** The shipped configuration, as the tests read it: a copy of the samples, never a user's `config/`. */
import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Compiled to test/dist/support. Written by `npm run docs`. */
export const SAMPLES = resolve(import.meta.dirname, '../../samples');

/** Puts the samples into `<folder>/config`. @returns that folder */
export function copySamples(folder: string): string {
  const target = join(folder, 'config');
  cpSync(SAMPLES, target, { recursive: true });
  return target;
}
