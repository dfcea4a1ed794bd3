/** Turns Kafka errors into one line for operators, with the setting and the remedy. */
import type { Log, LogFields } from '../../kernel/log.ts';

export interface Trouble {
  readonly message: string;
  /** Type, code or name of the client library's error. */
  readonly code: string;
}

/** Codes of connection errors (node:net, node:dns). */
const NOT_REACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']);

const RETRYING = 'retrying until it works';

/**
 * Words an error of the client library for the operator. Pure.
 * @param error any thrown value; its innermost cause decides
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
    return 'the brokers do not know KAFKA_MECHANISM; set one they support';
  }
  if (name === 'KafkaJSSASLAuthenticationError' || type === 'SASL_AUTHENTICATION_FAILED') {
    return 'the brokers refuse KAFKA_USERNAME with KAFKA_PASSWORD; check both, and KAFKA_MECHANISM';
  }
  if (type === 'ILLEGAL_SASL_STATE') return 'the brokers know no users; unset KAFKA_USERNAME, or use their other port';
  if (type.endsWith('_AUTHORIZATION_FAILED')) {
    return 'KAFKA_USERNAME may not do this; grant it the topics and groups with KAFKA_PREFIX';
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

/** The innermost cause of an error. */
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

/** Logs each problem once, and its end. Otherwise retries each second would flood the log. */
export class TroubleLog {
  readonly #log: Log;
  readonly #reported = new Set<string>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Logs a trouble as a warning; its repetitions at debug. */
  report(message: string, fields: LogFields = {}): void {
    const first = !this.#reported.has(message);
    this.#reported.add(message);
    this.#log[first ? 'warn' : 'debug'](message, fields);
  }

  reportError(error: unknown, fields: LogFields = {}): void {
    const { message, code } = troubleOf(error);
    this.report(message, { ...fields, code });
  }

  /** Logs that the reported problems have ended, if there were any. */
  over(message: string, fields: LogFields = {}): void {
    if (this.#reported.size > 0) this.#log.info(message, fields);
    this.#reported.clear();
  }
}
