/** How far a login is, by its presentation session. Pure. */
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import type { LoginState } from './login-page.ts';

/** @param now milliseconds. @param session undefined: it was purged */
export function loginState(session: SessionDocument | undefined, now: number): LoginState {
  const progress = session?.presentation?.progress;
  if (session === undefined || progress === undefined) return 'expired';
  switch (progress.state) {
    case 'verified':
      return 'continue';
    case 'rejected':
      return 'refused';
    case 'expired':
      return 'expired';
    case 'created':
      return session.expiresAt <= now ? 'expired' : 'waiting';
    case 'requested':
      if (session.expiresAt <= now) return 'expired';
      if (progress.lastError === undefined) return 'waiting';
      return progress.lastError === 'access_denied' ? 'declined' : 'not_accepted';
  }
}

/** Whether the user declined in the wallet. */
export function isDeclined(session: SessionDocument | undefined): boolean {
  const progress = session?.presentation?.progress;
  return progress?.state === 'rejected' && progress.reason === 'access_denied';
}
