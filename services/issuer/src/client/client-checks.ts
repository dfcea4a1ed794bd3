/** Which client sends a request, and how it authenticates. */

import type { CheckedClient } from './client-authentication.ts';
import type { CheckedDpop } from './dpop/dpop.ts';
import { missingParameter } from './missing-parameter.ts';
import type { Received } from './received.ts';
import { type RequestingClient, text, type WalletParameters } from './wallet-parameters.ts';

/** RFC 6749, 4.1.1; RFC 9126, 4: also together with a request_uri. @throws ProtocolError `invalid_request` */
export function checkClientId({ parameters }: WalletParameters): { readonly clientId: string } {
  const clientId = text(parameters, 'client_id');
  if (clientId === undefined) throw missingParameter(parameters, 'client_id');
  return { clientId };
}

/**
 * RFC 6749, 3.2.1 and 4.1.1: a code belongs to a client, so the request must identify one. @throws ProtocolError
 * `invalid_request`
 */
export function checkClientNamed({ client }: { readonly client: RequestingClient | undefined }): {
  readonly client: RequestingClient;
} {
  if (client === undefined) throw missingParameter({}, 'client_id');
  return { client };
}

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

/**
 * RFC 6749, 2.3 and 3.2.1; RFC 7523; draft-ietf-oauth-attestation-based-client-auth: a registered client authenticates
 * by its key, any other by an attestation if it has one. The proof of an attested client is marked as used right before
 * the write.
 * @throws ProtocolError `invalid_client`, `invalid_request`, `invalid_client_attestation`, `use_attestation_challenge`,
 *   `use_fresh_attestation`, `temporarily_unavailable`
 */
export async function authenticateClient(
  received: Pick<Received, 'attestations' | 'clients' | 'request' | 'parameters' | 'requirements' | 'reports'> & {
    readonly proof: CheckedDpop | undefined;
  },
): Promise<{ readonly client: CheckedClient | undefined }> {
  const { attestations, clients, request, parameters, requirements } = received;
  const attested = await attestations.authenticate(received);
  return { client: attested ?? (await clients.authenticate(request.tenant, parameters, requirements)) };
}
