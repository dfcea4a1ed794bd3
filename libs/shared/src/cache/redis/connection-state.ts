/** Logs the state of Redis: one line for each change, however many attempts and commands fail. */
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';

export interface RedisState {
  /** Records why the connection is about to end, or could not be established. */
  failing(error: Error): void;
  /** The connection ended, or was not established. */
  lost(): void;
  /** @param policy the server's `maxmemory-policy`, if it reports one */
  ready(policy: string | undefined): void;
  /** A command failed. */
  refused(error: unknown): void;
  /** Logs nothing from now onwards. */
  closed(): void;
}

const MINUTE = 60_000;

const troubles = {
  unreachable: 'Redis is not reachable; check that Redis is running at REDIS_URL. Retrying',
  login: 'Redis refuses the login; check user, password and rights of the user in REDIS_URL. Trying again',
  database: 'Redis has no database of that number; check the end of REDIS_URL. Trying again',
  unsupported: 'Redis does not report its run id, so lost replay marks would go unnoticed; it cannot be used',
} as const;

type Trouble = keyof typeof troubles;

/** @param options.address host and port; no login */
export function createRedisState(options: {
  readonly address: string;
  readonly clock: Clock;
  readonly log: Log;
}): RedisState {
  const { address, clock, log } = options;
  let state: 'new' | 'ready' | 'closed' | Trouble = 'new';
  let reason: Error | undefined;
  let refusedUntil = 0;
  let warnedOf: string | undefined;
  return {
    failing(error) {
      reason = error;
    },
    lost() {
      const next = trouble(reason);
      const code = reason === undefined ? 'CLOSED' : errorCode(reason);
      reason = undefined;
      if (state === 'closed' || state === next) return;
      state = next;
      log.error(troubles[next], { address, code });
    },
    ready(policy) {
      reason = undefined;
      if (state !== 'new' && state !== 'closed' && state !== 'ready') log.info('Redis is reachable again', { address });
      if (state !== 'closed') state = 'ready';
      if (policy === undefined || policy === 'noeviction' || policy === warnedOf) return;
      warnedOf = policy;
      // A proof whose mark was evicted can be replayed.
      log.warn('Redis may drop marks that are in use: set maxmemory-policy to noeviction', { address, detail: policy });
    },
    refused(error) {
      const code = replyCode(error);
      if (state !== 'ready' || code === undefined || clock() < refusedUntil) return;
      refusedUntil = clock() + MINUTE;
      log.error('Redis refuses commands', { address, code });
    },
    closed() {
      state = 'closed';
    },
  };
}

function trouble(reason: Error | undefined): Trouble {
  if (reason === undefined) return 'unreachable';
  const { message } = reason;
  if (/^(WRONGPASS|NOAUTH|NOPERM)\b|invalid password|without any password/.test(message)) return 'login';
  if (/DB index|SELECT is not allowed/i.test(message)) return 'database';
  return message.includes('run_id') ? 'unsupported' : 'unreachable';
}

/** The first word of a Redis error, such as `OOM`; undefined if the error is not from Redis. */
export function replyCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name !== 'ReplyError') return undefined;
  return /^[A-Z]+/.exec(error.message)?.[0];
}

function errorCode(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (/timed? ?out/i.test(error.message)) return 'TIMEOUT';
  return replyCode(error) ?? error.name;
}
