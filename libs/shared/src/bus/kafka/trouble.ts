/** Trouble with Kafka in words: one clear line that names the setting and what to do. */
import type { Log, LogFields } from '../../kernel/log.ts';

export interface Trouble {
  readonly message: string;
  /** Name of what the client library threw. */
  readonly code: string;
}

/** Errors of the connection by their code (node:net, node:dns). */
const NOT_REACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']);

const RETRYING = 'it is tried again until it works';

/**
 * What an error of the client library means for the operator. Pure.
 * @param error whatever was thrown; causes are looked at too
 */
export function troubleOf(error: unknown): Trouble {
  const root = rootOf(error);
  const code = root.type ?? root.code ?? root.name;
  return { message: `Kafka: ${meaningOf(root)}; ${RETRYING}`, code };
}

interface Root {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  /** Error of the protocol, such as `TOPIC_AUTHORIZATION_FAILED`. */
  readonly type?: string;
}

function meaningOf({ name, message, code = '', type = '' }: Root): string {
  if (type === 'UNSUPPORTED_SASL_MECHANISM' || /SASL.*mechanism is not supported/i.test(message)) {
    return 'the brokers do not know KAFKA_MECHANISM; set one that they have';
  }
  if (name === 'KafkaJSSASLAuthenticationError' || type === 'SASL_AUTHENTICATION_FAILED') {
    return 'the brokers refuse KAFKA_USERNAME with KAFKA_PASSWORD; check both, and KAFKA_MECHANISM';
  }
  if (type === 'ILLEGAL_SASL_STATE') return 'the brokers know no users; unset KAFKA_USERNAME, or use their other port';
  if (type.endsWith('_AUTHORIZATION_FAILED')) {
    return 'KAFKA_USERNAME may not do this; allow it the topics and groups whose names begin with KAFKA_PREFIX';
  }
  if (/CERT|TLS|SSL|SIGNED|LEAF_SIGNATURE/.test(code) || /\b(TLS|SSL|certificate)\b/i.test(message)) {
    return 'no TLS connection to the brokers; check KAFKA_TLS, and that their certificate is trusted here (KAFKA_TLS_CA)';
  }
  if (NOT_REACHED.has(code) || /ECONNREFUSED|ENOTFOUND|Connection timeout/.test(message)) {
    return 'no broker can be reached; check KAFKA_BROKERS (host:port) and that the brokers run';
  }
  if (name === 'KafkaJSConnectionClosedError' || /Closed connection|closed by the server|ECONNRESET/.test(message)) {
    return 'the brokers end the connection; check KAFKA_BROKERS, KAFKA_TLS and KAFKA_USERNAME';
  }
  return 'something went wrong';
}

/** The error that the others were made of. */
function rootOf(error: unknown): Root {
  let present = error;
  for (let depth = 0; depth < 8 && isRecord(present); depth += 1) {
    const next = present.cause ?? present.originalError;
    if (!isRecord(next)) break;
    present = next;
  }
  if (!isRecord(present)) return { name: typeof present, message: '' };
  const { name, message, code, type } = present;
  return {
    name: typeof name === 'string' ? name : 'Error',
    message: typeof message === 'string' ? message : '',
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof type === 'string' ? { type } : {}),
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Tells each trouble once until it is over, and when it is over: what is tried again each second would flood the log. */
export class TroubleLog {
  readonly #log: Log;
  readonly #told = new Set<string>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Tells it as a warning, the same line again only at debug. */
  tell(message: string, fields: LogFields = {}): void {
    const first = !this.#told.has(message);
    this.#told.add(message);
    this.#log[first ? 'warn' : 'debug'](message, fields);
  }

  tellError(error: unknown, fields: LogFields = {}): void {
    const { message, code } = troubleOf(error);
    this.tell(message, { ...fields, code });
  }

  /** What was told is over. */
  over(message: string, fields: LogFields = {}): void {
    if (this.#told.size > 0) this.#log.info(message, fields);
    this.#told.clear();
  }
}
