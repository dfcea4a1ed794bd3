import type { Received } from '../client/received.ts';
import { text } from '../client/wallet-parameters.ts';
import { type FoundSession, findSession } from '../session/issuance-session.ts';
import { invalidSession } from './challenge-transitions.ts';

/**
 * The second challenge contains its session, and the value that the verifier returned to the presenting wallet. Without
 * that value a wallet that forwards the presentation link would receive the code. The transition compares both with the
 * session.
 * @throws ProtocolError `invalid_session`
 */
export async function checkAuthSession({
  platform,
  request,
  reports,
  parameters,
}: Pick<Received, 'platform' | 'request' | 'reports' | 'parameters'>): Promise<{
  readonly found: FoundSession;
  readonly presentationSession: string;
}> {
  const found = await findSession(platform, { request, reports }, parameters.auth_session);
  const presentationSession = text(parameters, 'presentation_during_issuance_session');
  if (found === undefined) throw invalidSession({ reason: 'auth_session_unknown' });
  if (presentationSession === undefined) {
    const facts = { parameter: 'presentation_during_issuance_session' };
    throw invalidSession({ reason: 'presentation_missing', facts });
  }
  return { found, presentationSession };
}
