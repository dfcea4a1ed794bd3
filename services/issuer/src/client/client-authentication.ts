/** Authenticates the wallet's client: a registered one by private_key_jwt, or a public one. */
import type { Requirements } from '@countersign/shared/flow-config/tenant-profile';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import type { Platform } from '@countersign/shared/runtime/service';
import { CLIENT_ASSERTION_TYPE, checkAssertionCovered, verifyClientAssertion } from './client-assertion.ts';
import { type RequestingClient, text } from './wallet-parameters.ts';
import type { WalletClients } from './wallet-registrations.ts';

/** A client that a request has named, or has proven to be. */
export interface CheckedClient extends RequestingClient {
  /**
   * Marks the proof of an attested client as used. Call it last, after all other checks of the request and before its
   * effect.
   * @throws ProtocolError `invalid_client_attestation` if it was used before; `use_attestation_challenge` if that can't
   *   be excluded; `temporarily_unavailable` if the mark can't be stored
   */
  readonly use?: () => Promise<void>;
}

export interface ClientAuthentication {
  /**
   * Authenticates the client of a PAR, challenge or token request without attestation (RFC 6749, 2.3 and 3.2.1; RFC
   * 7523).
   * @returns the client; undefined for an anonymous request, if public clients are allowed
   * @throws ProtocolError `invalid_client`, `invalid_request`; `temporarily_unavailable` if a client assertion may
   *   predate the replay cache
   */
  authenticate(
    tenant: string,
    parameters: JsonObject,
    requirements: Pick<Requirements, 'clientAuthentication'>,
  ): Promise<RequestingClient | undefined>;
}

/** Characters. */
const MAX_CLIENT_ID = 512;

export function createClientAuthentication(
  platform: Pick<Platform, 'settings' | 'lastingReplayCache' | 'knownKeys' | 'clock'>,
  clientsOf: (tenant: string) => Promise<WalletClients>,
): ClientAuthentication {
  const { settings, lastingReplayCache, clock } = platform;

  const byAssertion = async (tenant: string, assertion: string, clients: WalletClients): Promise<RequestingClient> => {
    const checked = verifyClientAssertion({
      assertion,
      issuer: credentialIssuer(settings.PUBLIC_URL, tenant),
      keysOf: (clientId) => clients.registered.get(clientId)?.keys,
      now: clock(),
      known: platform.knownKeys,
    });
    // The mark must survive a restart: unlike DPoP, client assertions have no nonce that proves freshness.
    const mark = await lastingReplayCache.addOnce(`${tenant}:${checked.mark}`, checked.markFor);
    if (!mark.first)
      throw refusedClient('The client assertion was used before', { reason: 'client_assertion_replayed' });
    checkAssertionCovered(checked, mark.completeSince);
    const redirectUris = clients.registered.get(checked.clientId)?.redirectUris ?? [];
    return { clientId: checked.clientId, authenticated: true, redirectUris };
  };

  return {
    async authenticate(tenant, parameters, requirements) {
      const clients = await clientsOf(tenant);
      const clientId = text(parameters, 'client_id');
      const assertion = text(parameters, 'client_assertion');
      const type = text(parameters, 'client_assertion_type');
      if (assertion !== undefined || type !== undefined) {
        if (type !== CLIENT_ASSERTION_TYPE || assertion === undefined) throw incompleteAssertion(type);
        const client = await byAssertion(tenant, assertion, clients);
        if (clientId === undefined || clientId === client.clientId) return client;
        const facts = { claim: 'sub', expected: clientId, received: client.clientId };
        throw refusedClient('client_id does not match the client assertion', {
          reason: 'client_assertion_issuer',
          facts,
        });
      }
      if (clientId !== undefined && clients.registered.has(clientId)) throw assertionNeeded(clientId);
      if (!clients.publicClients || requirements.clientAuthentication === 'required') {
        const facts = clientId === undefined ? {} : { clientId };
        const why = { reason: 'client_authentication_missing', facts } as const;
        throw refusedClient('Client authentication is needed', why);
      }
      if (clientId !== undefined && clientId.length > MAX_CLIENT_ID) {
        const facts = { count: clientId.length, most: MAX_CLIENT_ID };
        throw new ProtocolError('invalid_request', 'client_id is too long', { reason: 'client_id_too_long', facts });
      }
      const { redirectSchemes } = clients;
      return clientId === undefined ? undefined : { clientId, authenticated: false, redirectSchemes };
    },
  };
}

/** The error for a registered client that has not authenticated by its key. */
export function assertionNeeded(clientId: string): ProtocolError {
  const facts = { clientId, expectedAny: ['private_key_jwt'] };
  const why = { reason: 'client_authentication_missing', facts } as const;
  return refusedClient('This client must authenticate by private_key_jwt', why);
}

/** @param type the assertion's type, if one was sent */
function incompleteAssertion(type: string | undefined): ProtocolError {
  const received = type === undefined ? {} : { received: type };
  const parameter = type === CLIENT_ASSERTION_TYPE ? 'client_assertion' : 'client_assertion_type';
  const facts = { parameter, expected: CLIENT_ASSERTION_TYPE, ...received };
  const why = { reason: 'client_assertion_type', facts } as const;
  return refusedClient('client_assertion and its type are needed together', why);
}

function refusedClient(description: string, why: Reasoned): ProtocolError {
  return new ProtocolError('invalid_client', description, why);
}
