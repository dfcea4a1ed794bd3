/** What a response leads to: each outcome is one compare-and-set with its event. */
import { createHash } from 'node:crypto';
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import type { OperationReply } from '@countersign/shared/http/message';
import { withParameters } from '@countersign/shared/http/redirect-uri';
import { randomId } from '@countersign/shared/random';
import type { Platform } from '@countersign/shared/runtime/service';
import type { PresentationPart } from '@countersign/shared/store/sessions';
import {
  type Change,
  changePresentation,
  type PresentationSession,
  presentationEvent,
} from './presentation-session.ts';
import { PresentationError, type PresentationReason } from './protocol/presentation-error.ts';
import type { PresentedCredential } from './protocol/verify-response.ts';
import type { WalletError } from './protocol/wallet-error.ts';
import { openRequest, type SealedRequest, sealRequest, withoutKey } from './sealed-request.ts';

/** Bad presentations after which a request ends: whoever saw its QR code must not kill it with one post. */
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
  const code = asked.redirectUri === undefined ? undefined : randomId(platform.random);
  const verified: PresentationPart['progress'] = {
    state: 'verified',
    verifiedAt: platform.clock(),
    sealedCredentials: vault.seal(JSON.stringify(credentials), `session/${session.id}/credentials`),
    answerHash,
    ...(code === undefined
      ? {}
      : {
          responseCode: {
            hash: hashOfCode(code),
            sealed: vault.seal(code, codeContext(session.id)),
            redeemed: false,
          },
        }),
  };
  const sealedRequest = sealRequest(vault, session.id, withoutKey(asked));
  const event = presentationEvent(platform, session, 'presentation.verified.v1');
  const stored = await changePresentation(platform, session, (part) => {
    const { progress } = part;
    if (progress.state === 'verified' && sameHash(progress.answerHash, answerHash)) return { presentation: part };
    if (!isOpen(part)) throw new PresentationError('already_answered');
    if (platform.clock() >= session.expiresAt) throw new PresentationError('expired');
    return { presentation: { ...part, sealedRequest, progress: verified }, events: [event] };
  });
  if (stored === undefined) throw new PresentationError('expired');
  return replyOf(platform, stored);
}

/** The reply to the answer that was accepted; it leads back where the request said so (8.2). */
export async function replyOf(platform: Platform, session: PresentationSession): Promise<OperationReply> {
  const { progress, sealedRequest } = session.presentation;
  if (progress.state !== 'verified' || progress.responseCode === undefined) return { body: {} };
  const vault = await platform.vaults.of(session.tenant);
  const { redirectUri } = openRequest(vault, session.id, sealedRequest);
  if (redirectUri === undefined) return { body: {} };
  const code = vault.open(progress.responseCode.sealed, codeContext(session.id));
  return { body: { redirect_uri: withParameters(redirectUri, { response_code: code }) } };
}

/** Counts a presentation that was refused; the tenth ends the request. */
export async function countFailure(
  platform: Platform,
  session: PresentationSession,
  asked: SealedRequest,
  reason: PresentationReason,
): Promise<void> {
  const end = await ending(platform, session, asked, { reason });
  await changePresentation(platform, session, (part) => {
    if (!isOpen(part)) return { presentation: part };
    const failures = part.failures + 1;
    if (failures >= MOST_FAILURES) return end({ ...part, failures });
    return { presentation: { ...part, failures, progress: { state: 'requested', lastError: reason } } };
  });
}

/** An error that the wallet reports (8.5): only the person's refusal ends the request. */
export async function recordWalletError(
  platform: Platform,
  session: PresentationSession,
  asked: SealedRequest,
  { code, description, endsRequest }: WalletError,
): Promise<OperationReply> {
  const end = await ending(platform, session, asked, {
    reason: code,
    ...(description === undefined ? {} : { description }),
  });
  await changePresentation(platform, session, (part) => {
    if (!isOpen(part)) return { presentation: part };
    if (endsRequest) return end(part);
    return { presentation: { ...part, progress: { state: 'requested', lastError: code } } };
  });
  return { body: {} };
}

/** Prepares the end of a request: `rejected`, its event, and a request without its key. */
async function ending(
  platform: Platform,
  session: PresentationSession,
  asked: SealedRequest,
  why: { readonly reason: string; readonly description?: string },
): Promise<(part: PresentationPart) => Change> {
  const vault = await platform.vaults.of(session.tenant);
  const sealedRequest = sealRequest(vault, session.id, withoutKey(asked));
  const event = presentationEvent(platform, session, 'presentation.rejected.v1', { reason: why.reason });
  return (part) => ({
    presentation: { ...part, sealedRequest, progress: { state: 'rejected', ...why } },
    events: [event],
  });
}

/** SHA-256, base64url, of a `response_code`. */
export function hashOfCode(code: string): string {
  return createHash('sha256').update(code).digest('base64url');
}

function isOpen({ progress: { state } }: PresentationPart): boolean {
  return state === 'created' || state === 'requested';
}

function codeContext(session: string): string {
  return `session/${session}/response-code`;
}
