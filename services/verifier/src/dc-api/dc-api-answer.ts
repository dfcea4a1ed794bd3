/**
 * POST: the backend sends the result of `navigator.credentials.get` on its page (OpenID4VP 1.0, A.4), and receives the
 * presented claims. Model: docs/explanation/model/dc-api.pml.
 */
import { hashOf } from '@countersign/shared/crypto/sha256';
import type { OperationReply, OperationRequest } from '@countersign/shared/http/message';
import type { Reported, ReportingOperation } from '@countersign/shared/http/reports';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { type Json, type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import { presentedAt, withoutRaw } from '@countersign/shared/model/session/presented-claims';
import { sessions } from '@countersign/shared/model/session/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { PageAnswer } from '../presentation/dc-api-response.ts';
import type { PresentedCredential } from '../presentation/verify-response.ts';
import { codeFact, type WalletError } from '../presentation/wallet-error.ts';
import { readPageAnswer } from '../request/dc-api-protocols.ts';
import { openRequest, type SealedRequest } from '../request/sealed-request.ts';
import { answerChecks } from '../response/checks.ts';
import { answerRequest, hashOfAnswer, type ReceivedAnswer, type ResponseDependencies } from '../response/response.ts';
import { refusing } from '../session/presentation-session.ts';
import type { PresentationSession } from '../session/presentation-state.ts';

interface OpenedPage {
  readonly session: PresentationSession;
  readonly presentationRequest: SealedRequest;
  /** The protocols that were sent. */
  readonly protocols: readonly string[];
}

/**
 * Parameter `sessionId`; body `{protocol, data}` or `{error}` -> `{session, status, credentials}`, the same for the
 * same body.
 * @throws ProtocolError `not_found`; `conflict` for a session without such a request; as the response endpoint for a
 *   refused response, and for a wallet's error
 */
export function dcApiAnswer(dependencies: ResponseDependencies): ReportingOperation {
  const { platform } = dependencies;
  return async (request, reports) => {
    const opened = await openedPage(platform, request);
    reports.reached(opened.session);
    return refusing(async () => {
      const { answer: posted } = answerChecks.runNow('backend', { request, reports });
      const answered = await answerRequest(dependencies, received(posted, opened, { request, reports }));
      if (answered.error === undefined) return resultOf(platform, opened.session, answered.credentials);
      if (posted.kind === 'data') throw walletError(answered.error);
      return cancelled(opened.session, answered.error);
    });
  };
}

async function openedPage(platform: Platform, { tenant, params }: OperationRequest): Promise<OpenedPage> {
  const session = await ofTenant(platform.store, tenant).get(sessions, params.sessionId ?? '');
  if (session === undefined) {
    throw new ProtocolError('not_found', 'There is no such session', { reason: 'session_unknown' });
  }
  const { presentation } = session;
  const presentationRequest =
    presentation && openRequest(await platform.vaults.of(tenant), session.id, presentation.sealedRequest);
  if (presentation === undefined || presentationRequest?.dcApi === undefined) {
    throw new ProtocolError('conflict', 'The session has no request for the Digital Credentials API', {
      reason: 'dc_api_not_asked',
    });
  }
  const { protocols } = presentationRequest.dcApi;
  return { session: { ...session, presentation }, presentationRequest, protocols };
}

function received(
  posted: PageAnswer,
  { session, presentationRequest, protocols }: OpenedPage,
  { request, reports }: Reported,
): ReceivedAnswer {
  const answered = { session, presentationRequest, request, reports };
  if (posted.kind === 'error') {
    const { error } = posted;
    const answerHash = hashOf(`error ${JSON.stringify([error.code, error.description ?? null])}`);
    return { ...answered, answerHash, read: () => ({ clear: { kind: 'error', error }, encrypted: false }) };
  }
  const { protocol, data } = posted;
  return {
    ...answered,
    answerHash: hashOf(`${protocol} ${hashOfAnswer(data)}`),
    read: (opened) => {
      answerChecks.runNow('protocol', { protocol, protocols, reports });
      return readPageAnswer(protocol, data, opened);
    },
  };
}

/** @param credentials the credentials accepted by this call; undefined for a repeat */
async function resultOf(
  platform: Platform,
  { id, tenant, presentation }: PresentationSession,
  credentials: readonly PresentedCredential[] | undefined,
): Promise<OperationReply> {
  const { checks } = presentation;
  const verified = { session: id, status: 'verified', ...(checks === undefined ? {} : { checks }) };
  if (credentials !== undefined) {
    return { body: { ...verified, credentials: withoutRaw(credentials as unknown as Json) } };
  }
  // The wallet's refusal has ended the request before.
  if (presentation.progress.state !== 'verified') throw walletError({ code: 'access_denied' });
  const sealed = presentedAt(presentation, platform.clock());
  // Erased after its webhook.
  if (sealed === undefined) return { body: { ...verified, credentialsErased: true } };
  const vault = await platform.vaults.of(tenant);
  const presented: Json = parseJson(vault.open(sealed, `session/${id}/credentials`));
  return { body: { ...verified, credentials: withoutRaw(presented) } };
}

/** The request stays open, so the user can retry. */
function cancelled({ id }: PresentationSession, error: Pick<WalletError, 'code'>): OperationReply {
  const body: JsonObject = { session: id, status: 'requested' };
  return { body, refusal: walletError(error) };
}

function walletError({ code }: Pick<WalletError, 'code'>): ProtocolError {
  return new ProtocolError('access_denied', 'The wallet returned an error instead of a presentation', {
    reason: 'wallet_error',
    facts: { received: codeFact(code) },
  });
}
