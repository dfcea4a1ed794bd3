/** How a call to another service ended: with a response, or without. */
import { UnreadableBytes } from '../../kernel/byte-collector.ts';

/** The service's response. */
export interface Answer {
  /** 200 for every reply of an operation, including its errors; otherwise the service didn't accept the call. */
  readonly status: number;
  /** As the header `x-internal-reply`. */
  readonly meta: string | undefined;
  readonly body: Buffer;
  /** The replica is about to stop. */
  readonly isLeaving: boolean;
}

/** Sends a call and waits for its response. @param budget milliseconds @throws NoAnswer */
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

/** The code of a call without a response in time. */
export const TIMED_OUT = 'UND_ERR_HEADERS_TIMEOUT';

/** The code of a connection error. If several addresses were tried, the first one's. */
export function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  if (error instanceof UnreadableBytes) return error.why;
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN';
}
