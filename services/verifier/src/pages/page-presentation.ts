/**
 * Presentations on the authorization page, by the Digital Credentials API of its browser (OpenID4VP 1.0, A). The issuer, which
 * checks the reference of the browser, calls these operations on behalf of the page. Model: docs/explanation/model/dc-api.pml.
 */
import { hashOf } from '@countersign/shared/crypto/sha256';
import type { Operation, OperationRequest } from '@countersign/shared/http/message';
import type { ReportingOperation } from '@countersign/shared/http/reports';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Json } from '@countersign/shared/kernel/json';
import { signerNotes } from '@countersign/shared/keys/signer-note';
import { requestLife } from '@countersign/shared/model/session/issuance-attempt';
import { sessions } from '@countersign/shared/model/session/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { readPageAnswer } from '../request/dc-api-protocols.ts';
import type { PrepareRequest } from '../request/prepare-request.ts';
import { requestKey } from '../request/request-key.ts';
import { openRequest } from '../request/sealed-request.ts';
import { answerChecks } from '../response/checks.ts';
import { answerRequest, hashOfAnswer, type ResponseDependencies } from '../response/response.ts';
import { refusing } from '../session/presentation-session.ts';
import { isExpiredOrSuperseded, isOpen, type PresentationSession } from '../session/presentation-state.ts';
import { type PageForm, pageEntries, pageForm } from './page-form.ts';

interface Opened {
  readonly session: PresentationSession;
  readonly form: PageForm;
}

/**
 * Internal: parameters `sessionId` and `request` (id of the presentation request) -> `{requests}` for the page. The
 * session doesn't change, because no wallet has the request yet.
 * @throws ProtocolError `gone` if the session has a different request now, or a response arrived, or the request has
 *   ended
 */
export function pageRequest(platform: Platform, prepareRequest: PrepareRequest): Operation {
  return async (call) => {
    const { session, form } = await opened(platform, prepareRequest, call);
    const now = platform.clock();
    const key = await requestKey(platform, session.tenant, form);
    if (!isOpen(session.presentation) || isExpiredOrSuperseded(session, now) || key === undefined) throw gone();
    const { nonce } = session.presentation;
    const { expiresAt } = requestLife(session);
    const { registration: rules } = platform.requirementsOf(session.tenant);
    const requests = await pageEntries({ form, nonce, key, now, expiresAt, rules });
    const notes = signerNotes('request_signed', key, form.keySet);
    return { body: { requests: requests as unknown as Json }, annotation: { notes } };
  };
}

/**
 * Internal: the same parameters, body `{protocol, data}` from the page -> `{}`, even if the wallet reported an error.
 * @throws ProtocolError `gone`; as the response endpoint for a refused response
 */
export function pageResponse(dependencies: ResponseDependencies, prepareRequest: PrepareRequest): ReportingOperation {
  return (call, reports) =>
    refusing(async () => {
      const { session, form } = await opened(dependencies.platform, prepareRequest, call);
      const { protocol, data } = answerChecks.runNow('page', { request: call, reports }).answer;
      await answerRequest(dependencies, {
        session,
        presentationRequest: form,
        answerHash: hashOf(`${protocol} ${hashOfAnswer(data)}`),
        read: (request) => {
          answerChecks.runNow('protocol', { protocol, protocols: form.dcApi.protocols, reports });
          return readPageAnswer(protocol, data, request);
        },
        request: call,
        reports,
      });
      // The response to a link's wallet continues nothing here, because the browser follows its own reference.
      return { body: {} };
    });
}

async function opened(
  platform: Platform,
  prepareRequest: PrepareRequest,
  { tenant, params }: OperationRequest,
): Promise<Opened> {
  const stored = await ofTenant(platform.store, tenant).get(sessions, params.sessionId ?? '');
  const session = stored && (await prepareRequest(stored, params.request ?? ''));
  if (session === undefined) throw gone();
  const form = pageForm(openRequest(await platform.vaults.of(tenant), session.id, session.presentation.sealedRequest));
  if (form === undefined) throw gone();
  return { session, form };
}

function gone(): ProtocolError {
  return new ProtocolError('gone', 'The presentation request has ended', { reason: 'request_ended' });
}
