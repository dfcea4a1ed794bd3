/** Transitions under a token: credentials, deferred credentials, and notifications of the wallet. Pure. */
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Announcement } from '@countersign/shared/model/session/announcement';
import type {
  DeferredCredential,
  Grant,
  IssuancePart,
  IssuanceProgress,
  IssuedCredential,
  NotificationRecord,
} from '@countersign/shared/model/session/issuance-part';
import { invalidNonce } from '../proof/key-proof.ts';
import { grantOf, validToken } from '../session/grant.ts';
import {
  type IssuanceSession,
  type IssuanceTransition,
  moved,
  unmoved,
  withResult,
} from '../session/issuance-transition.ts';
import { isPast, issuesNothingMore } from '../session/personal-data.ts';
import { refusedToken } from '../session/refused-token.ts';

/** A credential response that is about to be sent. */
export interface Answered {
  readonly tokenHash: string;
  /** Milliseconds. */
  readonly now: number;
  /** The credentials of one response, all with one notification id. */
  readonly credentials: readonly IssuedCredential[];
  /** Most credentials of one configuration under the offer. */
  readonly most: number;
}

/**
 * Records credentials before they are sent, so that every issued credential can be revoked.
 * @throws ProtocolError `invalid_nonce`, `invalid_token`, `credential_request_denied`
 */
export function recordCredentials(session: IssuanceSession, answered: Answered): IssuanceTransition {
  return moved(session, { issuance: withCredentials(session.issuance, answered), announces: issued(answered) });
}

function withCredentials(part: IssuancePart, { tokenHash, now, credentials, most }: Answered): IssuancePart {
  const grant = liveGrant(part, tokenHash, now);
  if (credentials.some((one) => isRecorded(part, one))) {
    throw invalidNonce({ reason: 'proof_nonce_used', facts: { detail: 'used' } });
  }
  for (const id of new Set(credentials.map(({ configurationId }) => configurationId))) {
    const requested = credentials.filter(({ configurationId }) => configurationId === id);
    checkRoom(
      part,
      id,
      requested.map(({ holder }, place) => holder ?? `requested ${place}`),
      most,
    );
  }
  // The wallet has reported everything and the completion was announced: fetching again does not change that.
  const progress: IssuanceProgress = part.progress.state === 'completed' ? part.progress : { state: 'issued', grant };
  return { ...part, credentials: [...part.credentials, ...credentials], progress };
}

/**
 * Whether a status list entry is recorded already. A repeated request allocates the same entries, and after a restart
 * with the clock set back the memory of used nonces can't recognise it.
 */
function isRecorded({ credentials }: IssuancePart, { status }: IssuedCredential): boolean {
  if (status === undefined) return false;
  return credentials.some((one) => one.status?.uri === status.uri && one.status.idx === status.idx);
}

/** One event per response, for any number of credentials. */
function issued({ credentials }: Answered): readonly Announcement[] {
  const [first] = credentials;
  if (first === undefined) return [];
  const { configurationId, notificationId } = first;
  return [{ type: 'credential.issued.v1', data: { configuration: configurationId, notification: notificationId } }];
}

/**
 * Credentials per allowed one. The others are in lost responses, which the wallet requested again for the same keys.
 */
const MAX_REPEATS = 4;

/**
 * Checks the limit of credentials of a configuration: each takes an entry in a status list and in the session document
 * for its whole life. Credentials for one holder key are counted once, because the wallet may have lost the previous
 * responses. Their entries have a separate limit.
 * @param holders digest of the holder key of each requested credential
 * @throws ProtocolError `credential_request_denied`
 */
export function checkRoom(
  { credentials }: Pick<IssuancePart, 'credentials'>,
  id: string,
  holders: readonly string[],
  most: number,
): void {
  const given = credentials.filter(({ configurationId }) => configurationId === id);
  // Credentials of older documents have no digest: each is counted.
  const counted = new Set([...given.map(({ holder }, place) => holder ?? place), ...holders]);
  const places = given.length + holders.length;
  if (counted.size > most) throw noRoom(id, counted.size, most);
  if (places > most * MAX_REPEATS) throw noRoom(id, places, most * MAX_REPEATS);
}

function noRoom(configurationId: string, count: number, most: number): ProtocolError {
  return new ProtocolError('credential_request_denied', `This offer gives ${most} credentials of this configuration`, {
    reason: 'credentials_exhausted',
    facts: { configurationId, count, most },
  });
}

/** A credential request that is about to be deferred. */
export interface Deferral {
  readonly tokenHash: string;
  /** Milliseconds. */
  readonly now: number;
  readonly deferred: DeferredCredential;
  /** Digest of the holder key of each requested credential. */
  readonly holders: readonly string[];
  readonly most: number;
}

/**
 * Stores a deferred request. A configuration has one transaction: a repeated request, after a lost response or for
 * other keys, replaces the previous one.
 * @throws ProtocolError `invalid_token`, `credential_request_denied`
 */
export function deferRequest(
  session: IssuanceSession,
  { tokenHash, now, deferred, holders, most }: Deferral,
): IssuanceTransition {
  const { issuance } = session;
  liveGrant(issuance, tokenHash, now);
  const { configurationId: id } = deferred;
  checkRoom(issuance, id, holders, most);
  const others = (issuance.deferred ?? []).filter(({ configurationId }) => configurationId !== id);
  return moved(session, { issuance: { ...issuance, deferred: [...others, deferred] } });
}

/** Milliseconds for which the response to a deferred request can be repeated, for a wallet that did not receive it. */
const REPEATED_FOR = 600_000;

/** The response to a deferred request, signed and sealed. */
export interface DeferredAnswer extends Answered {
  readonly transactionHash: string;
  readonly sealedAnswer: string;
  readonly notificationId: string;
}

/**
 * Records the credentials of a deferred request with their response, once: two concurrent requests both receive the
 * first one's response.
 * @returns the sealed response to send
 * @throws ProtocolError `invalid_transaction_id`, `invalid_token`, `credential_request_denied`
 */
export function deliverDeferred(session: IssuanceSession, answer: DeferredAnswer): IssuanceTransition<string> {
  const { issuance } = session;
  const present = openTransaction(issuance, answer.transactionHash, answer.now);
  if (present === undefined) throw unknownTransaction('not_waiting');
  if (present.delivered !== undefined) return withResult(unmoved(session), present.delivered.sealedAnswer);
  const { sealedAnswer, notificationId, now } = answer;
  const delivered = { sealedAnswer, notificationId, until: now + REPEATED_FOR };
  const recorded = withCredentials(issuance, answer);
  const deferred = (recorded.deferred ?? []).map((one) => (one === present ? { ...one, delivered } : one));
  const next = moved(session, { issuance: { ...recorded, deferred }, announces: issued(answer) });
  return withResult(next, sealedAnswer);
}

/**
 * The deferred request that a secret identifies; undefined if it is unknown or reported, or was delivered too long ago.
 */
export function openTransaction(
  { deferred = [] }: Pick<IssuancePart, 'deferred'>,
  transactionHash: string,
  now: number,
): DeferredCredential | undefined {
  return deferred.find((one) => sameHash(one.transactionHash, transactionHash) && !isPast(one, now));
}

/**
 * The error of a `transaction_id` for an unknown deferred request, or for a request that the wallet has reported.
 * @param detail for the backend: the cause, as a stable name
 */
export function unknownTransaction(detail: 'missing' | 'malformed' | 'other_session' | 'not_waiting'): ProtocolError {
  const text = 'The transaction_id is unknown, or its credentials were delivered';
  return new ProtocolError('invalid_transaction_id', text, { reason: 'transaction_unknown', facts: { detail } });
}

/** The grant of a valid token. @throws ProtocolError `invalid_token` */
function liveGrant(part: IssuancePart, tokenHash: string, now: number): Grant {
  const grant = grantOf(part.progress);
  if (issuesNothingMore(part.progress) || grant === undefined || validToken(grant, tokenHash, now) === undefined) {
    throw endedToken(part.progress, tokenHash, now);
  }
  return grant;
}

function endedToken(progress: IssuanceProgress, tokenHash: string, now: number): ProtocolError {
  const why = refusedToken(progress, tokenHash, now);
  return new ProtocolError('invalid_token', 'The access token is no longer valid', why);
}

/**
 * Records a wallet's notification; an identical one changes nothing (OpenID4VCI 1.0, 11). An issuance is completed when
 * every granted configuration has a credential and every response was accepted. It stays completed: a later
 * notification, of a deletion or of credentials fetched again, is only recorded.
 * @throws ProtocolError `invalid_notification_id`
 */
export function recordNotification(session: IssuanceSession, record: NotificationRecord): IssuanceTransition {
  const { issuance: part } = session;
  if (!part.credentials.some(({ notificationId }) => notificationId === record.notificationId)) {
    throw new ProtocolError('invalid_notification_id', 'The notification_id is unknown', {
      reason: 'notification_unknown',
      facts: { detail: 'unknown' },
    });
  }
  const known = part.notifications.some(
    ({ notificationId, event }) => notificationId === record.notificationId && event === record.event,
  );
  if (known) return unmoved(session);
  const notifications = [...part.notifications, record];
  const { progress } = part;
  const reported = { ...withoutDelivered(part, record.notificationId), notifications };
  if (progress.state !== 'issued' || !isComplete(part, progress.grant, notifications)) {
    return moved(session, { issuance: reported });
  }
  const completed: IssuanceProgress = { state: 'completed', grant: progress.grant, claimsKept: true };
  return moved(session, {
    issuance: { ...reported, progress: completed },
    announces: [{ type: 'issuance.completed.v1', data: {} }],
  });
}

/** The wallet has the deferred credentials: removes the kept response and the transaction. */
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
