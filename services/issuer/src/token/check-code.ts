import type { Received } from '../client/received.ts';
import { type FoundSession, findSession } from '../session/issuance-session.ts';
import { invalidCode } from './token-transitions.ts';

/**
 * RFC 6749, 4.1.3: the code names a session. The transition decides whether it is valid for this request.
 * @throws ProtocolError `invalid_grant`
 */
export async function checkCode({
  platform,
  request,
  code,
}: Pick<Received, 'platform' | 'request'> & { readonly code: string }): Promise<{ readonly found: FoundSession }> {
  const found = await findSession(platform, request, code);
  if (found === undefined) throw invalidCode({ reason: 'code_unknown' });
  return { found };
}
