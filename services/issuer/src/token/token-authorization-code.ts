/** The grant `authorization_code`. */
import { hashOf } from '@countersign/shared/crypto/sha256';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { differingUrls } from '@countersign/shared/kernel/reasons/url-difference';
import type { AuthorizationRequest, Grant, PresentationAttempt } from '@countersign/shared/model/session/issuance-part';
import type { CheckedClient } from '../client/client-authentication.ts';
import { useProofs } from '../client/dpop/dpop-checks.ts';
import { text } from '../client/wallet-parameters.ts';
import { useRedemption } from '../offer/redemption-session.ts';
import { grantOf } from '../session/grant.ts';
import { changeIssuance, changeIssuanceOnce } from '../session/issuance-session.ts';
import type { IssuanceSession, IssuanceTransition } from '../session/issuance-transition.ts';
import {
  instanceOf,
  type NewToken,
  narrowed,
  newGrant,
  newToken,
  type Redemption,
  tokenAnswer,
} from './access-grant.ts';
import { checkCodeVerifier } from './pkce.ts';
import { refreshable, removeRefresh, withRefreshToken } from './refresh-record.ts';
import { invalidCode, recordCodeReuse, redeemCode } from './token-transitions.ts';
import { sealedWalletStatus } from './wallet-status.ts';

interface CodeRedemptionRequest extends Redemption {
  readonly client: CheckedClient;
}

/**
 * Redeems a code, once: of concurrent requests, the compare-and-set `authorized -> token_issued` lets one succeed.
 * @throws ProtocolError `invalid_grant`, `invalid_request`
 */
export async function redeemAuthorizationCode(redemption: CodeRedemptionRequest): Promise<JsonObject> {
  const { platform, client, found } = redemption;
  const { session, hash } = found;
  const token = newToken(platform, session.handle);
  const status = await sealedWalletStatus(platform, session, client);
  const redeem = (present: IssuanceSession): IssuanceTransition<Grant> =>
    redeemed({ redemption, codeHash: hash, token, status }, present);
  try {
    // Checked first, so that a refused request uses up no redemption of an offer with several.
    const { result: grant } = redeem(session);
    await useRedemption(platform, session);
    const issued = await withRefreshToken(redemption, { session, grant }, async (refresh) => {
      const change = (present: IssuanceSession): IssuanceTransition<Grant> =>
        redeemed({ redemption, codeHash: hash, token, status, ...refresh }, present);
      return (await changeIssuanceOnce(platform, session, () => useProofs(redemption), change))?.result;
    });
    if (issued === undefined) throw invalidCode({ reason: 'code_unknown' });
    return { ...tokenAnswer(token.token, issued.result, platform.clock()), ...issued.answer };
  } catch (error) {
    if (error instanceof ProtocolError && error.code === 'invalid_grant') {
      await revokeLeakedCode(session, hash, redemption);
    }
    throw error;
  }
}

interface Redeeming {
  readonly redemption: CodeRedemptionRequest;
  readonly codeHash: string;
  readonly token: NewToken;
  readonly refreshId?: string;
  readonly status: Pick<Grant, 'sealedWalletStatus'>;
}

/** The session with its code redeemed. @throws ProtocolError `invalid_grant`, `invalid_request` */
function redeemed(
  { redemption, codeHash, token, status, refreshId }: Redeeming,
  session: IssuanceSession,
): IssuanceTransition<Grant> {
  const { platform, parameters, client, proof } = redemption;
  const now = platform.clock();
  return redeemCode(session, {
    codeHash,
    now,
    clientId: client.clientId,
    claimsUntil: now + platform.settings.CLAIMS_DEADLINE * 1000,
    ...(proof === undefined ? {} : { dpopJkt: proof.jkt }),
    ...instanceOf(client),
    check: (request, attempt) => checkTokenRequest(parameters, request, attempt),
    grant: (request, attempt) => {
      const covered = narrowed(redemption, request);
      const requestId = attempt === undefined ? {} : { requestId: attempt.requestId };
      const proven = { redeemedAt: now, redemptionHash: redemptionHash(parameters) };
      const refresh = refreshId === undefined ? {} : refreshable(platform, session, refreshId);
      return newGrant(redemption, token, covered, { codeHash, ...proven, ...requestId, ...status, ...refresh });
    },
  });
}

function checkTokenRequest(
  parameters: JsonObject,
  request: AuthorizationRequest,
  attempt: PresentationAttempt | undefined,
): void {
  // RFC 6749, 4.1.3: identical to the authorization request's.
  const redirectUri = text(parameters, 'redirect_uri');
  if (redirectUri !== request.redirectUri) {
    const facts = differingUrls(request.redirectUri, redirectUri);
    const why = { reason: 'code_redirect_uri', facts } as const;
    throw new ProtocolError('invalid_grant', 'redirect_uri does not match the authorization request', why);
  }
  const verifier = text(parameters, 'code_verifier');
  // A code of the challenge endpoint never passed a browser: it was returned to the holder of auth_session, whose key or client
  // is verified again if one was recorded. A sent verifier must still match.
  if (verifier === undefined && attempt?.channel === 'challenge') return;
  if (request.codeChallenge === undefined) {
    throw new ProtocolError('invalid_grant', 'No code_verifier is expected', { reason: 'pkce_unexpected' });
  }
  checkCodeVerifier(verifier, request.codeChallenge);
}

/** Hash of the values that identify a repeated token request: redirect URI and code verifier. */
function redemptionHash(parameters: JsonObject): string {
  const proven = [text(parameters, 'redirect_uri') ?? null, text(parameters, 'code_verifier') ?? null];
  return hashOf(JSON.stringify(proven));
}

async function revokeLeakedCode(
  session: IssuanceSession,
  codeHash: string,
  { platform, parameters, client, proof }: CodeRedemptionRequest,
): Promise<void> {
  const changed = await changeIssuance(platform, session, (present) =>
    recordCodeReuse(present, {
      codeHash,
      redemptionHash: redemptionHash(parameters),
      now: platform.clock(),
      clientId: client.clientId,
      ...(proof === undefined ? {} : { dpopJkt: proof.jkt }),
      ...instanceOf(client),
    }),
  );
  const grant = changed && grantOf(changed.session.issuance.progress);
  // RFC 6749, 4.1.2: every token of the code is revoked.
  if (grant?.revoked && grant.codeHash === codeHash && grant.refreshId !== undefined) {
    await removeRefresh(platform, { tenant: session.tenant, id: grant.refreshId });
  }
}
