/**
 * What an issuance's transitions share. Each is a pure function of the session and an event. The issuer writes it by
 * one compare-and-set. It throws the protocol error for the wallet. None depends on a revision.
 */
import type { AnnouncedTransition, Announcement } from '@countersign/shared/model/session/announcement';
import type { IssuancePart } from '@countersign/shared/model/session/issuance-part';
import type { SessionWith } from '@countersign/shared/model/session/session-change';
import { withExpiry } from '@countersign/shared/model/session/session-expiry';
import type { SessionClaims, SessionDocument } from '@countersign/shared/model/session/sessions';
import { issuesNothingMore, withoutPersonalData } from './personal-data.ts';

export type IssuanceSession = SessionWith<'issuance'>;

export type IssuanceTransition<R = undefined> = AnnouncedTransition<IssuanceSession, R>;

/** The changes that a transition makes to a session. */
export interface IssuanceUpdate {
  readonly issuance: IssuancePart;
  readonly announces?: readonly Announcement[];
  /** New state of the webhook's claims; absent: unchanged. */
  readonly claims?: SessionClaims | 'none';
  /** New sealed claims webhook; absent: unchanged. */
  readonly claimsWebhook?: string | 'none';
  /** Erases personal data without ending the issuance. An end always erases it. */
  readonly erase?: true;
}

/** The session if nothing needs to be written. */
export function unmoved(session: IssuanceSession): IssuanceTransition {
  return { document: session, announces: [], result: undefined };
}

/**
 * The whole session after a change of its parts, with the status, end and indexed fields of its state. The end of an
 * issuance erases its claims. Where neither the part nor the claims change, nothing is written.
 */
export function moved(session: IssuanceSession, update: IssuanceUpdate): IssuanceTransition {
  const { issuance, announces = [] } = update;
  if (issuance === session.issuance && update.claims === undefined) return unmoved(session);
  const changed: IssuanceSession = { ...withClaims(session, update), issuance, status: issuance.progress.state };
  const erases = update.erase === true || issuesNothingMore(issuance.progress);
  return { document: withExpiry(erases ? withoutPersonalData(changed) : changed), announces, result: undefined };
}

/** The transition with a result for its caller. */
export function withResult<R>({ document, announces }: IssuanceTransition, result: R): IssuanceTransition<R> {
  return { document, announces, result };
}

function withClaims(document: SessionDocument, { claims, claimsWebhook }: IssuanceUpdate): SessionDocument {
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
