/** The outcomes of a response: each is one compare-and-set with its event. */
import { hashOf } from '@countersign/shared/crypto/sha256';
import type { OperationReply } from '@countersign/shared/http/message';
import { type Random, randomId } from '@countersign/shared/kernel/random';
import { withParameters } from '@countersign/shared/kernel/redirect-uri';
import type { Vault } from '@countersign/shared/keys/vault';
import { type AboutPeople, aboutPeople, PEOPLE_KEY, peopleIn } from '@countersign/shared/model/session/people';
import type { Platform } from '@countersign/shared/runtime/service';
import type { PresentedCredential } from '../presentation/verify-response.ts';
import { knownCode, type WalletError } from '../presentation/wallet-error.ts';
import { openRequest, type SealedRequest } from '../request/sealed-request.ts';
import { changePresentation } from '../session/change-presentation.ts';
import { PresentationError } from '../session/presentation-error.ts';
import type { PresentationSession, TakenAnswer } from '../session/presentation-state.ts';
import { acceptAnswer, refuseAnswer, reportError, type VerifiedAnswer } from '../session/presentation-transitions.ts';
import { waitsForRedirect, wayBack } from './way-back.ts';

export interface Accepted {
  readonly presentationRequest: SealedRequest;
  readonly credentials: readonly PresentedCredential[];
  readonly answerHash: string;
}

/**
 * Moves an open request to `verified`. One response wins. Sending it again has no effect.
 * @throws PresentationError `already_answered`, `expired`
 */
export async function accept(
  platform: Platform,
  session: PresentationSession,
  { presentationRequest, credentials, answerHash }: Accepted,
): Promise<OperationReply> {
  const vault = await platform.vaults.of(session.tenant);
  const answer: VerifiedAnswer = {
    verifiedAt: platform.clock(),
    sealedCredentials: vault.seal(JSON.stringify(credentials), `session/${session.id}/credentials`),
    ...releasing(platform, session, takenAnswer(platform.random, vault, session, { presentationRequest, answerHash })),
    ...presentationSession(platform.random, vault, session),
  };
  const about = whoPresented(platform, vault, session, credentials);
  const accepted = await changePresentation(platform, session, (present) =>
    acceptAnswer(present, answer, platform.clock(), about),
  );
  if (accepted === undefined) throw new PresentationError('expired');
  const { result } = accepted;
  if (result === 'already_answered' || result === 'expired') {
    throw new PresentationError(result, { facts: { state: accepted.session.presentation.progress.state } });
  }
  return replyOf(platform, accepted.session);
}

/** Stored only for a tenant with a rights page. An issuance may know who it is about already. */
function whoPresented(
  { requirementsOf }: Pick<Platform, 'requirementsOf'>,
  vault: Vault,
  { tenant, people: before = [] }: PresentationSession,
  credentials: readonly PresentedCredential[],
): AboutPeople {
  const { rights } = requirementsOf(tenant);
  if (rights === undefined) return {};
  const values = credentials.map((credential) => credential.values);
  return aboutPeople([...new Set([...before, ...peopleIn(vault.derive(PEOPLE_KEY), rights.from, values)])]);
}

/** The response to store, with a fresh response code if the request has a redirect URI (8.2). */
function takenAnswer(
  random: Random,
  vault: Vault,
  session: PresentationSession,
  { presentationRequest, answerHash }: { readonly presentationRequest: SealedRequest; readonly answerHash: string },
): TakenAnswer {
  if (presentationRequest.redirectUri === undefined) return { answerHash };
  const code = randomId(random);
  const sealed = vault.seal(code, codeContext(session.id));
  return { answerHash, responseCode: { hash: hashOfCode(code), sealed, redeemed: false } };
}

/** If the response code releases the presented claims, they expire after RESPONSE_CODE_TTL. */
function releasing(
  { settings, clock }: Platform,
  { presentation: { release } }: PresentationSession,
  answer: TakenAnswer,
): TakenAnswer {
  const { responseCode } = answer;
  if (release === undefined || responseCode === undefined) return answer;
  return { ...answer, responseCode: { ...responseCode, expiresAt: clock() + settings.RESPONSE_CODE_TTL * 1000 } };
}

/** `presentation_during_issuance_session`: only the wallet that receives it can continue the issuance. */
function presentationSession(
  random: Random,
  vault: Vault,
  session: PresentationSession,
): Pick<VerifiedAnswer, 'presentationSession'> {
  if (session.kind !== 'issuance') return {};
  const text = randomId(random);
  const sealed = vault.seal(text, presentationSessionContext(session.id));
  return { presentationSession: { hash: hashOfCode(text), sealed } };
}

/** The reply to the accepted response, with the request's redirect URI if it has one (8.2). */
export async function replyOf(platform: Platform, session: PresentationSession): Promise<OperationReply> {
  const { progress, sealedRequest } = session.presentation;
  if (progress.state === 'verified' && progress.presentationSession !== undefined) {
    const vault = await platform.vaults.of(session.tenant);
    const text = vault.open(progress.presentationSession.sealed, presentationSessionContext(session.id));
    return { body: { presentation_during_issuance_session: text } };
  }
  if (progress.state === 'created' || progress.responseCode === undefined) return { body: {} };
  const vault = await platform.vaults.of(session.tenant);
  const request = openRequest(vault, session.id, sealedRequest);
  if (request.redirectUri === undefined) return { body: {} };
  const redirectUri = waitsForRedirect(session) ? await wayBack(platform, session, request) : request.redirectUri;
  const code = vault.open(progress.responseCode.sealed, codeContext(session.id));
  return { body: { redirect_uri: withParameters(redirectUri, { response_code: code }) } };
}

/** Counts a refused presentation; the tenth ends the request. */
export async function refuse(
  platform: Platform,
  session: PresentationSession,
  { reason, credential, finding }: PresentationError,
): Promise<void> {
  const refused = {
    reason,
    ...(credential === undefined ? {} : { credential }),
    ...(finding === undefined ? {} : { finding }),
  };
  await changePresentation(platform, session, (present) => refuseAnswer(present, refused));
}

export interface WalletReport {
  readonly presentationRequest: SealedRequest;
  readonly error: WalletError;
  readonly answerHash: string;
  /** Whether it came encrypted. */
  readonly encrypted: boolean;
}

/**
 * Records an error that the wallet reports (8.5): only the user's refusal ends the request. If the response should have
 * been encrypted, an unencrypted error (8.3.1 allows it) proves only knowledge of the `state`, so it is handled as a
 * refused response. If the request has a redirect URI, each reply contains it, with a code that proves this session to
 * the backend.
 * @throws PresentationError `already_answered`
 */
export async function recordWalletError(
  platform: Platform,
  session: PresentationSession,
  { presentationRequest, error: { code, description, endsRequest }, answerHash, encrypted }: WalletReport,
): Promise<OperationReply> {
  const vault = await platform.vaults.of(session.tenant);
  const answer = takenAnswer(platform.random, vault, session, { presentationRequest, answerHash });
  // A wallet may write personal data there. An intermediary keeps nothing of a failed request (ARF RPI_08).
  const isKept = description !== undefined && session.presentation.eraseAfter === undefined;
  const sealed = !isKept ? undefined : vault.seal(description, `session/${session.id}/wallet-error`);
  const reported = {
    code,
    knownCode: knownCode(code),
    ...(sealed === undefined ? {} : { sealedDescription: sealed }),
    answer,
    endsRequest,
    counts: !encrypted && presentationRequest.responseMode === 'direct_post.jwt',
  };
  const recorded = await changePresentation(platform, session, (present) => reportError(present, reported));
  if (recorded === undefined) throw new PresentationError('expired');
  if (recorded.result === 'already_answered') {
    throw new PresentationError(recorded.result, { facts: { state: recorded.session.presentation.progress.state } });
  }
  return replyOf(platform, recorded.session);
}

/** SHA-256, base64url, of a `response_code`. */
export function hashOfCode(code: string): string {
  return hashOf(code);
}

function presentationSessionContext(session: string): string {
  return `session/${session}/presentation-session`;
}

function codeContext(session: string): string {
  return `session/${session}/response-code`;
}
