/** How a call to another service ended: answered, or not. */
import { UnreadableBytes } from '../../kernel/byte-collector.ts';

/** What came back from the service. */
export interface Answer {
  /** 200 for every reply of an operation, its errors included; another one if the service didn't take the call. */
  readonly status: number;
  /** As the header `x-internal-reply`. */
  readonly meta: string | undefined;
  readonly body: Buffer;
  /** The replica is about to stop. */
  readonly isLeaving: boolean;
}

/** Sends a call and waits for its answer. @param budget milliseconds @throws NoAnswer */
export type SendCall = (operation: string, call: OutgoingCall, budget: number) => Promise<Answer>;

export interface OutgoingCall {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The call did not reach the service; the operation itself did not fail. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly code: string;

  constructor(code: string, cause?: unknown) {
    super(`No answer: ${code}`, { cause });
    this.code = code;
  }
}

/** The code of a call that was not answered in time. */
export const TIMED_OUT = 'UND_ERR_HEADERS_TIMEOUT';

/** The code of an error of the connection; of several tried addresses, that of the first. */
export function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  if (error instanceof UnreadableBytes) return error.why;
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN';
}
