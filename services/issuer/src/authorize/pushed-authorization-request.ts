/** POST PAR (RFC 9126), and what it shares with the challenge endpoint. */
import { newReference, sameHash } from '@countersign/shared/crypto/wallet-reference';
import { bodyObject, type Operation, type OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { pushRequest, unknownIssuerState } from '@countersign/shared/model/issuance/authorization';
import type { IssuanceSession } from '@countersign/shared/model/issuance/issuance-transition';
import type { AuthorizationRequest } from '@countersign/shared/model/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import type { ClientAuthentication } from '../client/client-authentication.ts';
import type { CheckedDpop, Dpop } from '../client/dpop.ts';
import type { Configurations } from '../metadata/configurations.ts';
import type { Configuration } from '../metadata/listed-configuration.ts';
import { sessionToAuthorize } from '../offer/redemption-session.ts';
import { parseAuthorizationRequest, type RequestingClient, text } from '../protocol/authorization-request.ts';
import { changeIssuanceOnce, findSession } from '../session/issuance-session.ts';
import { REQUEST_URI_PREFIX } from '../session/session-naming.ts';

export interface PushDependencies {
  readonly platform: Platform;
  readonly configurations: Configurations;
  readonly clients: ClientAuthentication;
  readonly dpop: Dpop;
}

/** POST /authorize/par: 201 with `request_uri` and `expires_in`. */
export function pushedAuthorizationRequest(dependencies: PushDependencies): Operation {
  return async (request) => {
    const begun = await beginAuthorization(dependencies, request);
    const session = await sessionOfIssuerState(dependencies.platform, request, begun.parameters);
    return { body: await storePushed(dependencies, request, begun.parameters, begun.client, session, begun.proof) };
  };
}

/** What a request that begins an authorization brings, whatever endpoint it comes to. */
export interface BegunAuthorization {
  readonly parameters: JsonObject;
  readonly client: RequestingClient;
  /** Not marked as used yet. */
  readonly proof: CheckedDpop | undefined;
}

/**
 * Authenticates the client and checks its DPoP proof.
 * @throws ProtocolError `invalid_request` for a request_uri (RFC 9126, 2.1), `request_not_supported`, `invalid_client`,
 *   `invalid_dpop_proof`, `use_dpop_nonce`
 */
export async function beginAuthorization(
  { clients, dpop }: PushDependencies,
  request: OperationRequest,
): Promise<BegunAuthorization> {
  const parameters = bodyObject(request);
  if (parameters.request_uri !== undefined)
    throw new ProtocolError('invalid_request', 'request_uri is not accepted here');
  // RFC 9126, 3
  if (parameters.request !== undefined) {
    throw new ProtocolError('request_not_supported', 'Request objects are not supported');
  }
  // Before the client: its assertion is used up by a request that is only asked for a nonce otherwise.
  const proof = await dpop.check(request);
  return { parameters, client: await requiredClient(clients, request.tenant, parameters), proof };
}

/** The client of a request that must name one. @throws ProtocolError `invalid_client`, `invalid_request` */
export async function requiredClient(
  clients: ClientAuthentication,
  tenant: string,
  parameters: JsonObject,
): Promise<RequestingClient> {
  const client = await clients.authenticate(tenant, parameters);
  if (client === undefined) throw new ProtocolError('invalid_request', 'client_id is missing');
  return client;
}

/**
 * The session that `issuer_state` names. Without one the request is the wallet's own idea, and there is nobody to log
 * in: nothing is stored for it.
 * @throws ProtocolError `access_denied`, `invalid_request`
 */
export async function sessionOfIssuerState(
  platform: Platform,
  request: OperationRequest,
  parameters: JsonObject,
): Promise<IssuanceSession> {
  const issuerState = text(parameters, 'issuer_state');
  if (issuerState === undefined) {
    throw new ProtocolError('access_denied', 'Issuance begins with a credential offer; issuer_state is missing');
  }
  const found = await findSession(platform, request, issuerState);
  if (
    found === undefined ||
    found.session.issuance.flow !== 'authorization_code' ||
    !sameHash(found.session.issuance.grantHash, found.hash) ||
    platform.clock() >= found.session.expiresAt
  ) {
    throw unknownIssuerState();
  }
  return found.session;
}

/** Checks the authorization request against the offer. @throws ProtocolError with the code of the standard */
export async function checkedRequest(
  { platform, configurations }: PushDependencies,
  tenant: string,
  parameters: JsonObject,
  client: RequestingClient,
  session: IssuanceSession,
  proof: CheckedDpop | undefined,
  options: { readonly withoutPkce?: true } = {},
): Promise<AuthorizationRequest> {
  return parseAuthorizationRequest({
    parameters,
    client,
    issuer: credentialIssuer(platform.settings.PUBLIC_URL, tenant),
    offered: await offeredBy(configurations, session),
    ...(proof === undefined ? {} : { dpopJkt: proof.jkt }),
    ...options,
  });
}

/** The configurations of an offer that still work. */
async function offeredBy(configurations: Configurations, session: IssuanceSession): Promise<readonly Configuration[]> {
  const found = await Promise.all(
    session.issuance.configurationIds.map((id) => configurations.get(session.tenant, id)),
  );
  return found.filter((configuration) => configuration !== undefined);
}

/** Stores a pushed request: a new attempt. @returns the members of the answer */
export async function storePushed(
  dependencies: PushDependencies,
  request: OperationRequest,
  parameters: JsonObject,
  client: RequestingClient,
  session: IssuanceSession,
  proof: CheckedDpop | undefined,
): Promise<{ request_uri: string; expires_in: number }> {
  const { platform } = dependencies;
  const { settings, clock, random } = platform;
  const authorizationRequest = await checkedRequest(dependencies, request.tenant, parameters, client, session, proof);
  const own = await sessionToAuthorize(platform, request, session, authorizationRequest);
  const reference = newReference(own.handle, random);
  const use = async (): Promise<void> => proof?.use();
  const changed = await changeIssuanceOnce(platform, own, use, (present) =>
    pushRequest(present, {
      request: authorizationRequest,
      requestUriHash: reference.hash,
      expiresAt: clock() + settings.REQUEST_URI_TTL * 1000,
    }),
  );
  if (changed === undefined) throw unknownIssuerState();
  return { request_uri: `${REQUEST_URI_PREFIX}${reference.text}`, expires_in: settings.REQUEST_URI_TTL };
}
