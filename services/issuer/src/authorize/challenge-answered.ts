/** The second challenge: exchanges `auth_session` and the verifier's value for the presenting wallet for a code. */
import { newReference } from '@countersign/shared/crypto/wallet-reference';
import type { OperationReply, OperationRequest } from '@countersign/shared/http/message';
import { answerChallenge, invalidSession } from '@countersign/shared/model/issuance/authorization';
import { checks } from '../checks/checks.ts';
import { type AuthorizationServer, received } from '../checks/received.ts';
import { useProofs } from '../client/use-proofs.ts';
import { changeIssuanceOnce } from '../session/issuance-session.ts';

/**
 * Answers `{authorization_code}`; a repeated request returns a new code, which replaces the previous one.
 * @throws ProtocolError `invalid_session` for every mismatch, without naming it
 */
export async function answeredChallenge(
  server: AuthorizationServer,
  request: OperationRequest,
): Promise<OperationReply> {
  const { platform, proof, client, found, presentationSession } = await checks.run('answer', received(server, request));
  const { settings, clock, random } = platform;
  const { session, hash } = found;
  const code = newReference(session.handle, random);
  const use = (): Promise<void> => useProofs({ client, proof });
  const changed = await changeIssuanceOnce(platform, session, use, (present) => {
    const now = clock();
    return answerChallenge(present, {
      sessionHash: hash,
      presentationSession,
      client,
      dpopJkt: proof?.jkt,
      instanceJkt: client?.attestation?.instanceJkt,
      now,
      codeHash: code.hash,
      codeExpiresAt: now + settings.CODE_TTL * 1000,
    });
  });
  if (changed?.result !== 'authorized') throw invalidSession();
  return { body: { authorization_code: code.text } };
}
