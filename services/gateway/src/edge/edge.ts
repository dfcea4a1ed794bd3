/**
 * The edge: every request of the public server passes here once. It finds the row of the route table, the tenant and
 * the caller, checks size and shape, calls the operation, and formats the response.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Handler } from '@countersign/shared/http/server/server';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { secondsSince } from '@countersign/shared/metrics/metrics';
import type { BrandOf } from '@countersign/shared/pages/brand';
import type { Platform } from '@countersign/shared/runtime/service';
import { activeTraceparent, inSpan, type Span } from '@countersign/shared/tracing/span';
import { traceOf } from '@countersign/shared/tracing/trace-context';
import type { EnterCall, TakeTurn } from '../quotas/quotas.ts';
import { type AdmitParts, type Admitted, admit, findAddress } from './admit.ts';
import type { Answer, Exchange } from './answer.ts';
import { errorAnswer, send } from './answer.ts';
import { answerCall } from './answer-call.ts';
import { answerStream, type StreamParts, streamAskedFor } from './answer-stream.ts';
import { answerPreflight } from './cors.ts';
import type { CountActivity } from './count-activity.ts';
import type { OwnCall, OwnCalls } from './own-calls.ts';
import { endFailed } from './progress-stream.ts';
import { createReadOperationRequest, type ReadOperationRequest } from './read-request.ts';
import { recordAnswer } from './record-answer.ts';
import { streamOwner } from './stream-owner.ts';
import type { TraceRequest } from './trace-request.ts';

export interface EdgeParts extends AdmitParts, StreamParts {
  readonly platform: Pick<Platform, 'settings' | 'requirementsOf' | 'clock' | 'random' | 'log' | 'metrics'>;
  readonly enterCall: EnterCall;
  readonly ownCalls: Pick<OwnCalls, 'of'>;
  readonly traceRequest: TraceRequest;
  readonly countActivity: CountActivity;
  readonly brandOf: BrandOf;
}

/** Creates the request handler. It never throws: an error becomes a response. */
export function createEdge(parts: EdgeParts): Handler {
  const { clock, log, random, settings } = parts.platform;
  const prefix = new URL(settings.PUBLIC_URL).pathname.split('/').filter((segment) => segment !== '');
  const readRequest = createReadOperationRequest(settings.PUBLIC_URL);
  const answerRequest = async (
    request: IncomingMessage,
    response: ServerResponse,
    closing: AbortSignal,
    span: Span,
  ): Promise<void> => {
    const started = clock();
    const begun = performance.now();
    const trace = activeTraceparent() ?? traceOf(request.headers.traceparent?.toString(), random);
    const exchange: Exchange = { id: random(12).toString('base64url'), trace, request, response };
    const named = parts.ownCalls.of(request.headers);
    let answer: Answer;
    try {
      answer = await handle(parts, { exchange, closing, named, prefix, readRequest });
      if (named !== undefined) noteRedirected(named, exchange);
    } catch (error) {
      if (error instanceof ProtocolError) named?.refusals.set(exchange.id, error);
      answer = await errorAnswer(error, exchange, { log, brandOf: parts.brandOf });
    }
    send(exchange, answer);
    if (exchange.match?.route.stream === 'progress') endFailed(exchange, answer);
    const ms = clock() - started;
    if (named === undefined) parts.countActivity(exchange, { status: answer.status, at: started });
    parts.traceRequest({ exchange, status: answer.status, at: started, ms });
    recordAnswer(parts.platform, {
      exchange,
      status: answer.status,
      milliseconds: ms,
      seconds: secondsSince(begun),
      span,
    });
  };
  return (request, response, closing) => {
    const parent = request.headers.traceparent?.toString() ?? '';
    return inSpan('request', { kind: 'server', parent }, (span) => answerRequest(request, response, closing, span));
  };
}

/** Notes a refusal for the caller if the response words it itself, as a redirect does. */
function noteRedirected(named: OwnCall, { id, annotation }: Exchange): void {
  if (annotation?.code === undefined || annotation.refused === undefined) return;
  named.refusals.set(id, new ProtocolError(annotation.code, '', annotation.refused));
}

interface Context {
  readonly exchange: Exchange;
  readonly closing: AbortSignal;
  /** The call of this process that the request names. */
  readonly named: OwnCall | undefined;
  readonly prefix: readonly string[];
  readonly readRequest: ReadOperationRequest;
}

async function handle(parts: EdgeParts, { exchange, closing, named, prefix, readRequest }: Context): Promise<Answer> {
  const found = await findAddress(parts, exchange, prefix);
  const preflight = exchange.request.method === 'OPTIONS' ? answerPreflight(found.matches) : undefined;
  if (preflight !== undefined) return preflight;
  const admitted = await admit(parts, exchange, { ...found, named });
  const takeTurn = await enterCall(parts.enterCall, exchange, admitted);
  const operationRequest = await readRequest(exchange, admitted);
  const leave = await takeTurn();
  try {
    const { match, caller, address } = admitted;
    const called = { route: match.route, caller, operationRequest };
    const stream = match.route.stream && streamAskedFor(exchange, match);
    if (stream === undefined) return await answerCall(parts, exchange, called);
    const owner = streamOwner(parts, exchange, admitted);
    return await answerStream(stream, parts, { ...called, exchange, address, owner, closing });
  } finally {
    leave();
  }
}

const atOnce: TakeTurn = async () => () => undefined;

/** Calls of this process are not counted: the backend's call that caused them was. */
async function enterCall(enter: EnterCall, exchange: Exchange, admitted: Admitted): Promise<TakeTurn> {
  const { match, tenant, address: from, ownCall } = admitted;
  if (ownCall !== undefined || match.route.quota === undefined) return atOnce;
  const headers = (rateLimit: Readonly<Record<string, string>>): void => {
    exchange.rateLimit = rateLimit;
  };
  return enter({ route: match.route, tenant, from, headers, gone: () => exchange.request.socket.destroyed });
}
