/** The second challenge: `auth_session` and what the verifier gave the wallet that presented bring the code. */
import { newReference, sameHash } from '@countersign/shared/crypto/wallet-reference';
import type { OperationReply, OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { attemptOf } from '@countersign/shared/model/issuance-attempt';
import type { IssuancePart, IssuanceProgress, SessionDocument } from '@countersign/shared/model/sessions';
import { checks } from '../checks/checks.ts';
import { type AuthorizationServer, received } from '../checks/received.ts';
import type { RequestingClient } from '../protocol/authorization-request.ts';
import { hasPresented } from '../protocol/presentation-proven.ts';
import { changeIssuanceOnce } from '../session/issuance-session.ts';
import { endOfRejected } from './rejected-presentation.ts';

/**
 * Answers `{authorization_code}`; asked again it gives a new code, which replaces the one before.
 * @throws ProtocolError `invalid_session` for everything that doesn't fit, without telling what
 */
export async function answeredChallenge(
  server: AuthorizationServer,
  request: OperationRequest,
): Promise<OperationReply> {
  const { platform, proof, client, found, presentationSession } = await checks.run('answer', received(server, request));
  const { settings, clock, random } = platform;
  const { session, hash } = found;
  const code = newReference(session.handle, random);
  let rejected = false;
  const use = async (): Promise<void> => proof?.use();
  const stored = await changeIssuanceOnce(platform, session, use, (part, document) => {
    const now = clock();
    checkHolder(part, { hash, now, client, dpopJkt: proof?.jkt });
    // Its event may be late, or lost: the document is the truth.
    const end = endOfRejected(platform, document);
    rejected = end !== undefined;
    if (end !== undefined) return end;
    const progress = authorizedByPresentation(part, document, presentationSession);
    const expiresAt = now + settings.CODE_TTL * 1000;
    return { issuance: { ...part, progress: { ...progress, codeHash: code.hash, expiresAt } } };
  });
  if (stored === undefined || rejected) throw invalid();
  return { body: { authorization_code: code.text } };
}

interface Holder {
  readonly hash: string;
  readonly now: number;
  readonly client: RequestingClient | undefined;
  readonly dpopJkt: string | undefined;
}

function checkHolder(part: IssuancePart, { hash, now, client, dpopJkt }: Holder): void {
  const attempt = attemptOf(part);
  const { progress } = part;
  if (progress.state !== 'presentation_required' && progress.state !== 'authorized') throw invalid();
  if (attempt?.channel !== 'challenge' || !sameHash(attempt.sessionHash, hash) || now >= attempt.expiresAt) {
    throw invalid();
  }
  const { clientId, clientAuthenticated, dpopJkt: bound } = progress.request;
  if (client !== undefined && client.clientId !== clientId) throw invalid();
  if (clientAuthenticated && client?.authenticated !== true) throw invalid();
  // draft-ietf-oauth-first-party-apps: once a key was seen, every later request proves the same one.
  if (bound !== undefined && bound !== dpopJkt) throw invalid();
}

function authorizedByPresentation(
  { progress }: IssuancePart,
  { presentation }: SessionDocument,
  presentationSession: string,
): Omit<IssuanceProgress & { state: 'authorized' }, 'codeHash' | 'expiresAt'> {
  if (progress.state !== 'presentation_required' && progress.state !== 'authorized') throw invalid();
  const { request, attempt } = progress;
  if (attempt === undefined || !hasPresented(attempt, presentation, presentationSession)) throw invalid();
  return { state: 'authorized', request, attempt };
}

function invalid(): ProtocolError {
  return new ProtocolError('invalid_session', 'The auth_session is not valid, or its presentation is missing');
}
