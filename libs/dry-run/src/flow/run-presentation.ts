/** A dry run's wallet responds to a presentation request, with credentials from an issuer created for the run. */

import { onBehalfOf } from '@countersign/shared/http/message';
import { isObject, type JsonObject } from '@countersign/shared/kernel/json';
import type * as backend from '@countersign/shared/messages/presentation-request';
import { isJwtVc } from '@countersign/wallet/jwt/jwt-vc-claims';
import { isMdoc } from '@countersign/wallet/mdoc/issuer-signed';
import { redirectBinding } from '@countersign/wallet/presentation/binding';
import { presentJwtVc } from '@countersign/wallet/presentation/jwt-vc';
import {
  type HeldCredential,
  type PresentationRequest,
  present,
  requestUriOf,
  responseFields,
} from '@countersign/wallet/presentation/present';
import { presentMdoc } from '@countersign/wallet/presentation/present-mdoc';
import {
  type Binding,
  confirmationOf,
  deviceConfirmationOf,
  entriesFor,
} from '@countersign/wallet/presentation/transaction-data';
import { containsRequest, readValueRequest } from '@countersign/wallet/presentation/value-request';
import { typeOf } from '../surroundings/surroundings.ts';
import { member } from '../warnings/claim-names.ts';
import { requestView } from './credential-view.ts';
import type { Flow, FlowOutcome } from './flow.ts';
import { answeredQueries, madeFor, type RunIssuers, runIssuers, shownFor } from './made-credential.ts';
import { backendRefusal, refusalView } from './refusal-view.ts';
import { stops } from './stops.ts';

/** From the request to the verifier's response. Never throws for a refusal of a wallet or a backend. */
export async function runPresentation(flow: Flow): Promise<FlowOutcome> {
  const { platform, reasons, run, log } = flow;
  const issuers = runIssuers(platform.clock());
  let made: { readonly session: string; readonly link: string };
  try {
    made = await makeRequest(flow);
  } catch (error) {
    return { outcome: 'refused', refusal: backendRefusal(reasons, error) };
  }
  run.carries = { dryRun: { ...run.carries.dryRun, session: made.session, issuer: issuers.certificates } };
  let seen: JsonObject | undefined;
  const whole = containsRequest(made.link) ? { link: made.link } : {};
  const answering = { ...flow, issuers, onRequest: (request: JsonObject) => (seen = request) };
  try {
    const { request, claims, status } = await answerRequest(answering, made.link);
    return { outcome: 'accepted', request, presented: claims, seen: { request: seen ?? {}, status, ...whole } };
  } catch (error) {
    const shown =
      seen === undefined ? {} : { request: shownRequest(answering, seen), seen: { request: seen, ...whole } };
    if (flow.signal.aborted) return { outcome: 'stopped', stopped: stops.tooLong, ...shown };
    return {
      outcome: 'refused',
      refusal: refusalView({ reasons, steps: log.steps, refusals: run.refusals, error }),
      ...shown,
    };
  }
}

async function makeRequest({ platform, request, body, run, listed }: Flow) {
  const { response_mode: mode, transaction_data: transactions } = body;
  const asked: backend.PresentationRequest = {
    requestId: listed.id,
    response_type: 'uri',
    crossDevice: true,
    ...(mode === undefined ? {} : { response_mode: mode }),
    ...(transactions === undefined ? {} : { transaction_data: transactions }),
  };
  const cause = onBehalfOf(request, { method: 'POST', encoding: 'json', body: asked, ...run.carries });
  const reply = await platform.call('verifier.request.create', cause);
  return reply.body as unknown as { readonly session: string; readonly link: string };
}

export interface Answering extends Flow {
  readonly issuers: RunIssuers;
  /** Called with the request as fetched. */
  readonly onRequest?: (request: JsonObject) => void;
}

export interface Answered {
  readonly request: JsonObject;
  /** Claims that were shown, by credential query. */
  readonly claims: JsonObject;
  /** `presentation_during_issuance_session`, in an issuance. */
  readonly reference: string;
  /** Status of the verifier's response. */
  readonly status: number;
}

/** Reads or fetches a request and sends a response. @throws Error if the response is refused */
export async function answerRequest(answering: Answering, link: string): Promise<Answered> {
  const { platform, log, issuers, onRequest } = answering;
  const request = containsRequest(link) ? readValueRequest(link) : await fetchedRequest(log, link);
  const view = shownRequest(answering, request as unknown as JsonObject);
  onRequest?.(request as unknown as JsonObject);
  const queries = answeredQueries(request.dcql_query as unknown as JsonObject);
  const now = platform.clock();
  const binding = answering.listed.configuration.transactionBinding === 'all' ? 'all' : 'per-credential';
  const vpToken = Object.fromEntries(
    queries.map((query) => {
      const id = String(query.id);
      const types = entriesFor(request.transaction_data ?? [], id, binding).map(({ type }) => String(type));
      const held = madeFor(query, issuers, now, types);
      return [id, [presentationOf(held, request, { id, binding, now })]];
    }),
  );
  const body = new URLSearchParams(responseFields(request, vpToken));
  const answer = await log.fetch(request.response_uri, { method: 'POST', body });
  if (answer.status !== 200 && answer.status !== 201) throw new Error(`The verifier returned ${answer.status}`);
  const claims = Object.fromEntries(queries.map((query) => [String(query.id), shownFor(query)]));
  const accepted = (await answer.json()) as JsonObject;
  const reference = String(accepted.presentation_during_issuance_session ?? '');
  return { request: view, claims, reference, status: answer.status };
}

async function fetchedRequest(log: Flow['log'], link: string): Promise<PresentationRequest> {
  const fetched = await log.fetch(requestUriOf(link));
  if (fetched.status !== 200) throw new Error(`The request returned ${fetched.status}`);
  return payloadOf(await fetched.text());
}

interface Shown {
  /** Of the credential query. */
  readonly id: string;
  readonly binding: Binding;
  readonly now: number;
}

function presentationOf(held: HeldCredential, request: PresentationRequest, { id, binding, now }: Shown): string {
  if (isMdoc(held.credential)) {
    const deviceNameSpaces = deviceConfirmationOf(request, id, binding);
    return presentMdoc(held, redirectBinding(request).transcript, { deviceNameSpaces });
  }
  const proof = { payload: { iat: Math.floor(now / 1000), ...confirmationOf(request, id, binding) } };
  return isJwtVc(held.credential) ? presentJwtVc(held, request, proof) : present(held, request, proof);
}

function shownRequest(
  { listed, presentations, credentials, platform, request: asked }: Answering,
  request: JsonObject,
): JsonObject {
  const { type } = member(listed.configuration, 'presentation_during_issuance');
  const configuration = presentations.find(({ id }) => id === (type ?? listed.id))?.configuration ?? {};
  const issued = credentials.map((one) => ({
    ...typeOf(one, platform.settings.PUBLIC_URL, asked.tenant),
    configuration: one.configuration,
  }));
  return requestView({ request, configuration, issued });
}

function payloadOf(jwt: string): PresentationRequest {
  const value: unknown = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8'));
  if (!isObject(value as JsonObject)) throw new Error('The request is not a signed request object');
  return value as PresentationRequest;
}
