/**
 * What the transitions of an issuance have in common. Each is a pure function of the session and of what happened; the
 * issuer takes it by one compare-and-set. It throws the protocol error that the wallet gets. None looks at a revision.
 */
import type { AnnouncedTransition, Announcement } from '../announcement.ts';
import type { SessionWith } from '../session-change.ts';
import { withExpiry } from '../session-expiry.ts';
import type { SessionClaims, SessionDocument } from '../sessions.ts';
import type { IssuancePart } from './issuance-part.ts';
import { isEnded, withoutPersonalData } from './personal-data.ts';

export type IssuanceSession = SessionWith<'issuance'>;

export type IssuanceTransition<R = undefined> = AnnouncedTransition<IssuanceSession, R>;

/** What a transition changes of a session. */
export interface Move {
  readonly issuance: IssuancePart;
  readonly announces?: readonly Announcement[];
  /** What becomes of the claims that a webhook gives; absent: nothing. */
  readonly claims?: SessionClaims | 'none';
  /** What becomes of the sealed claims webhook; absent: nothing. */
  readonly claimsWebhook?: string | 'none';
  /** The end of an issuance erases by itself; this erases what is needed no more without it. */
  readonly erase?: true;
}

/** The session where nothing is to be written. */
export function unmoved(session: IssuanceSession): IssuanceTransition {
  return { document: session, announces: [], result: undefined };
}

/**
 * The whole session after a change of its parts: with the status, the end and the indexes that its state asks for. The end
 * of an issuance takes along what it was made of. Where neither the part nor the claims change, nothing is written.
 */
export function moved(session: IssuanceSession, move: Move): IssuanceTransition {
  const { issuance, announces = [] } = move;
  if (issuance === session.issuance && move.claims === undefined) return unmoved(session);
  const changed: IssuanceSession = { ...withClaims(session, move), issuance, status: issuance.progress.state };
  const erases = move.erase === true || isEnded(issuance.progress);
  return { document: withExpiry(erases ? withoutPersonalData(changed) : changed), announces, result: undefined };
}

/** The transition, with what its caller learns. */
export function withResult<R>({ document, announces }: IssuanceTransition, result: R): IssuanceTransition<R> {
  return { document, announces, result };
}

function withClaims(document: SessionDocument, { claims, claimsWebhook }: Move): SessionDocument {
  const { claims: claimsBefore, webhooks: webhooksBefore, ...rest } = document;
  const { claims: webhookBefore, ...others } = webhooksBefore ?? {};
  const keptClaims = claims === undefined ? claimsBefore : claims === 'none' ? undefined : claims;
  const webhook = claimsWebhook === undefined ? webhookBefore : claimsWebhook === 'none' ? undefined : claimsWebhook;
  const webhooks = { ...others, ...(webhook === undefined ? {} : { claims: webhook }) };
  return {
    ...rest,
    ...(keptClaims === undefined ? {} : { claims: keptClaims }),
    ...(Object.keys(webhooks).length === 0 ? {} : { webhooks }),
  };
}
