/** How a run of the wallet ends early. */
import type { Step } from '../jwt/signer.ts';
import type { Answer } from './answer.ts';

/** Who responds in a step. */
export const WHO: Readonly<Record<Step, string>> = {
  offer: 'The offer',
  metadata: 'The metadata',
  par: 'PAR',
  authorize: 'The authorization endpoint',
  challenge: 'The challenge endpoint',
  attestation_challenge: 'The attestation challenge endpoint',
  nonce: 'The nonce endpoint',
  token: 'The token endpoint',
  credential: 'The credential endpoint',
  deferred: 'The deferred endpoint',
  notification: 'The notification endpoint',
  'request-object': 'The request',
  response: 'The verifier',
};

/** The server refused a request, or returned something that no wallet can use. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly step: Step;
  readonly answer: Answer;

  constructor(step: Step, answer: Answer) {
    super(`${WHO[step]} answered ${answer.status} ${answer.text}`);
    this.step = step;
    this.answer = answer;
  }
}

/** Nothing answered. */
export class NotReached extends Error {
  override readonly name = 'NotReached';
  readonly origin: string;
  /** The system's error code, such as ECONNREFUSED. */
  readonly code: string;

  constructor(url: string, cause: unknown) {
    const { origin } = new URL(url);
    const code = codeOf(cause);
    super(`${origin} does not respond (${code})`, { cause });
    this.origin = origin;
    this.code = code;
  }
}

/**
 * The wallet itself refuses: metadata or a request that its habits don't accept, or something that it does not have.
 */
export class WalletRefuses extends Error {
  override readonly name: string = 'WalletRefuses';
  /** What a user can do, as a sentence without its full stop. */
  readonly next: string | undefined;

  constructor(message: string, next?: string) {
    super(message);
    this.next = next;
  }
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : undefined;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no connection';
}

/** The response, if it is a success: any 2xx. @throws Refused */
export function succeeded(step: Step, answer: Answer): Answer {
  if (answer.status < 200 || answer.status >= 300) throw new Refused(step, answer);
  return answer;
}

/** @throws WalletRefuses if the value is missing */
export function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new WalletRefuses(`There is no ${what}`);
  return value;
}
