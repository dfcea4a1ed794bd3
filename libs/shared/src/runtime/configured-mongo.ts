/** MongoDB as the settings name it: for services and for the operator's commands. */

import type { Log } from '../kernel/log.ts';
import { readEngineTls, type TlsSettings } from '../settings/engine-tls.ts';
import type { Settings } from '../settings/settings.ts';
import { type MongoStore, openMongoStore } from '../store/mongo/store.ts';

/**
 * Opens the store of MONGODB_URL, MONGODB_DATABASE, MONGODB_TIMEOUT and the MONGODB_TLS files; see `openMongoStore`.
 * @throws Error if MONGODB_URL is not set or not a connection string, or a file can't be read
 */
export function openConfiguredMongo(
  settings: Pick<Settings, 'MONGODB_URL' | 'MONGODB_DATABASE' | 'MONGODB_TIMEOUT'> & TlsSettings,
  log: Log,
): MongoStore {
  const { MONGODB_URL: url, MONGODB_DATABASE: database, MONGODB_TIMEOUT: timeout } = settings;
  if (url === undefined) throw new Error('MONGODB_URL is not set');
  const tls = readEngineTls(settings, 'MONGODB');
  return openMongoStore({ url, database, timeout, log, ...(tls && { tls }) });
}

/** Hosts and database, as text: `MongoDB at db-1:27017, database countersign`. Contains neither user nor password. */
export function placeOfMongo({
  MONGODB_URL,
  MONGODB_DATABASE,
}: Pick<Settings, 'MONGODB_URL' | 'MONGODB_DATABASE'>): string {
  // Up to the last @, because an unencoded password may contain one, a slash or a question mark.
  const hosts = MONGODB_URL?.replace(/^mongodb(?:\+srv)?:\/\//, '')
    .replace(/^.*@/s, '')
    .split(/[/?]/, 1)[0];
  return `MongoDB at ${hosts === undefined || hosts === '' ? 'an unknown host' : hosts}, database ${MONGODB_DATABASE}`;
}
