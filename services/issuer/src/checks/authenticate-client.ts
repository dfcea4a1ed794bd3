import type { RequestingClient } from '../protocol/authorization-request.ts';
import type { Received } from './received.ts';

/**
 * RFC 6749, 2.3 and 3.2.1; RFC 7523: a registered client authenticates, a public one can't.
 * @throws ProtocolError `invalid_client`, `invalid_request`, `temporarily_unavailable`
 */
export async function authenticateClient({
  clients,
  request,
  parameters,
}: Pick<Received, 'clients' | 'request' | 'parameters'>): Promise<{ readonly client: RequestingClient | undefined }> {
  return { client: await clients.authenticate(request.tenant, parameters) };
}
