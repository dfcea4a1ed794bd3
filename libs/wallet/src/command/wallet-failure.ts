/** How the wallet at the terminal reports a failure: one line, with what to do next. */
import type { Answer } from '../sending/answer.ts';

/** A failure that a person can act on. */
export class WalletFailure extends Error {
  override readonly name = 'WalletFailure';

  /** @param next what to do, as a sentence without its end */
  constructor(what: string, next: string) {
    super(`${what}. Next: ${next}.`);
  }
}

const ASK_THE_SESSION = 'look at lastError and error of the session (GET /session/{id}), and at the log of the server';

const ENDED = 'make a new offer or request, for this one was used, has expired, or never was';

/** By the code of the answer. */
const nextByCode: Readonly<Record<string, string>> = {
  invalid_grant: 'give the right --tx-code where the offer has one, or make a new offer: a code works once',
  invalid_client: "let config/wallets.json allow public clients: this wallet is one, with the id 'test-wallet'",
  invalid_request_uri: 'run the command again',
  credential_request_denied: `make a new offer, or ${ASK_THE_SESSION}`,
  temporarily_unavailable: 'wait a little and run the command again',
};

/** The answer, where it is a success; any 2xx, because some settings of the server answer 201 for 200 or 204. */
export function succeeded(who: string, answer: Answer): Answer {
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw refused(who, answer);
}

/** The text of an answer that is no success. */
export function refused(who: string, { status, json, text }: Answer): WalletFailure {
  const code = json?.error ?? problemCode(json?.type);
  const next = status === 404 || status === 410 ? ENDED : nextByCode[String(code)];
  const description = json?.error_description ?? json?.detail;
  const said = [code, description].filter((part) => typeof part === 'string').join(': ');
  return new WalletFailure(`${who} answered ${status} ${said === '' ? kindOf(text) : said}`, next ?? ASK_THE_SESSION);
}

function problemCode(type: unknown): string | undefined {
  return typeof type === 'string' ? type.split(':').at(-1) : undefined;
}

/** Describes a body without an error code. */
function kindOf(text: string): string {
  if (text.trim() === '') return 'with an empty body';
  return /^\s*</.test(text) ? 'with a page for people' : 'with something that is no error of this protocol';
}
