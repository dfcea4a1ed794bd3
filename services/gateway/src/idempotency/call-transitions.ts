/**
 * Transitions of a call with an `Idempotency-Key`. Pure; each is written by one compare-and-set. Times in milliseconds.
 * docs/explanation/model/idempotency.pml checks them.
 */

import type { IdempotentCallDocument } from '@countersign/shared/model/tenant/idempotent-calls';
import type { Transition } from '@countersign/shared/store/update-document';

/** Milliseconds for which a key stands for its first call. */
export const KEPT_FOR = 86_400_000;
/** A runner that has not renewed its lease for this long is treated as crashed. */
export const LEASE = 30_000;

/** A gateway's attempt to perform a call. */
export interface CallAttempt {
  readonly id: string;
  readonly tenant: string;
  readonly request: string;
  /** Unique to this attempt. */
  readonly runner: string;
  readonly now: number;
}

/** `run`: the attempt performs the call. `other`: the key belongs to another call. */
export type TakenCall = 'run' | 'running' | 'other' | 'done' | 'erased';

/** The document of a key that was not used before. If its insert succeeds, the attempt performs the call. */
export function begunCall({ now, runner, ...given }: CallAttempt): Omit<IdempotentCallDocument, 'rev'> {
  return { ...given, at: now, call: { state: 'running', runner, leaseUntil: now + LEASE } };
}

/** Takes a call that no gateway performs. A key older than `KEPT_FOR` starts a new call. */
export function takeCall(
  document: IdempotentCallDocument,
  attempt: CallAttempt,
): Transition<IdempotentCallDocument, TakenCall> {
  const { request, now } = attempt;
  if (now - document.at >= KEPT_FOR) return { document: { ...begunCall(attempt), rev: document.rev }, result: 'run' };
  if (document.request !== request) return { document, result: 'other' };
  const { call } = document;
  if (call.state !== 'running') return { document, result: call.state };
  // The response to its insert was lost.
  if (call.runner === attempt.runner) return { document, result: 'run' };
  if (call.leaseUntil > now) return { document, result: 'running' };
  return { document: { ...document, call: runningCall(attempt) }, result: 'run' };
}

/** The runner still performs the call. No write if another runner has taken it. */
export function renewCall(
  document: IdempotentCallDocument,
  attempt: Pick<CallAttempt, 'runner' | 'now'>,
): IdempotentCallDocument {
  return isRunner(document, attempt) ? { ...document, call: runningCall(attempt) } : document;
}

/** The call had no lasting response: its lease ends immediately, so that the next attempt performs it. */
export function freeCall(
  document: IdempotentCallDocument,
  attempt: Pick<CallAttempt, 'runner' | 'now'>,
): IdempotentCallDocument {
  if (!isRunner(document, attempt)) return document;
  return { ...document, call: { state: 'running', runner: attempt.runner, leaseUntil: attempt.now } };
}

/**
 * Keeps a call's response. The first one written is used, even from a runner whose lease has ended: if there is one,
 * the document stays unchanged, and each runner returns the stored response.
 * @param answer sealed; `session` if it links to one
 */
export function endCall(
  document: IdempotentCallDocument,
  { request, sealed, session }: { readonly request: string; readonly sealed: string; readonly session?: string },
): IdempotentCallDocument {
  if (document.call.state !== 'running' || document.request !== request) return document;
  return { ...document, ...(session === undefined ? {} : { session }), call: { state: 'done', sealed } };
}

/** Erases the response. The key still stands for its call, which is not performed again. */
export function eraseCall(document: IdempotentCallDocument): IdempotentCallDocument {
  if (document.call.state !== 'done') return document;
  const { session: _session, ...rest } = document;
  return { ...rest, call: { state: 'erased' } };
}

function isRunner({ call }: IdempotentCallDocument, { runner }: Pick<CallAttempt, 'runner'>): boolean {
  return call.state === 'running' && call.runner === runner;
}

function runningCall({ runner, now }: Pick<CallAttempt, 'runner' | 'now'>): IdempotentCallDocument['call'] {
  return { state: 'running', runner, leaseUntil: now + LEASE };
}
