import type { RequestingClient } from '../protocol/authorization-request.ts';
import type { Received } from './received.ts';

/**
 * RFC 6749, 2.3.1: nothing that proves a client is taken from a URL, so a client that must prove itself is refused.
 * @throws ProtocolError `invalid_client`, `invalid_request`
 */
export async function identifyClient({
  clients,
  request,
  clientId,
}: Pick<Received, 'clients' | 'request'> & { readonly clientId: string }): Promise<{
  readonly client: RequestingClient | undefined;
}> {
  return { client: await clients.authenticate(request.tenant, { client_id: clientId }) };
}
