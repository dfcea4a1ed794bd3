import type { Received } from '../client/received.ts';
import { type FoundSession, findSession } from '../session/issuance-session.ts';
import { invalidPreAuthorizedCode } from './token-transitions.ts';

/**
 * OpenID4VCI 1.0, 6.1 and 6.3: the code names a session. The transition decides whether it is still valid.
 * @throws ProtocolError `invalid_grant`
 */
export async function checkPreAuthorizedCode({
  platform,
  request,
  code,
}: Pick<Received, 'platform' | 'request'> & { readonly code: string }): Promise<{ readonly found: FoundSession }> {
  const found = await findSession(platform, request, code);
  if (found === undefined) throw invalidPreAuthorizedCode({ reason: 'pre_authorized_code_unknown' });
  return { found };
}
