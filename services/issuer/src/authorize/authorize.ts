/**
 * GET authorize (RFC 6749, 4.1.1; RFC 9126, 4; RFC 9207): the offer is the authorization, so it redirects immediately.
 */
import { newReference } from '@countersign/shared/crypto/wallet-reference';
import type { OperationReply } from '@countersign/shared/http/message';
import type { ReportingOperation } from '@countersign/shared/http/reports';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { withParameters } from '@countersign/shared/kernel/redirect-uri';
import type { BrandOf } from '@countersign/shared/pages/brand';
import { type AuthorizationServer, type Received, received } from '../client/received.ts';
import { text } from '../client/wallet-parameters.ts';
import { authorize, unknownRequestUri } from '../session/authorization-transitions.ts';
import { changeIssuance } from '../session/issuance-session.ts';
import { presentInBrowser, presentInBrowserAgain } from './authorize-presentation.ts';
import { askForSignIn } from './authorize-sign-in.ts';
import { authorizationChecks } from './checks.ts';
import { storePushed } from './pushed-authorization-request.ts';

export interface AuthorizeDependencies extends AuthorizationServer {
  readonly brandOf: BrandOf;
}

/**
 * 302 to the wallet with `code`, `state`, `iss`; a page if a presentation or a sign-in comes first; an error page if
 * client or redirect URI can't be trusted.
 */
export function authorizationEndpoint(dependencies: AuthorizeDependencies): ReportingOperation {
  return async (request, reports) => {
    const begun = received(dependencies, { request, reports }, request.query);
    return text(request.query, 'request_uri') === undefined ? inUrl(begun) : redeem(begun);
  };
}

async function redeem(begun: AuthorizeDependencies & Received): Promise<OperationReply> {
  const { required, signsIn, ...known } = await authorizationChecks.run('authorize', begun);
  const visit = { ...known, brandOf: begun.brandOf };
  if (signsIn) return askForSignIn(visit);
  const again = await presentInBrowserAgain(visit);
  if (again !== undefined) return again;
  if (required !== undefined) return presentInBrowser(visit, required);
  const { platform, clientId, found, requirements } = visit;
  const { clock, random } = platform;
  const code = newReference(found.session.handle, random);
  const changed = await changeIssuance(platform, found.session, (session) => {
    const now = clock();
    const codeExpiresAt = now + requirements.codeTtl * 1000;
    return authorize(session, { requestUriHash: found.hash, clientId, now, codeHash: code.hash, codeExpiresAt });
  });
  if (changed === undefined) throw unknownRequestUri({ reason: 'request_uri_unknown' });
  const { redirectUri, state } = changed.result;
  return redirect(redirectUri, {
    code: code.text,
    state,
    iss: begun.issuer,
  });
}

/**
 * PAR=optional: the whole request in the URL. RFC 9700, 4.11.2: an unregistered client is trusted only with a valid
 * offer. Without one any website could have created the link, so there is no redirect.
 */
async function inUrl(whole: AuthorizeDependencies & Received): Promise<OperationReply> {
  const begun = await authorizationChecks.run('url', whole);
  try {
    const { request_uri } = await storePushed(await authorizationChecks.run('push', { ...begun, proof: undefined }));
    return await redeem({ ...whole, parameters: { ...whole.parameters, request_uri } });
  } catch (error) {
    if (!(error instanceof ProtocolError) || error.status >= 500) throw error;
    const { state } = whole.request.query;
    const parameters = { error: error.code, error_description: error.message, state, iss: whole.issuer };
    return { ...redirect(begun.redirectUri, parameters), refusal: error };
  }
}

function redirect(uri: string, parameters: Readonly<Record<string, string | undefined>>): OperationReply {
  return { status: 302, headers: { location: withParameters(uri, parameters), 'cache-control': 'no-store' } };
}
