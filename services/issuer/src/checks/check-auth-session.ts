import { ProtocolError } from '@countersign/shared/kernel/errors';
import { text } from '../protocol/authorization-request.ts';
import { type Found, findSession } from '../session/issuance-session.ts';
import type { Received } from './received.ts';

/**
 * The second challenge names its session, and what the verifier gave to the wallet that presented. Without the latter a wallet
 * that passes the presentation link on would get the code. Who holds the session, the transition decides.
 * @throws ProtocolError `invalid_session`
 */
export async function checkAuthSession({
  platform,
  request,
  parameters,
}: Pick<Received, 'platform' | 'request' | 'parameters'>): Promise<{
  readonly found: Found;
  readonly presentationSession: string;
}> {
  const found = await findSession(platform, request, parameters.auth_session);
  const presentationSession = text(parameters, 'presentation_during_issuance_session');
  if (found === undefined || presentationSession === undefined) {
    throw new ProtocolError('invalid_session', 'The auth_session is not valid, or its presentation is missing');
  }
  return { found, presentationSession };
}
