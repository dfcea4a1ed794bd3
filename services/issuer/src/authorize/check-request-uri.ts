import type { Received } from '../client/received.ts';
import { text } from '../client/wallet-parameters.ts';
import { unknownRequestUri } from '../session/authorization-transitions.ts';
import { type FoundSession, findSession } from '../session/issuance-session.ts';
import { referenceOfRequestUri } from '../session/request-uri.ts';

/**
 * RFC 9126, 4: the request_uri is one of this server and names a session. The transition decides whether it is used.
 * @throws ProtocolError `invalid_request_uri`
 */
export async function checkRequestUri({
  platform,
  request,
  parameters,
}: Pick<Received, 'platform' | 'request' | 'parameters'>): Promise<{ readonly found: FoundSession }> {
  const reference = referenceOfRequestUri(text(parameters, 'request_uri') ?? '');
  const found = reference === undefined ? undefined : await findSession(platform, request, reference);
  if (found === undefined) throw unknownRequestUri({ reason: 'request_uri_unknown' });
  return { found };
}
