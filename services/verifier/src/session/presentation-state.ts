/** The states of a presentation, `created -> requested -> verified | rejected | expired`, and their meaning. Pure. */
import type { EventType } from '@countersign/shared/bus/catalogue';
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { AnnouncedTransition, Announcement } from '@countersign/shared/model/session/announcement';
import { currentRequestId, requestLife } from '@countersign/shared/model/session/issuance-attempt';
import type { PresentationPart, ResponseCode } from '@countersign/shared/model/session/presentation-part';
import type { SessionWith } from '@countersign/shared/model/session/session-change';
import { withExpiry } from '@countersign/shared/model/session/session-expiry';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';

export type PresentationSession = SessionWith<'presentation'>;

/** The new session, the result for the caller, and the events that the same write publishes. */
export type PresentationTransition<R> = AnnouncedTransition<PresentationSession, R>;

/** The kept parts of a response, so that a repeat gets the same reply. */
export interface TakenAnswer {
  readonly answerHash: string;
  readonly responseCode?: ResponseCode;
}

/** Whether a request's state still allows a response. */
export function isOpen({ progress }: PresentationPart): boolean {
  switch (progress.state) {
    case 'created':
    case 'requested':
      return true;
    case 'verified':
    case 'rejected':
    case 'expired':
      return false;
    default:
      return progress satisfies never;
  }
}

/** Whether a request has expired, or its issuance has a different one now. */
export function isExpiredOrSuperseded(session: PresentationSession, now: number): boolean {
  const { kind, issuance, presentation } = session;
  if (now >= requestLife(session).expiresAt) return true;
  return kind === 'issuance' && currentRequestId(issuance) !== presentation.requestHash;
}

/** Whether a response ended the request; false for an expired one. */
export function isAnswered({ progress: { state } }: PresentationPart): boolean {
  return state === 'verified' || state === 'rejected';
}

/** Whether this is the response that the session accepted: only a repeat of it gets the same reply. */
export function isAnsweredBy({ progress }: PresentationPart, answerHash: string): boolean {
  return progress.state !== 'created' && progress.answerHash !== undefined && sameHash(progress.answerHash, answerHash);
}

/**
 * The session with a presentation part and everything derived from its state: the status and expiry of the session, and
 * the erasure of the key at the end of the request.
 */
export function withPresentation(session: PresentationSession, presentation: PresentationPart): PresentationSession {
  // An issuance that needs a presentation keeps the status of the issuance.
  const next =
    session.kind === 'presentation'
      ? withExpiry({ ...session, presentation, status: presentation.progress.state })
      : { ...session, presentation };
  return isOpen(presentation) ? next : withoutResponseKey(next);
}

/** The session without the key, so that a later response can't be decrypted. The same document if it has no key. */
export function withoutResponseKey<T extends SessionDocument>(session: T): T {
  const { responseKeyUntil, presentation, ...rest } = session;
  if (responseKeyUntil === undefined || presentation === undefined) return session;
  const { sealedKey: _, ...keyless } = presentation;
  return { ...rest, presentation: keyless } as unknown as T;
}

type PresentationEvent = Extract<
  EventType,
  `presentation.${'verified' | 'released' | 'refused' | 'rejected' | 'expired'}.v1`
>;

/** The announcement of an event, with the configuration and the request that each of them names. */
export function announcement(
  { presentation: { configurationId, requestHash } }: PresentationSession,
  type: PresentationEvent,
  data: JsonObject = {},
): Announcement {
  return { type, data: { configuration: configurationId, request: requestHash, ...data } };
}

/** A transition that publishes nothing; with the same document it writes nothing either. */
export function unannounced<R>(document: PresentationSession, result: R): PresentationTransition<R> {
  return { document, announces: [], result };
}
