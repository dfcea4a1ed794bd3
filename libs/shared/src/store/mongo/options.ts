/** The driver's options in addition to the connection string. */

import type { EngineTls } from '../../settings/engine-tls.ts';

export interface MongoOptions extends EngineTls {
  readonly tls?: true;
  readonly appName?: string;
  readonly maxPoolSize?: number;
  readonly writeConcern: { readonly w: 'majority'; readonly journal: true; readonly wtimeoutMS: number };
  readonly readConcern: { readonly level: 'majority' };
  readonly readPreference: 'primary';
  readonly retryWrites: false;
  readonly retryReads: true;
  readonly compressors: 'none'[];
  readonly serverSelectionTimeoutMS: number;
  readonly connectTimeoutMS: number;
  readonly waitQueueTimeoutMS: number;
  readonly socketTimeoutMS: number;
}

/** Defaults that an operator may override in the URL; `maxPoolSize` is connections to one server. */
const choices = { appName: 'countersign', maxPoolSize: 32 } as const;

/**
 * The options of a client. They override the URL if the store's guarantees depend on them.
 * @param timeout milliseconds that an operation may take
 * @param socketTimeout milliseconds without a response after which a connection is closed; 0 for no limit
 * @param files if present, the connection uses TLS and overrides the URL
 */
export function mongoOptions(url: string, timeout: number, socketTimeout: number, files?: EngineTls): MongoOptions {
  const named = new Set(new URLSearchParams(url.slice(url.indexOf('?') + 1)).keys());
  return {
    ...Object.fromEntries(Object.entries(choices).filter(([name]) => !named.has(name))),
    writeConcern: { w: 'majority', journal: true, wtimeoutMS: timeout },
    // A local read may return a write that a failover rolls back.
    readConcern: { level: 'majority' },
    readPreference: 'primary',
    // The driver would hide its retry: a refusal of the second attempt may be the effect of the first.
    retryWrites: false,
    retryReads: true,
    // Small documents within a cluster: compressing them costs more than it saves.
    compressors: ['none'],
    serverSelectionTimeoutMS: timeout,
    connectTimeoutMS: timeout,
    waitQueueTimeoutMS: timeout,
    socketTimeoutMS: socketTimeout,
    ...(files && { tls: true, ...files }),
  };
}

/**
 * Reports the driver's refusal of a connection string without quoting the string, which may contain a password.
 * @param error thrown by the driver
 */
export function badUrl(error: unknown): Error {
  const option =
    error instanceof Error ? /^options? [\w, ]+ (is|are) not supported$/.exec(error.message)?.[0] : undefined;
  const why = option === undefined ? '' : ` (${option})`;
  return new Error(
    `MONGODB_URL is not a MongoDB connection string${why}: mongodb://user:password@host:port/?options, user and password percent-encoded`,
  );
}
