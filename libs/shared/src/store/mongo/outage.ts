/** Classifies errors of MongoDB's driver, and logs one line for operators with what to do. */
import type { Log } from '../../kernel/log.ts';

/** `unreachable`: network, timeout, no primary; `login`: wrong user or password; `rights`: the user may not do this. */
export type Outage = 'unreachable' | 'login' | 'rights';

const AUTHENTICATION_FAILED = 18;
const UNAUTHORIZED = 13;
const DUPLICATE_KEY = 11000;
const COMMAND_NOT_FOUND = 59;
const COMMAND_NOT_SUPPORTED = 115;

/**
 * Server errors that a retry would repeat: the query or the set-up is wrong (an index of the query is missing, the
 * document is too large, ...). They are bugs that must be visible, not outages.
 */
const lasting: ReadonlySet<number> = new Set([
  2, // BadValue: also a hint with an unknown index
  9, // FailedToParse
  14, // TypeMismatch
  17, // ProtocolError
  22, // InvalidBSON
  26, // NamespaceNotFound
  27, // IndexNotFound
  52, // DollarPrefixedFieldName
  COMMAND_NOT_FOUND,
  67, // CannotCreateIndex
  72, // InvalidOptions
  73, // InvalidNamespace
  85, // IndexOptionsConflict
  86, // IndexKeySpecsConflict
  121, // DocumentValidationFailure
  291, // NoQueryExecutionPlans
  10334, // BSONObjectTooLarge
  DUPLICATE_KEY,
]);

/** True if a unique value, or the id, is taken. */
export function isDuplicate(error: unknown): boolean {
  return codeOf(error) === DUPLICATE_KEY;
}

/** True if the server, or its current feature version, does not have the command: nothing was done. */
export function isNoCommand(error: unknown): boolean {
  const code = codeOf(error);
  return code === COMMAND_NOT_FOUND || code === COMMAND_NOT_SUPPORTED;
}

/**
 * The outage behind a driver error; undefined for a bug or a wrong set-up. Every error that is not listed as
 * lasting is an outage: callers retry, and nothing is acknowledged until then.
 */
export function outageOf(error: unknown): Outage | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error);
  if (code === AUTHENTICATION_FAILED) return 'login';
  if (code === UNAUTHORIZED) return 'rights';
  if (typeof code === 'number' && lasting.has(code)) return undefined;
  const misuse = ['MongoInvalidArgumentError', 'MongoMissingDependencyError', 'TypeError', 'RangeError', 'BSONError'];
  return misuse.includes(error.name) ? undefined : 'unreachable';
}

export interface OutageLog {
  /** Call at the start of an operation; pass the result to `ended`. */
  began(): number;
  /** An operation that started then got a response. */
  ended(began: number): void;
  failed(outage: Outage, error: unknown): void;
}

/**
 * Logs one line for each change between up, unreachable and refused. Only an operation that started after the last
 * failure shows that the database is reachable again. Responses to earlier operations prove nothing.
 */
export function createOutageLog(log: Log, database: string): OutageLog {
  let present: Outage | undefined;
  let failures = 0;
  return {
    began: () => failures,
    ended: (began) => {
      if (present === undefined || began !== failures) return;
      present = undefined;
      log.info('MongoDB answers again');
    },
    failed: (outage, error) => {
      failures += 1;
      if (present === outage) return;
      present = outage;
      log.error(line(outage, database), { code: 'temporarily_unavailable', detail: reason(error) });
    },
  };
}

function line(outage: Outage, database: string): string {
  switch (outage) {
    case 'unreachable':
      return 'MongoDB does not respond: check the hosts and options of MONGODB_URL, and that the server runs and has a primary';
    case 'login':
      return "MongoDB refuses the user or the password in MONGODB_URL: correct them, or set the user's authSource";
    case 'rights':
      return `The user in MONGODB_URL lacks rights: give it the role readWrite on the database ${database}`;
  }
}

/** Only names and codes, because driver messages may contain parts of the connection string. */
function reason(error: unknown): string {
  const names: string[] = [];
  for (let at = error; at instanceof Error && names.length < 4; at = at.cause) {
    const code = codeOf(at);
    names.push(code === undefined ? at.name : `${at.name} ${code}`);
  }
  return names.join(', ');
}

function codeOf(error: unknown): string | number | undefined {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'number' || typeof code === 'string' ? code : undefined;
}
