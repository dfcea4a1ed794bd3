/** The tokens of an issuance, and the browser that waits for the presentation. Pure. */
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import type {
  AccessToken,
  Grant,
  IssuanceProgress,
  WaitingBrowser,
} from '@countersign/shared/model/session/issuance-part';

/** The grant of a session that has a token, or had one when it failed. */
export function grantOf(progress: IssuanceProgress): Grant | undefined {
  switch (progress.state) {
    case 'token_issued':
    case 'issued':
    case 'completed':
    case 'failed':
      return progress.grant;
    case 'created':
    case 'pushed':
    case 'presentation_required':
    case 'authorized':
    case 'exhausted':
    case 'expired':
      return undefined;
  }
}

/** Every token of a grant, the youngest first, including ended ones. */
export function tokensOf(grant: Grant): readonly AccessToken[] {
  const { tokenHash, expiresAt, only, identifiers, refreshJkt, earlier = [] } = grant;
  const last: AccessToken = {
    tokenHash,
    expiresAt,
    ...(only === undefined ? {} : { only }),
    ...(identifiers === undefined ? {} : { identifiers }),
    ...(refreshJkt === undefined ? {} : { refreshJkt }),
  };
  return [last, ...earlier];
}

/** The valid token of a grant with that hash, if any. @param now milliseconds */
export function validToken(grant: Grant, tokenHash: string, now: number): AccessToken | undefined {
  if (grant.revoked) return undefined;
  return tokensOf(grant).find((token) => sameHash(token.tokenHash, tokenHash) && now < token.expiresAt);
}

/** The grant as seen by one of its tokens' holders: with that token's key. */
export function grantOfToken(grant: Grant, token: AccessToken): Grant {
  const { tokenHash, expiresAt, only, identifiers, refreshJkt } = token;
  const { refreshJkt: _ofTheLast, ...rest } = grant;
  const configurationIds = only ?? grant.configurationIds;
  const authorizationDetails = grant.authorizationDetails || identifiers === true;
  const own = refreshJkt === undefined ? {} : { dpopJkt: refreshJkt };
  return { ...rest, ...own, tokenHash, expiresAt, configurationIds, authorizationDetails };
}

/** The progress with its token revoked; the same object if there is no token or it is revoked already. */
export function withRevokedGrant(progress: IssuanceProgress): IssuanceProgress {
  const grant = grantOf(progress);
  if (grant === undefined || grant.revoked) return progress;
  switch (progress.state) {
    case 'token_issued':
    case 'issued':
    case 'completed':
    case 'failed':
      return { ...progress, grant: { ...grant, revoked: true } };
    case 'created':
    case 'pushed':
    case 'presentation_required':
    case 'authorized':
    case 'exhausted':
    case 'expired':
      return progress;
  }
}

/** The browser that waits, or waited, for the current attempt's presentation, if any. */
export function waitingBrowser(progress: IssuanceProgress): WaitingBrowser | undefined {
  switch (progress.state) {
    case 'presentation_required':
    case 'authorized': {
      const { attempt, request } = progress;
      if (attempt?.channel !== 'browser') return undefined;
      const { clientId, redirectUri, state } = request;
      return { referenceHash: attempt.sessionHash, clientId, redirectUri, ...(state === undefined ? {} : { state }) };
    }
    case 'failed':
    case 'expired':
      return progress.browser;
    case 'created':
    case 'pushed':
    case 'token_issued':
    case 'issued':
    case 'completed':
    case 'exhausted':
      return undefined;
  }
}
