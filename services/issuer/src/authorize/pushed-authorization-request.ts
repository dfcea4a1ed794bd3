/** POST PAR (RFC 9126), and the storage of a checked request. */
import { newReference } from '@countersign/shared/crypto/wallet-reference';
import type { ReportingOperation } from '@countersign/shared/http/reports';
import { useProofs } from '../client/dpop/dpop-checks.ts';
import { type AuthorizationServer, received } from '../client/received.ts';
import { authorizationRequest, type CheckedRequest, text } from '../client/wallet-parameters.ts';
import { beginWithoutOffer } from '../offer/initiated-session.ts';
import { sessionToAuthorize } from '../offer/redemption-session.ts';
import { pushRequest, unknownIssuerState } from '../session/authorization-transitions.ts';
import { changeIssuanceOnce } from '../session/issuance-session.ts';
import { requestUriOf } from '../session/request-uri.ts';
import { authorizationChecks, type Begun } from './checks.ts';

/** POST /authorize/par: 201 with `request_uri` and `expires_in`. */
export function pushedAuthorizationRequest(server: AuthorizationServer): ReportingOperation {
  return async (request, reports) => {
    const begun = received(server, { request, reports });
    if (text(begun.parameters, 'issuer_state') === undefined) {
      return { body: await storeInitiated(await authorizationChecks.run('initiated', begun)) };
    }
    return { body: await storePushed(await authorizationChecks.run('par', begun)) };
  };
}

/** The members of the response (RFC 9126, 2.2). */
export type PushedAnswer = { readonly request_uri: string; readonly expires_in: number };

/**
 * Stores a checked request without an offer, in its own session.
 * @throws ProtocolError `rate_limited` if too many are open
 */
export async function storeInitiated(
  checked: Pick<Begun, 'platform' | 'request' | 'reports' | 'signIn' | 'proof' | 'client'> & CheckedRequest,
): Promise<PushedAnswer> {
  const { platform, request, signIn } = checked;
  signIn.limit(request.address);
  await useProofs(checked);
  const reference = await beginWithoutOffer(platform, checked, authorizationRequest(checked));
  return { request_uri: requestUriOf(reference), expires_in: platform.settings.REQUEST_URI_TTL };
}

/** Stores a checked request: a new attempt. @returns the members of the response */
export async function storePushed(checked: Begun & CheckedRequest): Promise<PushedAnswer> {
  const { platform, reports, session } = checked;
  const { settings, clock, random } = platform;
  const authorization = authorizationRequest(checked);
  const own = await sessionToAuthorize(platform, reports, session, authorization);
  const reference = newReference(own.handle, random);
  const use = (): Promise<void> => useProofs(checked);
  const changed = await changeIssuanceOnce(platform, own, use, (present) =>
    pushRequest(present, {
      request: authorization,
      requestUriHash: reference.hash,
      expiresAt: clock() + settings.REQUEST_URI_TTL * 1000,
    }),
  );
  if (changed === undefined) throw unknownIssuerState({ reason: 'issuer_state_unknown' });
  return { request_uri: requestUriOf(reference.text), expires_in: settings.REQUEST_URI_TTL };
}
