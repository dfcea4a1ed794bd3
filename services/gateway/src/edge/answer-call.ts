/** Calls the operation of a request, and answers what it says: once, as a stream, or step by step. */
import type { Audit } from '@countersign/shared/audit/record';
import type { CallOperation, OperationReply, OperationRequest } from '@countersign/shared/http/message';
import { isObject, type Json } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Caller } from '../authenticate/caller.ts';
import { toVariant } from '../documents/variant-shape.ts';
import { readIdempotencyKey } from '../idempotency/idempotency-key.ts';
import type { PerformOnce } from '../idempotency/idempotent-calls.ts';
import type { Route } from '../routes/route.ts';
import type { Admitted } from './admit.ts';
import type { Answer, Exchange } from './answer.ts';
import { noteReached, replyAnswer } from './answer.ts';
import type { EntryStream } from './entry-stream.ts';
import { type EventStream, wantsEvents } from './event-stream.ts';
import type { LogStreams } from './log-stream.ts';
import { offerResponse } from './offer-response.ts';
import { openProgress, type ProgressStream, wantsProgress } from './progress-stream.ts';
import { type Called, recordCall } from './record-call.ts';

export interface AnswerParts {
  readonly platform: Pick<Platform, 'requirementsOf'>;
  readonly call: CallOperation;
  readonly eventStream: EventStream;
  readonly entryStream: EntryStream;
  readonly logStreams: Pick<LogStreams, 'open'>;
  readonly audit: Audit;
  readonly performOnce: PerformOnce;
}

export interface ReadRequest extends Pick<Admitted, 'caller' | 'address'> {
  readonly route: Route;
  readonly operationRequest: OperationRequest;
  /** Aborts when the server closes. */
  readonly closing: AbortSignal;
}

/** The answer of a stream is sent already: only its status counts. */
const streamed: Answer = { status: 200, headers: {} };

/** @throws what the operation throws */
export async function answerCall(parts: AnswerParts, exchange: Exchange, read: ReadRequest): Promise<Answer> {
  const { route, caller, operationRequest, address, closing } = read;
  const interfaceCodes = usesInterfaceCodes(parts.platform, route, operationRequest.tenant);
  if (route.stream === true && wantsEvents(exchange.request)) {
    await parts.eventStream({ exchange, route, operationRequest, address, closing });
    return streamed;
  }
  const progress = route.progress === true && wantsProgress(exchange.request) ? openProgress(exchange) : undefined;
  const reply = await performed(parts, exchange, read, progress);
  progress?.report(reply);
  if (route.entries === true && wantsEvents(exchange.request)) {
    await parts.entryStream({ exchange, operationRequest, address, closing });
    return streamed;
  }
  if (route.events === true && wantsEvents(exchange.request)) {
    await parts.logStreams.open({ exchange, operationRequest, closing });
    return streamed;
  }
  const shaped = await shapeReply(reply, { route, caller, operationRequest });
  return replyAnswer(shaped, { route, encoding: operationRequest.encoding, interfaceCodes });
}

/** Performs the call, or repeats the answer of an earlier one with the same `Idempotency-Key`. */
async function performed(
  parts: AnswerParts,
  exchange: Exchange,
  { route, caller, operationRequest }: ReadRequest,
  progress: ProgressStream | undefined,
): Promise<OperationReply> {
  const perform = async (): Promise<OperationReply> => {
    const reply = await parts.call(route.operation, operationRequest, progress?.step);
    noteReached(exchange, reply.annotation);
    // Written before the answer: without its audit record the request fails.
    if (caller !== undefined) await recordCall(parts.audit, exchange, { route, caller, operationRequest }, reply);
    return reply;
  };
  // `headersDistinct` is made when it is asked for.
  const key = route.idempotent === true ? readIdempotencyKey(exchange.request.headersDistinct, route) : undefined;
  if (key === undefined) return perform();
  const reply = await parts.performOnce({
    key,
    operation: route.operation,
    request: operationRequest,
    perform,
    ...(route.personal === true ? { kept: (first: OperationReply) => ({ ...first, body: {} }) } : {}),
    sessionOf: ({ body }) =>
      (route.shape === 'link' || route.personal === true) && isObject(body) ? textOf(body.session) : undefined,
    repeated: (requestId) => {
      exchange.first = requestId;
    },
  });
  // What is kept has nothing that was presented: the operation gives the same answer to the same request.
  if (exchange.first !== undefined && route.personal === true) return perform();
  if (exchange.first !== undefined) noteReached(exchange, reply.annotation);
  return reply;
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Asked before the operation: where the profile of the tenant is broken, the request has no effect. */
function usesInterfaceCodes({ requirementsOf }: AnswerParts['platform'], { success }: Route, tenant: string): boolean {
  return success.interface !== undefined && requirementsOf(tenant).dialect === 'interface';
}

async function shapeReply(reply: OperationReply, options: Called<Caller | undefined>): Promise<OperationReply> {
  const { route, caller, operationRequest } = options;
  if (reply.body === undefined || route.shape === undefined) return reply;
  if (route.shape === 'link' && isObject(reply.body) && isObject(operationRequest.body)) {
    const shaped = await offerResponse(
      reply.body,
      operationRequest.body.response_type,
      operationRequest.headers.accept,
    );
    return { ...reply, ...shaped };
  }
  return { ...reply, body: toVariant(reply.body, route.shape, caller?.variant ?? 'b') };
}
