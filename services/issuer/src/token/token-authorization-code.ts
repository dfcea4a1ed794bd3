/** The grant `authorization_code`. */
import { hashOf } from '@countersign/shared/crypto/sha256';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type {
  AuthorizationRequest,
  Grant,
  IssuancePart,
  PresentationAttempt,
  SessionDocument,
} from '@countersign/shared/model/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { useRedemption } from '../offer/redemption-session.ts';
import { type RequestingClient, text } from '../protocol/authorization-request.ts';
import { codeCameAgain, redeemCode } from '../protocol/issuance-state.ts';
import { checkCodeVerifier } from '../protocol/pkce.ts';
import { type Change, changeIssuance, changeIssuanceOnce, type IssuanceSession } from '../session/issuance-session.ts';
import { type NewToken, narrowed, newGrant, newToken, type Redemption, tokenAnswer } from './access-grant.ts';

interface CodeRedemptionRequest extends Redemption {
  readonly client: RequestingClient;
}

/**
 * Redeems a code, once: the compare-and-set `authorized -> token_issued` decides, however many ask.
 * @throws ProtocolError `invalid_grant`, `invalid_request`
 */
export async function redeemAuthorizationCode(redemption: CodeRedemptionRequest): Promise<JsonObject> {
  const { platform, proof, found } = redemption;
  const { session, hash } = found;
  const token = newToken(platform, session.handle);
  let grant: Grant | undefined;
  const take = (part: IssuancePart, document: SessionDocument): Change => {
    const next = redeemed({ redemption, codeHash: hash, token }, part, document);
    grant = next.grant;
    return next.change;
  };
  try {
    // Looked at before, so that what is refused uses no place of an offer with several redemptions.
    take(session.issuance, session);
    await useRedemption(platform, session);
    const stored = await changeIssuanceOnce(platform, session, async () => proof?.use(), take);
    if (stored === undefined || grant === undefined) throw unknownCode();
  } catch (error) {
    if (error instanceof ProtocolError && error.code === 'invalid_grant') {
      await revokeLeakedCode(session, hash, redemption);
    }
    throw error;
  }
  return tokenAnswer(token.token, grant, platform.clock());
}

interface Redeeming {
  readonly redemption: CodeRedemptionRequest;
  readonly codeHash: string;
  readonly token: NewToken;
}

/** The session with its code redeemed. @throws ProtocolError `invalid_grant`, `invalid_request` */
function redeemed(
  { redemption, codeHash, token }: Redeeming,
  part: IssuancePart,
  document: SessionDocument,
): { readonly change: Change; readonly grant: Grant | undefined } {
  const { platform, parameters, client, proof } = redemption;
  const now = platform.clock();
  let grant: Grant | undefined;
  const progress = redeemCode(part, {
    codeHash,
    now,
    clientId: client.clientId,
    ...(proof === undefined ? {} : { dpopJkt: proof.jkt }),
    check: (request, attempt) => checkTokenRequest(parameters, request, attempt),
    grant: (request, attempt) => {
      const covered = narrowed(redemption, request);
      const requestId = attempt === undefined ? {} : { requestId: attempt.requestId };
      const proven = { redeemedAt: now, redemptionHash: redemptionHash(parameters) };
      grant = newGrant(redemption, token, covered, { codeHash, ...proven, ...requestId });
      return grant;
    },
  });
  return { change: { issuance: { ...part, progress }, ...claimsInTime(platform, document, grant) }, grant };
}

/** Milliseconds before the end of the token that are left for the wallet to fetch what has arrived. */
const LEFT_FOR_WALLET = 30_000;

/** The webhook has until the deadline counted from now, but not longer than the token can be used. */
function claimsInTime(
  { settings, clock }: Pick<Platform, 'settings' | 'clock'>,
  { claims }: SessionDocument,
  grant: Grant | undefined,
): Pick<Change, 'claims'> {
  if (claims?.state !== 'expected' || grant === undefined || claims.requestId !== grant.requestId) return {};
  const latest = Math.min(clock() + settings.CLAIMS_DEADLINE * 1000, grant.expiresAt - LEFT_FOR_WALLET);
  return { claims: { ...claims, deadline: Math.min(claims.deadline, latest) } };
}

function checkTokenRequest(
  parameters: JsonObject,
  request: AuthorizationRequest,
  attempt: PresentationAttempt | undefined,
): void {
  // RFC 6749, 4.1.3: identical to that of the authorization request.
  if (text(parameters, 'redirect_uri') !== request.redirectUri) {
    throw new ProtocolError('invalid_grant', 'redirect_uri is not that of the authorization request');
  }
  const verifier = text(parameters, 'code_verifier');
  // A code of the challenge endpoint never passed a browser: it went to the holder of auth_session, whose key or client
  // is proven anew where one was seen. A verifier that is sent must fit nevertheless.
  if (verifier === undefined && attempt?.channel === 'challenge') return;
  if (request.codeChallenge === undefined) throw new ProtocolError('invalid_grant', 'No code_verifier is expected');
  checkCodeVerifier(verifier, request.codeChallenge);
}

/** What else a token request must repeat to be the same one: where the code went, and the secret behind its challenge. */
function redemptionHash(parameters: JsonObject): string {
  const proven = [text(parameters, 'redirect_uri') ?? null, text(parameters, 'code_verifier') ?? null];
  return hashOf(JSON.stringify(proven));
}

async function revokeLeakedCode(
  session: IssuanceSession,
  codeHash: string,
  { platform, parameters, client, proof }: CodeRedemptionRequest,
): Promise<void> {
  await changeIssuance(platform, session, (part) => {
    const progress = codeCameAgain(part, {
      codeHash,
      redemptionHash: redemptionHash(parameters),
      now: platform.clock(),
      clientId: client.clientId,
      ...(proof === undefined ? {} : { dpopJkt: proof.jkt }),
    });
    return { issuance: progress === part.progress ? part : { ...part, progress } };
  });
}

function unknownCode(): ProtocolError {
  return new ProtocolError('invalid_grant', 'The code is unknown, used or expired');
}
