import { unknownRequestUri } from '@countersign/shared/model/issuance/authorization';
import { text } from '../protocol/authorization-request.ts';
import { referenceOfRequestUri } from '../protocol/request-uri.ts';
import { type FoundSession, findSession } from '../session/issuance-session.ts';
import type { Received } from './received.ts';

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
