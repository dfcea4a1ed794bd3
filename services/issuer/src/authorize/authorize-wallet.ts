/**
 * authorize/wallet/{reference}: in addition to the link and the QR code, the authorization page asks the browser's
 * wallets through the Digital Credentials API (OpenID4VP 1.0, A). It uses the reference that the page follows.
 */
import { annotationOf } from '@countersign/shared/http/annotation';
import { type OperationRequest, onBehalfOf } from '@countersign/shared/http/message';
import { type Reported, type ReportingOperation, takeReports } from '@countersign/shared/http/reports';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Platform } from '@countersign/shared/runtime/service';
import { findSession } from '../session/issuance-session.ts';
import { followedAttempt } from './browser-transitions.ts';

/**
 * GET: `{requests}` for `navigator.credentials.get`. It changes nothing.
 * @throws ProtocolError `gone` if no request waits for this browser
 */
export function walletOfBrowserRequest(platform: Platform): ReportingOperation {
  return async (request, reports) => {
    const asked = await pageCall(platform, { request, reports });
    const { body = {}, annotation } = await platform.call('verifier.page.request', asked);
    takeReports(reports, annotation);
    return { body, headers: { 'cache-control': 'no-store' } };
  };
}

/**
 * POST `{protocol, data}` from the browser -> `{}`; the page learns the result from the state that it follows.
 * @throws ProtocolError `gone`; whatever the verifier refuses with
 */
export function walletOfBrowserAnswer(platform: Platform): ReportingOperation {
  return async (request, reports) => {
    const asked = await pageCall(platform, { request, reports });
    const call = { ...asked, body: request.body ?? {}, encoding: 'json' } as const;
    const { annotation } = await platform.call('verifier.page.response', call).catch((error: unknown) => {
      takeReports(reports, annotationOf(error));
      throw error;
    });
    takeReports(reports, annotation);
    return { body: {}, headers: { 'cache-control': 'no-store' } };
  };
}

/** The same response again has no effect, so the call may be repeated. */
async function pageCall(platform: Platform, asked: Reported): Promise<OperationRequest> {
  const { request } = asked;
  const found = await findSession(platform, asked, request.params.reference);
  const now = platform.clock();
  const attempt = found && followedAttempt(found.session, { referenceHash: found.hash, now });
  if (found === undefined || attempt === undefined) {
    throw new ProtocolError('gone', 'No request waits for this browser', { reason: 'request_ended' });
  }
  const params = { sessionId: found.session.id, request: attempt.requestId };
  return onBehalfOf(request, { method: 'POST', tenant: request.tenant, params, repeatable: true });
}
