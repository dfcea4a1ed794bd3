/** When a session expires, and the indexed fields for that. Pure; all times in milliseconds. */
import type { Grant, IssuancePart } from './issuance-part.ts';
import type { SessionClaims, SessionDocument } from './sessions.ts';

/** When a session expires unless a request continues it; undefined if it has ended in another way. */
export function expiryOf({
  kind,
  expiresAt,
  issuance,
  presentation,
}: Omit<SessionDocument, 'rev'>): number | undefined {
  if (kind === 'presentation') {
    const state = presentation?.progress.state;
    return state === 'created' || state === 'requested' ? expiresAt : undefined;
  }
  const progress = issuance?.progress;
  switch (progress?.state) {
    case 'created':
      return expiresAt;
    // A flow that started before the offer's expiry may finish.
    case 'pushed':
      return Math.max(expiresAt, progress.expiresAt);
    case 'presentation_required':
      return Math.max(expiresAt, progress.attempt.expiresAt);
    case 'authorized':
      return Math.max(expiresAt, progress.expiresAt, progress.attempt?.expiresAt ?? 0);
    case 'token_issued':
      return Math.max(expiresAt, endOfTokens(issuance, progress.grant));
    default:
      return undefined;
  }
}

/** Sets `endsAt` and `tidyAt` by the session's state; written together with the state. */
export function withExpiry<T extends Omit<SessionDocument, 'rev'>>(session: T): T {
  const { endsAt: before, tidyAt: _, ...rest } = session;
  const expiry = expiryOf(session);
  // An expired session keeps its position in the index.
  const endsAt = session.status === 'expired' ? before : expiry;
  const tidyAt = session.kind === 'issuance' ? (expiry ?? firstErasure(session)) : undefined;
  return {
    ...rest,
    ...(endsAt === undefined ? {} : { endsAt }),
    ...(tidyAt === undefined ? {} : { tidyAt }),
  } as unknown as T;
}

/** The end of its use, or the earlier expiry of a deferred response. */
function firstErasure(session: Omit<SessionDocument, 'rev'>): number | undefined {
  const end = endOfUse(session);
  const answers = (session.issuance?.deferred ?? []).flatMap(({ delivered }) => delivered?.until ?? []);
  return end === undefined ? undefined : Math.min(end, ...answers);
}

/** The time until which a wallet may fetch issued credentials again with the same token, or deferred ones with a later token. */
export function endOfUse({ issuance, claims }: Omit<SessionDocument, 'rev'>): number | undefined {
  if (issuance === undefined || !holdsPersonalData(issuance, claims)) return undefined;
  const { progress } = issuance;
  if (progress.state !== 'issued' && progress.state !== 'completed') return undefined;
  return endOfTokens(issuance, progress.grant);
}

/** The access tokens' expiry, including tokens that a refresh may still return for a deferred credential. */
function endOfTokens(issuance: IssuancePart | undefined, { expiresAt, waitsUntil = 0 }: Grant): number {
  return issuance !== undefined && hasOpenDeferral(issuance) ? Math.max(expiresAt, waitsUntil) : expiresAt;
}

/** Whether the issuer's part contains personal data. */
function holdsPersonalData(
  { sealedClaims, deferred, sealedSignedIn, signIn }: IssuancePart,
  claims: SessionClaims | undefined,
): boolean {
  const parts = [sealedClaims, deferred, sealedSignedIn, signIn?.sealedPerson];
  return parts.some((part) => part !== undefined) || (claims !== undefined && 'answer' in claims);
}

/** True while a credential request waits for its claims, or its response for the wallet. */
export function hasOpenDeferral({ deferred = [] }: Pick<IssuancePart, 'deferred'>): boolean {
  return deferred.some(({ delivered }) => delivered === undefined);
}
