/**
 * A refresh in a session: one more access token while its issuance is under way, and a new issuance's session. Pure.
 */

import { awaitedClaims } from '@countersign/shared/model/session/claims';
import type { AccessToken, Grant, IssuancePart } from '@countersign/shared/model/session/issuance-part';
import { aboutPeople } from '@countersign/shared/model/session/people';
import { endOfUse, expiryOf, hasOpenDeferral, withExpiry } from '@countersign/shared/model/session/session-expiry';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { grantOf, grantOfToken, tokensOf } from '../session/grant.ts';
import {
  type IssuanceSession,
  type IssuanceTransition,
  moved,
  unmoved,
  withResult,
} from '../session/issuance-transition.ts';
import { issuesNothingMore } from '../session/personal-data.ts';

/** Maximum number of valid access tokens of a grant. One more ends the oldest. */
export const MAX_TOKENS = 3;

/** Milliseconds until an empty session expires if no refresh starts it. */
const EMPTY_LIFE = 60_000;

export interface FurtherToken {
  /** Record of the refresh token: the session must belong to it. */
  readonly refreshId: string;
  readonly token: AccessToken;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * Adds an access token while a token of the session is valid, or while the wallet has not received its credentials. In
 * the first case, once credentials were issued, the new token expires with the current ones, so that claims are not
 * kept longer.
 * @returns the grant of the new token; undefined if the session has ended and a new issuance is needed
 */
export function addToken(
  session: IssuanceSession,
  { refreshId, token, now }: FurtherToken,
): IssuanceTransition<Grant | undefined> {
  const { progress } = session.issuance;
  const grant = grantOf(progress);
  if (grant === undefined || progress.state === 'failed' || issuesNothingMore(progress)) return over(session);
  if (grant.revoked || grant.refreshId !== refreshId) return over(session);
  const valid = tokensOf(grant).filter(({ expiresAt }) => now < expiresAt);
  const unfinished = progress.state === 'token_issued' || hasOpenDeferral(session.issuance);
  const waits = unfinished && now < (expiryOf(session) ?? endOfUse(session) ?? 0);
  if (valid.length === 0 && !waits) return over(session);
  const expiresAt = unfinished ? Math.max(token.expiresAt, grant.expiresAt) : grant.expiresAt;
  const { only: _only, identifiers: _identifiers, earlier: _earlier, refreshJkt: _refreshJkt, ...rest } = grant;
  const added = { ...token, expiresAt };
  const next: Grant = { ...rest, ...added, earlier: valid.slice(0, MAX_TOKENS - 1) };
  const issuance: IssuancePart = { ...session.issuance, progress: { ...progress, grant: next } as typeof progress };
  return withResult(moved(session, { issuance }), grantOfToken(next, added));
}

function over(session: IssuanceSession): IssuanceTransition<undefined> {
  return withResult(unmoved(session), undefined);
}

/** Identity of a session that a refresh inserts. */
export interface EmptySession extends Pick<SessionDocument, 'id' | 'tenant' | 'handle' | 'firstSession'> {
  /** Milliseconds. */
  readonly now: number;
  readonly issuance: Pick<
    IssuancePart,
    'configurationIds' | 'sealedOffer' | 'sealedRequest' | 'offerHash' | 'grantHash'
  >;
}

/**
 * The session of a new issuance before its record contains it: it contains no personal data, and no wallet can use it.
 * It is inserted first, so that an erasure finds it by its first session.
 */
export function emptyReissue({ now, issuance, ...session }: EmptySession): Omit<SessionDocument, 'rev'> {
  return withExpiry({
    ...session,
    kind: 'issuance',
    configurations: issuance.configurationIds,
    createdAt: now,
    updatedAt: now,
    expiresAt: now + EMPTY_LIFE,
    status: 'created',
    issuance: {
      ...issuance,
      flow: 'refresh_token',
      progress: { state: 'created' },
      credentials: [],
      notifications: [],
    },
    pendingDeliveries: [],
    outbox: [],
  });
}

export interface BegunReissue extends Pick<SessionDocument, 'state' | 'offerSession' | 'people'> {
  /** Handle of the document that the record names. */
  readonly handle: string;
  readonly grant: Grant;
  readonly sealedRequest: string;
  readonly sealedOutcomeWebhook?: string;
  /** If a webhook provides the claims: the deadline (milliseconds) and the sealed webhook. */
  readonly claims?: { readonly requestId: string; readonly deadline: number; readonly sealedWebhook: string };
}

/** Whether a session is the empty one that its record names. */
export function isEmptyReissue({ handle: own, issuance }: IssuanceSession, handle: string): boolean {
  return issuance.flow === 'refresh_token' && issuance.progress.state === 'created' && own === handle;
}

/**
 * Starts a new issuance in the empty session from the record, with its first token.
 * @returns the grant; undefined if another refresh has started it, or if the document is not that session
 */
export function beginReissue(session: IssuanceSession, begun: BegunReissue): IssuanceTransition<Grant | undefined> {
  const { handle, grant, sealedRequest, sealedOutcomeWebhook, claims, state, offerSession, people } = begun;
  if (!isEmptyReissue(session, handle)) return over(session);
  const named: IssuanceSession = {
    ...session,
    ...(state === undefined ? {} : { state }),
    ...(offerSession === undefined ? {} : { offerSession }),
    ...aboutPeople(people),
    ...(sealedOutcomeWebhook === undefined ? {} : { webhooks: { outcome: sealedOutcomeWebhook } }),
  };
  const next = moved(named, {
    issuance: { ...session.issuance, sealedRequest, progress: { state: 'token_issued', grant } },
    ...(claims === undefined
      ? {}
      : {
          claims: awaitedClaims(claims.requestId, claims.deadline),
          claimsWebhook: claims.sealedWebhook,
          announces: [{ type: 'claims.reissue.v1' as const, data: { request: claims.requestId } }],
        }),
  });
  return withResult(next, grantOfToken(grant, grant));
}
