/** GET authorize (RFC 6749, 4.1.1; RFC 9126, 4; RFC 9207): the offer is the authorization, so it redirects at once. */
import { newReference } from '@countersign/shared/crypto/wallet-reference';
import type { Operation, OperationReply, OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import { checkRedirectUri, withParameters } from '@countersign/shared/kernel/redirect-uri';
import { authorize } from '@countersign/shared/model/issuance/authorization';
import type { BrandOf } from '@countersign/shared/pages/brand';
import { text } from '../protocol/authorization-request.ts';
import { changeIssuance, findSession } from '../session/issuance-session.ts';
import { REQUEST_URI_PREFIX } from '../session/session-naming.ts';
import { presentInBrowser, presentInBrowserAgain } from './authorize-presentation.ts';
import { presentationNeededFor } from './presentation-attempt.ts';
import {
  type PushDependencies,
  requiredClient,
  sessionOfIssuerState,
  storePushed,
} from './pushed-authorization-request.ts';

export interface AuthorizeDependencies extends PushDependencies {
  readonly brandOf: BrandOf;
}

/** 302 to the wallet with `code`, `state`, `iss`; an error page where client or redirect URI can't be trusted. */
export function authorizationEndpoint(dependencies: AuthorizeDependencies): Operation {
  const { settings } = dependencies.platform;
  return async (request) => {
    const clientId = text(request.query, 'client_id');
    if (clientId === undefined) throw new ProtocolError('invalid_request', 'client_id is missing');
    const requestUri = text(request.query, 'request_uri');
    if (requestUri !== undefined) return redeem(dependencies, request, clientId, requestUri);
    if (settings.PAR === 'required') {
      throw new ProtocolError('invalid_request', 'The authorization request must be pushed first');
    }
    return plain(dependencies, request, clientId);
  };
}

async function redeem(
  { platform, configurations, brandOf }: AuthorizeDependencies,
  request: OperationRequest,
  clientId: string,
  requestUri: string,
): Promise<OperationReply> {
  const unknown = (): ProtocolError =>
    new ProtocolError('invalid_request_uri', 'The request_uri is unknown, used or expired');
  // Only our own URN is taken, and it is never fetched.
  if (!requestUri.startsWith(REQUEST_URI_PREFIX)) throw unknown();
  const reference = requestUri.slice(REQUEST_URI_PREFIX.length);
  const found = await findSession(platform, request, reference);
  if (found === undefined) throw unknown();
  const { progress } = found.session.issuance;
  const again = await presentInBrowserAgain({ platform, configurations, brandOf }, request, found, clientId);
  if (again !== undefined) return again;
  // A request_uri belongs to one request, so what is asked for here is what would be authorized below.
  const asked = progress.state === 'pushed' ? progress.request.configurationIds : [];
  const required = await presentationNeededFor(configurations, request.tenant, asked);
  if (required !== undefined)
    return presentInBrowser({ platform, configurations, brandOf }, request, found, clientId, required);
  const { settings, clock, random } = platform;
  const code = newReference(found.session.handle, random);
  const changed = await changeIssuance(platform, found.session, (session) => {
    const now = clock();
    const codeExpiresAt = now + settings.CODE_TTL * 1000;
    return authorize(session, { requestUriHash: found.hash, clientId, now, codeHash: code.hash, codeExpiresAt });
  });
  if (changed === undefined) throw unknown();
  const { redirectUri, state } = changed.result;
  return redirect(redirectUri, {
    code: code.text,
    state,
    iss: credentialIssuer(settings.PUBLIC_URL, request.tenant),
  });
}

/**
 * PAR=optional: the whole request in the URL. RFC 9700, 4.11.2: a client that is not registered is trusted as far as it holds a
 * live offer. Without one this is a link that anybody can make, and the browser stays here.
 */
async function plain(
  dependencies: AuthorizeDependencies,
  request: OperationRequest,
  clientId: string,
): Promise<OperationReply> {
  const { platform, clients } = dependencies;
  if (request.query.request !== undefined) {
    throw new ProtocolError('request_not_supported', 'Request objects are not supported');
  }
  const client = await requiredClient(clients, request.tenant, { client_id: clientId });
  const redirectUri = checkRedirectUri(text(request.query, 'redirect_uri'), client);
  const session = await sessionOfIssuerState(platform, request, request.query);
  try {
    const pushed = await storePushed(dependencies, request, request.query, client, session, undefined);
    return await redeem(dependencies, request, clientId, pushed.request_uri);
  } catch (error) {
    if (!(error instanceof ProtocolError) || error.status >= 500) throw error;
    const refused = redirect(redirectUri, {
      error: error.code,
      error_description: error.message,
      state: typeof request.query.state === 'string' ? request.query.state : undefined,
      iss: credentialIssuer(platform.settings.PUBLIC_URL, request.tenant),
    });
    return { ...refused, refusal: error };
  }
}

function redirect(uri: string, parameters: Readonly<Record<string, string | undefined>>): OperationReply {
  return { status: 302, headers: { location: withParameters(uri, parameters), 'cache-control': 'no-store' } };
}
