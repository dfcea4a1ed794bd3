/**
 * What a token is good for: credentials, deferred ones, and what the wallet reports of them. Pure transitions of the
 * issuance part, as those of `issuance-state.ts`.
 */
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import { ProtocolError } from '@countersign/shared/errors';
import type {
  Grant,
  IssuancePart,
  IssuanceProgress,
  IssuedCredential,
  NotificationRecord,
} from '@countersign/shared/store/sessions';
import { grantOf } from './issuance-state.ts';
import { isEnded } from './personal-data.ts';

/** Records credentials before they leave: a credential that left is always revocable. */
export function recordCredentials(
  part: IssuancePart,
  tokenHash: string,
  now: number,
  credentials: readonly IssuedCredential[],
): IssuancePart {
  const grant = liveGrant(part, tokenHash, now);
  // The wallet has reported everything once, and that was announced: what it fetches again changes nothing of it.
  const progress: IssuanceProgress = part.progress.state === 'completed' ? part.progress : { state: 'issued', grant };
  return { ...part, credentials: [...part.credentials, ...credentials], progress };
}

/** The grant of a token that still counts when something is written for it. @throws ProtocolError `invalid_token` */
export function liveGrant(part: IssuancePart, tokenHash: string, now: number): Grant {
  const grant = grantOf(part.progress);
  if (
    isEnded(part.progress) ||
    grant === undefined ||
    grant.revoked ||
    !sameHash(grant.tokenHash, tokenHash) ||
    now >= grant.expiresAt
  ) {
    throw new ProtocolError('invalid_token', 'The access token is not valid any more');
  }
  return grant;
}

/**
 * Records what the wallet reports of an answer; an identical report again changes nothing (OpenID4VCI 1.0, 11).
 * Completed is an issuance whose granted configurations all have a credential and whose answers all were accepted. It
 * stays completed: a later report, of a deletion or of what was fetched again, is recorded and no more.
 */
export function recordNotification(part: IssuancePart, record: NotificationRecord): IssuancePart {
  if (!part.credentials.some(({ notificationId }) => notificationId === record.notificationId)) {
    throw new ProtocolError('invalid_notification_id', 'The notification_id is unknown');
  }
  const known = part.notifications.some(
    ({ notificationId, event }) => notificationId === record.notificationId && event === record.event,
  );
  if (known) return part;
  const notifications = [...part.notifications, record];
  const { progress } = part;
  const complete = progress.state === 'issued' && isComplete(part, progress.grant, notifications);
  return {
    ...withoutDelivered(part, record.notificationId),
    notifications,
    progress: complete ? { state: 'completed', grant: progress.grant, claimsKept: true } : progress,
  };
}

/** The wallet has what was deferred: the kept answer goes, and with it the transaction. */
function withoutDelivered(part: IssuancePart, notificationId: string): IssuancePart {
  if (part.deferred === undefined) return part;
  return { ...part, deferred: part.deferred.filter(({ delivered }) => delivered?.notificationId !== notificationId) };
}

function isComplete(part: IssuancePart, grant: Grant, notifications: readonly NotificationRecord[]): boolean {
  const accepted = new Set(
    notifications.filter(({ event }) => event === 'credential_accepted').map(({ notificationId }) => notificationId),
  );
  return (
    part.credentials.every(({ notificationId }) => accepted.has(notificationId)) &&
    grant.configurationIds.every((id) => part.credentials.some(({ configurationId }) => configurationId === id))
  );
}
