/** Parses REDIS_URL, because the client's own parser would accept options from the query. */

export interface RedisAddress {
  readonly host: string;
  readonly port: number;
  readonly username?: string;
  readonly password?: string;
  /** Number of the database. */
  readonly db: number;
  readonly tls: boolean;
}

/** Reads `redis://user:password@host:port/db`, or `rediss:` for TLS. @returns undefined for anything else */
export function parseRedisUrl(text: string): RedisAddress | undefined {
  try {
    const { protocol, hostname, port, username, password, pathname } = new URL(text);
    const db = /^\/?(\d{0,4})$/.exec(pathname)?.[1];
    if ((protocol !== 'redis:' && protocol !== 'rediss:') || hostname === '' || db === undefined) return undefined;
    return {
      // An IPv6 address is in brackets.
      host: decodeURIComponent(hostname).replace(/^\[|\]$/g, ''),
      port: port === '' ? 6379 : Number(port),
      ...(username === '' ? {} : { username: decodeURIComponent(username) }),
      ...(password === '' ? {} : { password: decodeURIComponent(password) }),
      db: Number(db),
      tls: protocol === 'rediss:',
    };
  } catch {
    // Not a URL, or not percent-encoded correctly. The error would repeat the password.
    return undefined;
  }
}
