/** MongoDB as the settings name it: for services, and for commands beside them. */
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { type MongoStore, openMongoStore } from '../store/mongo.ts';

/**
 * Opens the store of MONGODB_URL, MONGODB_DATABASE and MONGODB_TIMEOUT; see `openMongoStore`.
 * @throws Error where MONGODB_URL is not set, or no connection string
 */
export function openConfiguredMongo(
  settings: Pick<Settings, 'MONGODB_URL' | 'MONGODB_DATABASE' | 'MONGODB_TIMEOUT'>,
  log: Log,
): MongoStore {
  const { MONGODB_URL: url, MONGODB_DATABASE: database, MONGODB_TIMEOUT: timeout } = settings;
  if (url === undefined) throw new Error('MONGODB_URL is not set');
  return openMongoStore({ url, database, timeout, log });
}
