/** The second challenge: `auth_session` and what the verifier gave the wallet that presented bring the code. */
import { newReference } from '@countersign/shared/crypto/wallet-reference';
import { bodyObject, type OperationReply, type OperationRequest } from '@countersign/shared/http/message';
import { answerChallenge, invalidSession } from '@countersign/shared/model/issuance/authorization';
import { text } from '../protocol/authorization-request.ts';
import { changeIssuanceOnce, findSession } from '../session/issuance-session.ts';
import type { PushDependencies } from './pushed-authorization-request.ts';

/**
 * Answers `{authorization_code}`; asked again it gives a new code, which replaces the one before.
 * @throws ProtocolError `invalid_session` for everything that doesn't fit, without saying what
 */
export async function answeredChallenge(
  { platform, clients, dpop }: PushDependencies,
  request: OperationRequest,
): Promise<OperationReply> {
  const { settings, clock, random } = platform;
  const parameters = bodyObject(request);
  const proof = await dpop.check(request);
  const client = await clients.authenticate(request.tenant, parameters);
  const found = await findSession(platform, request, parameters.auth_session);
  // Without it a wallet that passes the presentation link on to another one would get the code.
  const presentationSession = text(parameters, 'presentation_during_issuance_session');
  if (found === undefined || presentationSession === undefined) throw invalidSession();
  const { session, hash } = found;
  const code = newReference(session.handle, random);
  const use = async (): Promise<void> => proof?.use();
  const changed = await changeIssuanceOnce(platform, session, use, (present) => {
    const now = clock();
    return answerChallenge(present, {
      sessionHash: hash,
      presentationSession,
      client,
      dpopJkt: proof?.jkt,
      now,
      codeHash: code.hash,
      codeExpiresAt: now + settings.CODE_TTL * 1000,
    });
  });
  if (changed?.result !== 'authorized') throw invalidSession();
  return { body: { authorization_code: code.text } };
}
