/** How the wallet at the terminal reports a failure: one line with what to do next, and an exit code. */
import type { Answer } from '../sending/answer.ts';
import { NotReached, Refused, WalletRefuses, WHO } from '../sending/failures.ts';

export const exitCodes = { accepted: 0, refused: 1, wrong_use: 2, not_reached: 3, wallet_refuses: 4 } as const;

export type Outcome = keyof typeof exitCodes;

/** A failure that a user can act on: an error in the command, its files, or the order of its steps. */
export class WalletFailure extends Error {
  override readonly name = 'WalletFailure';

  /** @param next what to do, as a sentence without its full stop */
  constructor(what: string, next: string) {
    super(lineWith(what, next));
  }
}

const ASK_THE_TRACE =
  'read lastError and error of the session (GET /session/{id}), its trace (GET /session/{id}/trace), and the log of the server';

const ENDED = 'create a new offer or request: this one was already used, has expired or does not exist';

/** By the code in the response. */
const nextByCode: Readonly<Record<string, string>> = {
  invalid_grant:
    'if the offer has a transaction code, send it with --tx-code; otherwise create a new offer: a code works once',
  invalid_client: "let config/wallets.json allow public clients, or trust this wallet's provider (--provider)",
  invalid_request_uri: 'run the command again',
  credential_request_denied: `create a new offer, or ${ASK_THE_TRACE}`,
  temporarily_unavailable: 'wait a little and run the command again',
};

export interface Failure {
  readonly outcome: Outcome;
  /** One line, with what to do next. */
  readonly line: string;
}

/** Describes the error that ended a run. A stack does not help a user who tries an offer. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Refused) return { outcome: 'refused', line: refusalLine(WHO[error.step], error.answer) };
  if (error instanceof NotReached) {
    const next = 'start the server (npm start), or check that PUBLIC_URL is its address';
    return { outcome: 'not_reached', line: lineWith(error.message, next) };
  }
  if (error instanceof WalletRefuses) {
    const next = error.next ?? 'check what this wallet profile does: --list-profiles lists all of them';
    return { outcome: 'wallet_refuses', line: lineWith(error.message, next) };
  }
  if (error instanceof WalletFailure) return { outcome: 'wrong_use', line: error.message };
  const [what = ''] = String(error instanceof Error ? error.message : error).split('\n');
  const next = 'check that the link comes from this server, and read its log';
  return { outcome: 'refused', line: lineWith(`The wallet received an unexpected response (${what})`, next) };
}

/** The text of a response that is not a success. */
export function refusalLine(who: string, { status, json, text }: Answer): string {
  const code = json?.error ?? problemCode(json?.type);
  const next = status === 404 || status === 410 ? ENDED : nextByCode[String(code)];
  const description = json?.error_description ?? json?.detail;
  const said = [code, description].filter((part) => typeof part === 'string').join(': ');
  return lineWith(`${who} returned ${status} ${said === '' ? kindOf(text) : said}`, next ?? ASK_THE_TRACE);
}

function lineWith(what: string, next: string): string {
  return `${what.replaceAll('\n', ' ')}. Next: ${next}.`;
}

function problemCode(type: unknown): string | undefined {
  return typeof type === 'string' ? type.split(':').at(-1) : undefined;
}

/** Describes a body without an error code. */
function kindOf(text: string): string {
  if (text.trim() === '') return 'with an empty body';
  return /^\s*</.test(text) ? 'with a web page' : 'with something other than a protocol error';
}
