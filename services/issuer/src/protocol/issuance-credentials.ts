/**
 * What a token is good for: credentials, deferred ones, and what the wallet reports of them. Pure transitions of the
 * issuance part, as those of `issuance-state.ts`.
 */
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type {
  DeferredCredential,
  Grant,
  IssuancePart,
  IssuanceProgress,
  IssuedCredential,
  NotificationRecord,
} from '@countersign/shared/model/sessions';
import { grantOf } from './issuance-state.ts';
import { isEnded } from './personal-data.ts';

/** An answer that is about to leave. */
export interface Answered {
  readonly tokenHash: string;
  /** Milliseconds. */
  readonly now: number;
  readonly credentials: readonly IssuedCredential[];
  /** Most credentials of one configuration that the offer gives. */
  readonly most: number;
}

/** Records credentials before they leave: a credential that left is always revocable. */
export function recordCredentials(part: IssuancePart, { tokenHash, now, credentials, most }: Answered): IssuancePart {
  const grant = liveGrant(part, tokenHash, now);
  for (const id of new Set(credentials.map(({ configurationId }) => configurationId))) {
    checkRoom(part, id, credentials.filter(({ configurationId }) => configurationId === id).length, most);
  }
  // The wallet has reported everything once, and that was announced: what it fetches again changes nothing of it.
  const progress: IssuanceProgress = part.progress.state === 'completed' ? part.progress : { state: 'issued', grant };
  return { ...part, credentials: [...part.credentials, ...credentials], progress };
}

/**
 * Whether the offer still gives that many credentials of a configuration: each takes a place in a status list and in the
 * session document for as long as these live.
 * @throws ProtocolError `credential_request_denied`
 */
export function checkRoom(
  { credentials }: Pick<IssuancePart, 'credentials'>,
  id: string,
  count: number,
  most: number,
): void {
  const given = credentials.filter(({ configurationId }) => configurationId === id).length;
  if (given + count > most) {
    throw new ProtocolError('credential_request_denied', `This offer gives ${most} credentials of this configuration`);
  }
}

/** A credential request that is about to be deferred. */
export interface Deferral {
  readonly tokenHash: string;
  /** Milliseconds. */
  readonly now: number;
  readonly deferred: DeferredCredential;
  /** Credentials that it asks for. */
  readonly count: number;
  readonly most: number;
}

/**
 * Keeps a deferred request. A configuration has one transaction: a request that comes again, because the answer was lost
 * or the wallet wants other keys, takes the place of the one before.
 * @throws ProtocolError `invalid_token`, `credential_request_denied`
 */
export function deferRequest(part: IssuancePart, { tokenHash, now, deferred, count, most }: Deferral): IssuancePart {
  liveGrant(part, tokenHash, now);
  const { configurationId: id } = deferred;
  checkRoom(part, id, count, most);
  const others = (part.deferred ?? []).filter(({ configurationId }) => configurationId !== id);
  return { ...part, deferred: [...others, deferred] };
}

/** The grant of a token that still counts when something is written for it. @throws ProtocolError `invalid_token` */
function liveGrant(part: IssuancePart, tokenHash: string, now: number): Grant {
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
