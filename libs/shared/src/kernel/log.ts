/** The log: JSON lines of allow-listed fields. No object is logged by accident; claims, keys, codes and tokens have no field. */
import type { Clock } from './clock.ts';
import { isoTime } from './clock.ts';

export interface LogFields {
  readonly service?: string;
  readonly request?: string;
  /** Id of the W3C trace. */
  readonly trace?: string;
  /** The logger keeps the first 16 characters: nine are the time, the rest distinguish sessions of the same time. */
  readonly session?: string | undefined;
  readonly tenant?: string | undefined;
  readonly operation?: string;
  readonly method?: string;
  /** Route pattern, never the called path, because paths contain handles. */
  readonly route?: string;
  readonly status?: number;
  readonly milliseconds?: number;
  readonly code?: string | undefined;
  /** Reason of a refusal, by its name in the catalogue. */
  readonly reason?: string;
  readonly detail?: string;
  readonly event?: string;
  readonly topic?: string;
  readonly group?: string;
  readonly file?: string;
  readonly pointer?: string;
  readonly job?: string;
  readonly count?: number;
  readonly configuration?: string;
  readonly stack?: string;
  readonly address?: string;
  /** Subject of a wallet provider's certificate. */
  readonly provider?: string;
  /** RFC 7638 thumbprint of a wallet instance's key. */
  readonly instance?: string;
  /** Scheme, host and port of a webhook; never its path. */
  readonly target?: string;
  /** Time of the next attempt, ISO 8601. */
  readonly next?: string;
}

/** Characters of a session id that are logged: enough to distinguish sessions, too few to request one. */
const SESSION_LENGTH = 16;

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';
export type Log = Readonly<Record<Exclude<LogLevel, 'silent'>, (message: string, fields?: LogFields) => void>>;

const order: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];

/**
 * Creates a logger.
 * @param write receives one line with its line end
 * @param base fields of every line; a field of the line itself takes precedence
 */
export function createLog(
  level: LogLevel,
  clock: Clock,
  write: (line: string) => void,
  base: Pick<LogFields, 'service'> = {},
): Log {
  const from = order.indexOf(level);
  const at =
    (name: Exclude<LogLevel, 'silent'>) =>
    (message: string, fields: LogFields = {}): void => {
      if (order.indexOf(name) < from) return;
      const session = fields.session?.slice(0, SESSION_LENGTH);
      write(`${JSON.stringify({ time: isoTime(clock()), level: name, message, ...base, ...fields, session })}\n`);
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

export const silentLog: Log = createLog(
  'silent',
  () => 0,
  () => undefined,
);
