/** The second challenge: exchanges `auth_session` and the verifier's value for the presenting wallet for a code. */
import { type NewReference, newReference } from '@countersign/shared/crypto/wallet-reference';
import type { OperationReply } from '@countersign/shared/http/message';
import type { Reported } from '@countersign/shared/http/reports';
import { type ProvenRequest, useProofs } from '../client/dpop/dpop-checks.ts';
import { type AuthorizationServer, type Received, received } from '../client/received.ts';
import { changeIssuanceOnce } from '../session/issuance-session.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';
import { answerChallenge, type ChallengeHolder, invalidSession } from './challenge-transitions.ts';
import { authorizationChecks } from './checks.ts';

/**
 * Returns `{authorization_code}`. A repeated request returns a new code, which replaces the previous one.
 * @throws ProtocolError `invalid_session` for every mismatch, without details
 */
export async function answeredChallenge(server: AuthorizationServer, called: Reported): Promise<OperationReply> {
  const checked = await authorizationChecks.run('answer', received(server, called));
  const { platform, proof, client, found, presentationSession } = checked;
  const { session, hash } = found;
  const code = newReference(session.handle, platform.random);
  const holder = {
    sessionHash: hash,
    client,
    dpopJkt: proof?.jkt,
    instanceJkt: client?.attestation?.instanceJkt,
  };
  await codeForPresentation(checked, session, { ...holder, presentationSession, code });
  return { body: { authorization_code: code.text } };
}

export interface ProvenPresentation extends Omit<ChallengeHolder, 'now'> {
  readonly presentationSession: string;
  /** To be stored. */
  readonly code: NewReference;
}

/**
 * Stores the code for the holder of the `auth_session` who has presented.
 * @throws ProtocolError `invalid_session`
 */
export async function codeForPresentation(
  checked: Pick<Received, 'platform' | 'requirements'> & ProvenRequest,
  session: IssuanceSession,
  { code, ...proven }: ProvenPresentation,
): Promise<void> {
  const { platform, requirements } = checked;
  const { clock } = platform;
  const use = (): Promise<void> => useProofs(checked);
  const changed = await changeIssuanceOnce(platform, session, use, (present) => {
    const now = clock();
    const codeExpiresAt = now + requirements.codeTtl * 1000;
    return answerChallenge(present, { ...proven, now, codeHash: code.hash, codeExpiresAt });
  });
  if (changed?.result === 'authorized') return;
  throw invalidSession({ reason: changed === undefined ? 'auth_session_unknown' : 'presentation_rejected' });
}
