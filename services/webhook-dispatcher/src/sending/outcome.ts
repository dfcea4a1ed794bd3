/** What a target's response means. */
import type { OutboundErrorCode } from '@countersign/shared/http/outbound-error';
import type { AttemptError } from './attempt-text.ts';

/** The result of an attempt: a response, or why there was none. */
export type AttemptResult =
  | { readonly status: number; readonly retryAfter?: string; readonly body?: Buffer; readonly type?: string }
  | { readonly error: OutboundErrorCode | 'internal' | 'token' };

export type Outcome =
  | { readonly kind: 'delivered' }
  /** The target wants no more attempts. */
  | { readonly kind: 'dead'; readonly reason: 'gone' }
  | { readonly kind: 'retry'; readonly error?: AttemptError /** Milliseconds at least. */; readonly after?: number };

/** Longest pause that a target may request: a longer one could delay a delivery beyond the session's lifetime. */
const MAX_RETRY_AFTER = 3_600_000;

/** @param now milliseconds, for a Retry-After that is a date */
export function outcomeOf(result: AttemptResult, now: number): Outcome {
  if ('error' in result) return { kind: 'retry', error: result.error };
  const { status } = result;
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  // Standard Webhooks: 410 Gone asks to stop.
  if (status === 410) return { kind: 'dead', reason: 'gone' };
  // Redirects are never followed: the backend did not choose that address.
  if (status >= 300 && status < 400) return { kind: 'retry', error: 'redirect' };
  const after = status === 429 || status === 503 ? retryAfter(result.retryAfter, now) : undefined;
  return { kind: 'retry', error: 'status', ...(after === undefined ? {} : { after }) };
}

/** Whether the result points to a fault of the target, not only of this delivery. */
export function isTargetFailure(result: AttemptResult): boolean {
  return 'error' in result ? result.error !== 'aborted' : result.status >= 500 || result.status === 429;
}

/** RFC 9110, 10.2.3: seconds or a date. */
function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const pause = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(pause) ? Math.min(Math.max(pause, 0), MAX_RETRY_AFTER) : undefined;
}
