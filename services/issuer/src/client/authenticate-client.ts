import type { CheckedClient } from './client-authentication.ts';
import type { CheckedDpop } from './dpop.ts';
import type { Received } from './received.ts';

/**
 * RFC 6749, 2.3 and 3.2.1; RFC 7523; draft-ietf-oauth-attestation-based-client-auth: a registered client authenticates by its key,
 * any other by an attestation where it has one. The proof of an attested client is marked as used right before the write.
 * @throws ProtocolError `invalid_client`, `invalid_request`, `invalid_client_attestation`, `use_attestation_challenge`,
 *   `use_fresh_attestation`, `temporarily_unavailable`
 */
export async function authenticateClient(
  received: Pick<Received, 'attestations' | 'clients' | 'request' | 'parameters' | 'requirements'> & {
    readonly proof: CheckedDpop | undefined;
  },
): Promise<{ readonly client: CheckedClient | undefined }> {
  const { attestations, clients, request, parameters, requirements } = received;
  const attested = await attestations.authenticate(received);
  return { client: attested ?? (await clients.authenticate(request.tenant, parameters, requirements)) };
}
