/** Calls a request's operation, and returns its result. */
import type { Audit } from '@countersign/shared/audit/record';
import type { CallOperation, OperationReply, Progress } from '@countersign/shared/http/message';
import { isObject, type Json } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Caller } from '../authenticate/caller.ts';
import { toVariant } from '../documents/variant-shape.ts';
import { readIdempotencyKey } from '../idempotency/idempotency-key.ts';
import type { PerformOnce } from '../idempotency/idempotent-calls.ts';
import type { Route } from '../routes/route.ts';
import type { Answer, Exchange } from './answer.ts';
import { noteReached, replyAnswer } from './answer.ts';
import { offerResponse } from './offer-response.ts';
import { type Called, recordCall, recordToCarry } from './record-call.ts';

export interface AnswerParts {
  readonly platform: Pick<Platform, 'requirementsOf'>;
  readonly call: CallOperation;
  readonly audit: Audit;
  readonly performOnce: PerformOnce;
}

/** @throws whatever the operation throws */
export async function answerCall(
  parts: AnswerParts,
  exchange: Exchange,
  called: Called<Caller | undefined>,
): Promise<Answer> {
  const { route, operationRequest } = called;
  // Checked before the operation: if the tenant's profile is broken, the request has no effect.
  const interfaceCodes =
    route.success.interface !== undefined &&
    parts.platform.requirementsOf(operationRequest.tenant).dialect === 'interface';
  const reply = await performCall(parts, exchange, called);
  const shaped = route.shape === undefined ? reply : await shapeReply(reply, route.shape, called);
  return replyAnswer(shaped, { route, encoding: operationRequest.encoding, interfaceCodes });
}

/** Performs the call, or repeats an earlier call's response for the same `Idempotency-Key`. */
export async function performCall(
  parts: AnswerParts,
  exchange: Exchange,
  { route, caller, operationRequest }: Called<Caller | undefined>,
  progress?: Progress,
): Promise<OperationReply> {
  const perform = async (): Promise<OperationReply> => {
    const managed = caller && { route, caller, operationRequest };
    const record = managed && route.audit?.with === 'session' ? recordToCarry(parts.audit, managed) : undefined;
    const sent = record === undefined ? operationRequest : { ...operationRequest, record };
    const reply = await parts.call(route.operation, sent, progress);
    noteReached(exchange, reply.annotation);
    // Written before the response: without its audit record the request fails.
    if (managed !== undefined) await recordCall(parts.audit, exchange, managed, reply, record);
    return reply;
  };
  // `headersDistinct` is built on first access.
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
  // Never keep presented claims: the operation returns the same response to the same request.
  if (exchange.first !== undefined && route.personal === true) return perform();
  if (exchange.first !== undefined) noteReached(exchange, reply.annotation);
  return reply;
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

async function shapeReply(
  reply: OperationReply,
  shape: NonNullable<Route['shape']>,
  { caller, operationRequest }: Called<Caller | undefined>,
): Promise<OperationReply> {
  if (reply.body === undefined) return reply;
  if (shape === 'link' && isObject(reply.body) && isObject(operationRequest.body)) {
    const shaped = await offerResponse(
      reply.body,
      operationRequest.body.response_type,
      operationRequest.headers.accept,
    );
    return { ...reply, ...shaped };
  }
  return { ...reply, body: toVariant(reply.body, shape, caller?.variant ?? 'b') };
}
