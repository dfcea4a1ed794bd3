/** Authenticates the wallet's client: a registered one by private_key_jwt, or a public one. */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import { type RequestingClient, text } from '../protocol/authorization-request.ts';
import { CLIENT_ASSERTION_TYPE, checkAssertionCovered, verifyClientAssertion } from '../protocol/client-assertion.ts';
import type { WalletClients } from './wallet-clients.ts';

/** A client that a request has named, or has proven to be. */
export interface CheckedClient extends RequestingClient {
  /**
   * Marks the proof of an attested client as used. Called last, after all other checks of the request, and before its effect.
   * @throws ProtocolError `invalid_client_attestation` where it was used before; `use_attestation_challenge` where that can't be
   *   excluded; `temporarily_unavailable` where the mark can't be stored
   */
  readonly use?: () => Promise<void>;
}

export interface ClientAuthentication {
  /**
   * Authenticates the client of a PAR, challenge or token request without attestation (RFC 6749, 2.3 and 3.2.1; RFC 7523).
   * @returns the client; undefined for an anonymous request, where public clients are allowed
   * @throws ProtocolError `invalid_client`, `invalid_request`; `temporarily_unavailable` where a client assertion may be
   *   predate the replay cache
   */
  authenticate(tenant: string, parameters: JsonObject): Promise<RequestingClient | undefined>;
}

export function createClientAuthentication(
  platform: Pick<Platform, 'settings' | 'requirementsOf' | 'lastingMarks' | 'clock'>,
  clientsOf: (tenant: string) => WalletClients,
): ClientAuthentication {
  const { settings, requirementsOf, lastingMarks, clock } = platform;

  const byAssertion = async (tenant: string, assertion: string, clients: WalletClients): Promise<RequestingClient> => {
    const checked = verifyClientAssertion({
      assertion,
      issuer: credentialIssuer(settings.PUBLIC_URL, tenant),
      keysOf: (clientId) => clients.registered.get(clientId)?.keys,
      now: clock(),
    });
    // The mark must survive a restart: unlike DPoP, client assertions have no nonce that proves freshness.
    const mark = await lastingMarks.addOnce(`${tenant}:${checked.mark}`, checked.markFor);
    if (!mark.first) throw new ProtocolError('invalid_client', 'The client assertion was used before');
    checkAssertionCovered(checked, mark.completeSince);
    const redirectUris = clients.registered.get(checked.clientId)?.redirectUris ?? [];
    return { clientId: checked.clientId, authenticated: true, redirectUris };
  };

  return {
    async authenticate(tenant, parameters) {
      const clients = clientsOf(tenant);
      const clientId = text(parameters, 'client_id');
      const assertion = text(parameters, 'client_assertion');
      const type = text(parameters, 'client_assertion_type');
      if (assertion !== undefined || type !== undefined) {
        if (type !== CLIENT_ASSERTION_TYPE || assertion === undefined) {
          throw new ProtocolError('invalid_client', 'client_assertion and its type are needed together');
        }
        const client = await byAssertion(tenant, assertion, clients);
        if (clientId !== undefined && clientId !== client.clientId) {
          throw new ProtocolError('invalid_client', 'client_id is not that of the client assertion');
        }
        return client;
      }
      if (clientId !== undefined && clients.registered.has(clientId)) {
        throw new ProtocolError('invalid_client', 'This client must authenticate by private_key_jwt');
      }
      if (!clients.publicClients || requirementsOf(tenant).clientAuthentication === 'required') {
        throw new ProtocolError('invalid_client', 'Client authentication is needed');
      }
      if (clientId !== undefined && clientId.length > 512)
        throw new ProtocolError('invalid_request', 'client_id is too long');
      const { redirectSchemes } = clients;
      return clientId === undefined ? undefined : { clientId, authenticated: false, redirectSchemes };
    },
  };
}
