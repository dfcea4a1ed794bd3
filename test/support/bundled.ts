/** The bundle of the services for tests, which `scripts/bundle-services.mjs --tests` makes. */
import { resolve } from 'node:path';

/** @param name a service, or a file that a test preloads into one */
export function bundled(name: string): string {
  return resolve(import.meta.dirname, '../bundle', `${name}.js`);
}
