/**
 * authorize/wallet/{reference}: the authorization page asks the wallets of its browser by the Digital Credentials API (OpenID4VP
 * 1.0, A), besides the link and the QR code. The reference is that which the page follows.
 */
import { annotationOf } from '@countersign/shared/http/annotation';
import {
  type Operation,
  type OperationReply,
  type OperationRequest,
  onBehalfOf,
} from '@countersign/shared/http/message';
import { takeReports } from '@countersign/shared/http/reports';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Platform } from '@countersign/shared/runtime/service';
import { findSession } from '../session/issuance-session.ts';
import { followedAttempt } from './browser-transitions.ts';

/**
 * GET: `{requests}` for `navigator.credentials.get`. It changes nothing.
 * @throws ProtocolError `gone` where no request waits for this browser
 */
export function walletOfBrowserRequest(platform: Platform): Operation {
  return async (request) => {
    const { body = {} } = await platform.call('verifier.page.request', await pageCall(platform, request));
    return { body, headers: { 'cache-control': 'no-store' } };
  };
}

/**
 * POST `{protocol, data}` of the browser -> `{}`; the page sees in the state that it follows what became of it.
 * @throws ProtocolError `gone`; as the verifier refuses
 */
export function walletOfBrowserAnswer(platform: Platform): Operation {
  return async (request) => {
    const call = { ...(await pageCall(platform, request)), body: request.body ?? {}, encoding: 'json' } as const;
    const { annotation } = await reporting(request, () => platform.call('verifier.page.response', call));
    takeReports(request, annotation);
    return { body: {}, headers: { 'cache-control': 'no-store' } };
  };
}

async function reporting(request: OperationRequest, work: () => Promise<OperationReply>): Promise<OperationReply> {
  try {
    return await work();
  } catch (error) {
    takeReports(request, annotationOf(error));
    throw error;
  }
}

/** The same answer again has no effect, so that the call may be repeated. */
async function pageCall(platform: Platform, request: OperationRequest): Promise<OperationRequest> {
  const found = await findSession(platform, request, request.params.reference);
  const now = platform.clock();
  const attempt = found && followedAttempt(found.session, { referenceHash: found.hash, now });
  if (found === undefined || attempt === undefined) {
    throw new ProtocolError('gone', 'No request waits for this browser', { reason: 'request_ended' });
  }
  const params = { sessionId: found.session.id, request: attempt.requestId };
  return onBehalfOf(request, { method: 'POST', tenant: request.tenant, params, repeatable: true });
}
