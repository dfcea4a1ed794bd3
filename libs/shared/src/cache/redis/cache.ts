/** The cache of several processes: Redis or Valkey, one server (not Redis Cluster: a script uses keys of any slot). */
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { hashOf } from '../../crypto/sha256.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { unavailable } from '../../kernel/unavailable.ts';
import type { EngineTls } from '../../settings/engine-tls.ts';
import { settingsTable } from '../../settings/table.ts';
import { wholeLifetime } from '../lifetime.ts';
import type { Cache, ReplayCheck } from '../port.ts';
import { parseRedisUrl, type RedisAddress } from './address.ts';
import { createRedisState, type RedisState, replyCode } from './connection-state.ts';
import { addOnceScript, decrementScript, incrementScript, type RedisScript } from './scripts.ts';

/** Milliseconds between two attempts to connect. */
const LONGEST_PAUSE = 2000;

const TIMEOUT = Number(settingsTable.REDIS_TIMEOUT.default);

/**
 * Largest difference of the replicas' clocks, milliseconds. A nonce that was used before a flush may carry the time of a
 * clock that is ahead of the clock which writes `completeSince`.
 */
const CLOCKS_APART = 2000;

/** Milliseconds that a timer may fire too early, with room. */
const TIMER_EARLY = 10;

export interface RedisCacheOptions {
  /** REDIS_URL. Never logged. */
  readonly url: string;
  /** Begins every key. */
  readonly prefix: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Time limit of a command in milliseconds. Default: REDIS_TIMEOUT */
  readonly timeout?: number;
  /** For a `rediss:` URL; default: the authorities of the system. */
  readonly tls?: EngineTls;
  /** Waits so many milliseconds; injected by tests. */
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Creates a cache on Redis. It connects, and reconnects without limit, in the background; commands and `ping` reject
 * with `temporarily_unavailable` while there is no connection. On an empty Redis marks are complete since the first
 * contact: a first start looks like a flush, so whatever predates it is refused. `addOnce` responds only when marks are
 * complete, two seconds after a flush.
 */
export function createRedisCache(options: RedisCacheOptions): Cache {
  const address = parseRedisUrl(options.url);
  if (address !== undefined) return new RedisCache(address, options);
  options.log.error('REDIS_URL is not a Redis address; it must look like redis://user:password@host:6379/0');
  const refuse = async (): Promise<never> => {
    throw unavailable('redis', new Error('REDIS_URL is not a Redis address'));
  };
  return { addOnce: refuse, increment: refuse, decrement: refuse, ping: refuse, close: async () => undefined };
}

class RedisCache implements Cache {
  readonly #redis: Redis;
  readonly #address: RedisAddress;
  readonly #prefix: string;
  readonly #clock: Clock;
  readonly #wait: (milliseconds: number) => Promise<unknown>;
  readonly #state: RedisState;
  /** Run id of the connected server; undefined while there is no connection. */
  #run: string | undefined;
  /** Number of the current connection. It shows that a result belongs to an earlier one. */
  #connection = 0;
  #tries = 0;

  constructor(address: RedisAddress, options: RedisCacheOptions) {
    const { prefix, clock, log, timeout = TIMEOUT, tls = {}, wait = sleep } = options;
    this.#address = address;
    this.#prefix = prefix;
    this.#clock = clock;
    this.#wait = wait;
    this.#state = createRedisState({ address: `${address.host}:${address.port}`, clock, log });
    this.#redis = new Redis(this.#options(address, timeout, tls));
    this.#redis.on('error', (error: Error) => this.#state.failing(error));
    this.#redis.on('ready', () => void this.#prepare());
    this.#redis.on('close', () => {
      this.#connection += 1;
      this.#run = undefined;
      this.#state.lost();
    });
  }

  async addOnce(key: string, ttl: number): Promise<ReplayCheck> {
    const lifetime = wholeLifetime(ttl);
    const [first, since] = await this.#addOnce([this.#key('once', key)], lifetime);
    const completeSince = Number(since);
    // Whatever is older than that time is refused. A caller that is told so only then gets a nonce that is accepted.
    const left = Math.min(completeSince - this.#clock(), 2 * CLOCKS_APART);
    if (left > 0) await this.#wait(left + TIMER_EARLY);
    return { first: first === 1, completeSince };
  }

  async increment(key: string, ttl: number): Promise<number> {
    const lifetime = wholeLifetime(ttl);
    return (await this.#runScript(incrementScript, [this.#key('count', key)], [lifetime])) as number;
  }

  async decrement(key: string): Promise<number> {
    return (await this.#runScript(decrementScript, [this.#key('count', key)], [])) as number;
  }

  async ping(): Promise<void> {
    await this.#command(() => this.#redis.ping());
  }

  async close(): Promise<void> {
    this.#state.closed();
    this.#run = undefined;
    // Running commands get their responses, within a command's time limit.
    if (this.#redis.status === 'ready') await this.#redis.quit().catch(() => undefined);
    this.#redis.disconnect();
  }

  #options({ host, port, username, password, db, tls }: RedisAddress, timeout: number, files: EngineTls) {
    return {
      host,
      port,
      db,
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
      ...(tls ? { tls: { ...files } } : {}),
      protocol: 2 as const,
      // A command is sent once or fails immediately, because callers time out before an outage ends.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      commandTimeout: timeout,
      socketTimeout: 3 * timeout,
      connectTimeout: 2 * timeout,
      // Done in #prepare, which handles a refused INFO.
      enableReadyCheck: false,
      retryStrategy: () => {
        this.#tries += 1;
        return Math.min(25 * 2 ** Math.min(this.#tries, 10), LONGEST_PAUSE);
      },
      // The server became a replica: its host name may resolve to the new master now.
      reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
    };
  }

  /** Reads the server's run id, and stores the time since which marks are complete. */
  async #prepare(): Promise<void> {
    this.#connection += 1;
    const connection = this.#connection;
    try {
      if (this.#address.db > 0) await this.#redis.select(this.#address.db);
      const info = await this.#redis.info();
      const run = /^run_id:(\S+)/m.exec(info)?.[1];
      if (run === undefined) throw new Error('INFO has no run_id');
      // The server loads its snapshot, and refuses commands until that has finished.
      if (/^loading:1/m.test(info)) throw Object.assign(new Error('Redis is loading'), { code: 'LOADING' });
      if (connection !== this.#connection) return;
      this.#run = run;
      await this.#addOnce([], 1);
      if (connection !== this.#connection) return;
      this.#tries = 0;
      this.#state.ready(/^maxmemory_policy:(\S+)/m.exec(info)?.[1]);
    } catch (error) {
      if (connection !== this.#connection) return;
      this.#state.failing(error instanceof Error ? error : new Error(String(error)));
      this.#redis.disconnect(true);
    }
  }

  async #addOnce(marks: readonly string[], lifetime: number): Promise<readonly [number, string]> {
    const keys = [completeSinceKey(this.#prefix), ...marks];
    const since = Math.ceil(this.#clock()) + CLOCKS_APART;
    return (await this.#runScript(addOnceScript, keys, [since, this.#run ?? '', lifetime])) as [number, string];
  }

  /** Parts of a key come from outside: the hash bounds its length and keeps its content out of Redis. */
  #key(kind: 'once' | 'count', key: string): string {
    return `${this.#prefix}${kind}:${hashOf(key)}`;
  }

  #runScript(script: RedisScript, keys: readonly string[], values: readonly (string | number)[]): Promise<unknown> {
    return this.#command(async () => {
      const connection = this.#connection;
      try {
        return await this.#redis.evalsha(script.sha1, keys.length, ...keys, ...values);
      } catch (error) {
        // The server does not have the script yet. Not on a new connection, because `values` contain the earlier
        // server's run id.
        if (replyCode(error) !== 'NOSCRIPT' || connection !== this.#connection) throw error;
        return await this.#redis.eval(script.text, keys.length, ...keys, ...values);
      }
    });
  }

  /**
   * @throws ProtocolError `temporarily_unavailable` for every failure: it is unknown whether the command was executed
   */
  async #command<T>(run: () => Promise<T>): Promise<T> {
    if (this.#run === undefined) throw unavailable('redis', new Error('Redis is not connected'));
    try {
      return await run();
    } catch (error) {
      this.#state.refused(error);
      throw unavailable('redis', error);
    }
  }
}

/** Key whose value is the time since which marks are complete: `<milliseconds> <run id of the server>`. */
export function completeSinceKey(prefix: string): string {
  return `${prefix}complete-since`;
}
