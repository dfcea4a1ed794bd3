/** GET authorize/decline/{reference}: the user declines on the sign-in page or the presentation page. */
import type { ReportingOperation } from '@countersign/shared/http/reports';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import { withParameters } from '@countersign/shared/kernel/redirect-uri';
import type { AuthorizationRequest } from '@countersign/shared/model/session/issuance-part';
import type { Platform } from '@countersign/shared/runtime/service';
import { changeIssuance, findSession } from '../session/issuance-session.ts';
import { declineSignIn, endedSignIn, signInOver } from '../session/sign-in-transitions.ts';
import { declinePresentation } from './browser-transitions.ts';
import { browserOf } from './sign-in-browser.ts';

/** 303 to the wallet with `access_denied` (RFC 6749, 4.1.2.1). @returns the operation; it throws `invalid_request` */
export function declineAuthorization(platform: Platform): ReportingOperation {
  return async (request, reports) => {
    const found = await findSession(platform, { request, reports }, request.params.reference);
    if (found === undefined) throw signInOver({ reason: 'sign_in_unknown' });
    const { session, hash: referenceHash } = found;
    const browserHash = await browserOf(platform, request, session);
    const changed = await changeIssuance<Pick<AuthorizationRequest, 'redirectUri' | 'state'> | undefined>(
      platform,
      session,
      (present) =>
        present.issuance.progress.state === 'pushed'
          ? declineSignIn(present, { browserHash: browserHash ?? '', now: platform.clock() })
          : declinePresentation(present, { referenceHash, now: platform.clock() }),
    );
    if (changed?.result === undefined) throw signInOver(endedSignIn((changed?.session ?? session).issuance.progress));
    const { redirectUri, state } = changed.result;
    const error = new ProtocolError('access_denied', 'The user declined', { reason: 'user_denied' });
    const iss = credentialIssuer(platform.settings.PUBLIC_URL, session.tenant);
    const parameters = { error: error.code, error_description: error.message, state, iss };
    const headers = { location: withParameters(redirectUri, parameters), 'cache-control': 'no-store' };
    return { status: 303, headers, refusal: error };
  };
}
