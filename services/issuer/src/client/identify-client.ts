import type { Received } from './received.ts';
import type { RequestingClient } from './wallet-parameters.ts';

/**
 * RFC 6749, 2.3.1: credentials in a URL are not accepted, so a client that must authenticate is refused.
 * @throws ProtocolError `invalid_client`, `invalid_request`
 */
export async function identifyClient({
  clients,
  request,
  clientId,
  requirements,
}: Pick<Received, 'clients' | 'request' | 'requirements'> & { readonly clientId: string }): Promise<{
  readonly client: RequestingClient | undefined;
}> {
  return { client: await clients.authenticate(request.tenant, { client_id: clientId }, requirements) };
}
