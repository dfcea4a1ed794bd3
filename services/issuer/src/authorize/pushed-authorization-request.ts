/** POST PAR (RFC 9126), and the storage of a checked request. */
import { newReference } from '@countersign/shared/crypto/wallet-reference';
import type { Operation } from '@countersign/shared/http/message';
import { pushRequest, unknownIssuerState } from '@countersign/shared/model/issuance/authorization';
import { type Begun, checks } from '../checks/checks.ts';
import { type AuthorizationServer, received } from '../checks/received.ts';
import { sessionToAuthorize } from '../offer/redemption-session.ts';
import { authorizationRequest, type CheckedRequest } from '../protocol/authorization-request.ts';
import { requestUriOf } from '../protocol/request-uri.ts';
import { changeIssuanceOnce } from '../session/issuance-session.ts';

/** POST /authorize/par: 201 with `request_uri` and `expires_in`. */
export function pushedAuthorizationRequest(server: AuthorizationServer): Operation {
  return async (request) => ({ body: await storePushed(await checks.run('par', received(server, request))) });
}

/** Stores a checked request: a new attempt. @returns the members of the answer */
export async function storePushed(
  checked: Begun & CheckedRequest,
): Promise<{ readonly request_uri: string; readonly expires_in: number }> {
  const { platform, request, session, proof } = checked;
  const { settings, clock, random } = platform;
  const authorization = authorizationRequest(checked);
  const own = await sessionToAuthorize(platform, request, session, authorization);
  const reference = newReference(own.handle, random);
  const use = async (): Promise<void> => proof?.use();
  const changed = await changeIssuanceOnce(platform, own, use, (present) =>
    pushRequest(present, {
      request: authorization,
      requestUriHash: reference.hash,
      expiresAt: clock() + settings.REQUEST_URI_TTL * 1000,
    }),
  );
  if (changed === undefined) throw unknownIssuerState();
  return { request_uri: requestUriOf(reference.text), expires_in: settings.REQUEST_URI_TTL };
}

/** Stores the request of a challenge that goes on in the browser. It requests a code, so its response_type is ignored. */
export async function storeAsPushed(begun: Begun): Promise<Awaited<ReturnType<typeof storePushed>>> {
  const parameters = { ...begun.parameters, response_type: 'code' };
  return storePushed(await checks.run('push', { ...begun, parameters }));
}
