/** What a response leads to: each outcome is one compare-and-set with its event. */
import { createHash } from 'node:crypto';
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import type { OperationReply } from '@countersign/shared/http/message';
import { type Random, randomId } from '@countersign/shared/kernel/random';
import { withParameters } from '@countersign/shared/kernel/redirect-uri';
import type { Vault } from '@countersign/shared/keys/vault';
import type { PresentationPart, ResponseCode } from '@countersign/shared/model/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import {
  type Change,
  changePresentation,
  isOpen,
  isOver,
  type PresentationSession,
  presentationEvent,
} from './presentation-session.ts';
import { PresentationError } from './protocol/presentation-error.ts';
import type { PresentedCredential } from './protocol/verify-response.ts';
import { knownCode, type WalletError } from './protocol/wallet-error.ts';
import { openRequest, type SealedRequest } from './sealed-request.ts';

/** Bad answers after which a request ends: an onlooker who saw its QR code must not kill it with one post. */
const MOST_FAILURES = 10;

export interface Accepted {
  readonly asked: SealedRequest;
  readonly credentials: readonly PresentedCredential[];
  readonly answerHash: string;
}

/**
 * Makes `verified` of an open request: one answer wins, the same one again has no effect.
 * @throws PresentationError `already_answered`, `expired`
 */
export async function accept(
  platform: Platform,
  session: PresentationSession,
  { asked, credentials, answerHash }: Accepted,
): Promise<OperationReply> {
  const vault = await platform.vaults.of(session.tenant);
  const verified: PresentationPart['progress'] = {
    state: 'verified',
    verifiedAt: platform.clock(),
    sealedCredentials: vault.seal(JSON.stringify(credentials), `session/${session.id}/credentials`),
    ...taken(platform.random, vault, session, { asked, answerHash }),
    ...presentationSession(platform.random, vault, session),
  };
  const event = presentationEvent(platform, session, 'presentation.verified.v1');
  const stored = await changePresentation(platform, session, (part, document) => {
    if (isAnsweredBy(part, answerHash)) return { presentation: part };
    if (!isOpen(part)) throw new PresentationError('already_answered');
    if (isOver(document, platform.clock())) throw new PresentationError('expired');
    return { presentation: { ...part, progress: verified }, events: [event] };
  });
  if (stored === undefined) throw new PresentationError('expired');
  return replyOf(platform, stored);
}

/** What is kept of an answer, so that the same one again gets the same reply. */
interface Taken {
  readonly answerHash: string;
  readonly responseCode?: ResponseCode;
}

/** Takes an answer; where the request has a way back, with a fresh code for it (8.2). */
function taken(
  random: Random,
  vault: Vault,
  session: PresentationSession,
  { asked, answerHash }: { readonly asked: SealedRequest; readonly answerHash: string },
): Taken {
  if (asked.redirectUri === undefined) return { answerHash };
  const code = randomId(random);
  const sealed = vault.seal(code, codeContext(session.id));
  return { answerHash, responseCode: { hash: hashOfCode(code), sealed, redeemed: false } };
}

/** `presentation_during_issuance_session`: the wallet that gets it can go on with the issuance, and nobody else. */
function presentationSession(
  random: Random,
  vault: Vault,
  session: PresentationSession,
): Pick<PresentationPart['progress'] & { state: 'verified' }, 'presentationSession'> {
  if (session.kind !== 'issuance') return {};
  const text = randomId(random);
  const sealed = vault.seal(text, presentationSessionContext(session.id));
  return { presentationSession: { hash: hashOfCode(text), sealed } };
}

/** Whether this is the answer that the session has taken: nothing else gets its reply. */
export function isAnsweredBy({ progress }: PresentationPart, answerHash: string): boolean {
  return progress.state !== 'created' && progress.answerHash !== undefined && sameHash(progress.answerHash, answerHash);
}

/** The reply to the answer that the session has taken; it leads back where the request said so (8.2). */
export async function replyOf(platform: Platform, session: PresentationSession): Promise<OperationReply> {
  const { progress, sealedRequest } = session.presentation;
  if (progress.state === 'verified' && progress.presentationSession !== undefined) {
    const vault = await platform.vaults.of(session.tenant);
    const text = vault.open(progress.presentationSession.sealed, presentationSessionContext(session.id));
    return { body: { presentation_during_issuance_session: text } };
  }
  if (progress.state === 'created' || progress.responseCode === undefined) return { body: {} };
  const vault = await platform.vaults.of(session.tenant);
  const { redirectUri } = openRequest(vault, session.id, sealedRequest);
  if (redirectUri === undefined) return { body: {} };
  const code = vault.open(progress.responseCode.sealed, codeContext(session.id));
  return { body: { redirect_uri: withParameters(redirectUri, { response_code: code }) } };
}

const UNANSWERED: PresentationPart['progress'] & { state: 'requested' | 'expired' } = { state: 'requested' };

/** Counts a presentation that was refused, and tells of it; the tenth ends the request. */
export async function countFailure(
  platform: Platform,
  session: PresentationSession,
  { reason, credential, finding }: PresentationError,
): Promise<void> {
  const about = {
    ...(credential === undefined ? {} : { credential }),
    ...(finding === undefined ? {} : { finding }),
  };
  const end = ending(platform, session, { reason, ...about });
  const refused = presentationEvent(platform, session, 'presentation.refused.v1', {
    reason,
    credential: credential ?? '',
  });
  await changePresentation(platform, session, (part) => {
    if (!isOpen(part)) return { presentation: part };
    const failures = part.failures + 1;
    if (failures >= MOST_FAILURES) return end({ ...part, failures });
    const { credential: _, finding: __, ...before } = part.progress.state === 'requested' ? part.progress : UNANSWERED;
    return {
      presentation: { ...part, failures, progress: { ...before, ...about, lastError: reason } },
      events: [refused],
    };
  });
}

export interface ReportedError {
  readonly asked: SealedRequest;
  readonly error: WalletError;
  readonly answerHash: string;
  /** Whether it came encrypted. */
  readonly encrypted: boolean;
}

/**
 * An error that the wallet reports (8.5): only the person's refusal ends the request. An error in clear where the answer
 * was to be encrypted (8.3.1 allows it) ends nothing by itself: it needs no more than the `state`, so it counts as one of
 * the bad answers. Where the request was made with a way back, the person is led there after each of them, with a code that
 * shows the backend this session.
 * @throws PresentationError `already_answered`
 */
export async function recordWalletError(
  platform: Platform,
  session: PresentationSession,
  { asked, error: { code, description, endsRequest }, answerHash, encrypted }: ReportedError,
): Promise<OperationReply> {
  const vault = await platform.vaults.of(session.tenant);
  const answer = taken(platform.random, vault, session, { asked, answerHash });
  // Whatever a wallet writes there, it may tell of the person.
  const sealed = description === undefined ? undefined : vault.seal(description, `session/${session.id}/wallet-error`);
  const why = { reason: code, ...(sealed === undefined ? {} : { sealedDescription: sealed }) };
  const end = ending(platform, session, why, answer, knownCode(code));
  const counts = !encrypted && asked.responseMode === 'direct_post.jwt';
  // Only what counts is bounded; of other errors the session tells.
  const refusal = { reason: knownCode(code), credential: '' };
  const events = counts ? [presentationEvent(platform, session, 'presentation.refused.v1', refusal)] : [];
  const stored = await changePresentation(platform, session, (part) => {
    // A code that was used leads nowhere; while the request is open there is another one.
    const used = part.progress.state === 'requested' && part.progress.responseCode?.redeemed === true;
    if (isAnsweredBy(part, answerHash) && !used) return { presentation: part };
    if (!isOpen(part)) throw new PresentationError('already_answered');
    const failures = counts ? part.failures + 1 : part.failures;
    const ends = counts ? failures >= MOST_FAILURES : endsRequest;
    if (ends) return end({ ...part, failures });
    return {
      presentation: { ...part, failures, progress: { state: 'requested', lastError: code, ...answer } },
      events,
    };
  });
  if (stored === undefined) throw new PresentationError('expired');
  return replyOf(platform, stored);
}

/** Prepares the end of a request: `rejected`, and its event. */
function ending(
  platform: Platform,
  session: PresentationSession,
  why: Pick<
    PresentationPart['progress'] & { state: 'rejected' },
    'reason' | 'credential' | 'finding' | 'sealedDescription'
  >,
  answer?: Taken,
  reason = why.reason,
): (part: PresentationPart) => Change {
  const event = presentationEvent(platform, session, 'presentation.rejected.v1', { reason });
  return (part) => ({
    presentation: { ...part, progress: { state: 'rejected', ...why, ...answer } },
    events: [event],
  });
}

/** SHA-256, base64url, of a `response_code`. */
export function hashOfCode(code: string): string {
  return createHash('sha256').update(code).digest('base64url');
}

function presentationSessionContext(session: string): string {
  return `session/${session}/presentation-session`;
}

function codeContext(session: string): string {
  return `session/${session}/response-code`;
}
