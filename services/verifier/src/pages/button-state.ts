/** What a page with a button may know about its request: never the presented claims, nor details of a refusal. Pure. */
import { requestLife } from '@countersign/shared/model/session/issuance-attempt';
import type { PresentationProgress, ResponseCode } from '@countersign/shared/model/session/presentation-part';
import type { PresentationSession } from '../session/presentation-state.ts';

export interface ButtonState {
  readonly state: 'waiting' | 'verified' | 'refused' | 'expired';
  /** While waiting: the wallet has the request, or has responded and now sends its browser back. */
  readonly step?: 'opened' | 'returning';
  /** With `refused`, and with `waiting` if a wallet's last response was refused. */
  readonly reason?: 'declined' | 'not_accepted';
  /** Seconds until the request ends; only while it waits. */
  readonly secondsLeft?: number;
}

/** The request was deleted. */
export const GONE: ButtonState = { state: 'expired' };

/** @param now milliseconds */
export function buttonState(session: PresentationSession, now: number): ButtonState {
  const { progress } = session.presentation;
  const { expiresAt } = requestLife(session);
  const secondsLeft = Math.max(0, Math.ceil((expiresAt - now) / 1000));
  switch (progress.state) {
    case 'created':
      return secondsLeft === 0 ? { state: 'expired' } : { state: 'waiting', secondsLeft };
    case 'requested':
      return secondsLeft === 0 ? { state: 'expired' } : { state: 'waiting', ...waitingWith(progress), secondsLeft };
    case 'verified':
      return progress.responseCode === undefined
        ? { state: 'verified' }
        : returning({ expiresAt, ...progress.responseCode }, now);
    case 'rejected':
      return { state: 'refused', reason: reasonOf(progress.reason) };
    case 'expired':
      return { state: 'expired' };
    default:
      return progress satisfies never;
  }
}

function waitingWith({
  lastError,
}: Extract<PresentationProgress, { state: 'requested' | 'expired' }>): Pick<ButtonState, 'step' | 'reason'> {
  return lastError === undefined ? { step: 'opened' } : { reason: reasonOf(lastError) };
}

/** Only the browser to which the wallet returns may see the result: until then this one knows no more than before. */
function returning(
  { redeemed, expiresAt }: Required<Pick<ResponseCode, 'redeemed' | 'expiresAt'>>,
  now: number,
): ButtonState {
  if (redeemed) return { state: 'verified' };
  if (now >= expiresAt) return { state: 'expired' };
  return { state: 'waiting', step: 'returning', secondsLeft: Math.ceil((expiresAt - now) / 1000) };
}

/** OpenID4VP 1.0, 8.5: the wallet reports that the user declined as access_denied. */
function reasonOf(code: string): 'declined' | 'not_accepted' {
  return code === 'access_denied' ? 'declined' : 'not_accepted';
}
