/** Serves the operations of a service over HTTP to the other services. Every call needs INTERNAL_SECRET. */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sha256 } from '../crypto/sha256.ts';
import type { Clock } from '../kernel/clock.ts';
import { ProtocolError } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import { errorFields } from '../kernel/log-error.ts';
import type { Random } from '../kernel/random.ts';
import { notBuilt } from '../kernel/unavailable.ts';
import { activeTraceparent, inSpan } from '../tracing/span.ts';
import { traceId, traceOf } from '../tracing/trace-context.ts';
import { type Annotation, annotationOf } from './annotation.ts';
import {
  decodeRequest,
  encodeError,
  encodeReply,
  INTERNAL_PATH,
  internalHeaders,
  MAX_REQUEST_BYTES,
} from './internal-message.ts';
import { type Operation, type Operations, operationNamed } from './message.ts';
import { readBytes } from './read-bytes.ts';
import type { Handler } from './server/server.ts';

export interface InternalServerParts {
  readonly service: string;
  readonly operations: Operations;
  /** False: the operation is not accepted yet. Default: always true. */
  readonly answering?: (operation: string) => boolean;
  /** True once the process is about to stop: a header of each answer says so. */
  readonly draining?: () => boolean;
  /** INTERNAL_SECRET. */
  readonly secret: string;
  /** By path, such as `/health/live`: answered without the secret. */
  readonly open: Readonly<Record<string, Operation>>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** Creates the request handler. It never rejects: a failure becomes an answer. */
export function createInternalHandler(parts: InternalServerParts): Handler {
  const expected = digest(parts.secret);
  return async (request, response) => {
    const path = request.url ?? '';
    const open = Object.hasOwn(parts.open, path) ? parts.open[path] : undefined;
    if (open !== undefined && request.method === 'GET') return answerOpen(open, response);
    // Checked before a byte of the body is read.
    if (!timingSafeEqual(digest(String(request.headers[internalHeaders.secret] ?? '')), expected)) {
      return refuse(response, 401);
    }
    if (request.method !== 'POST' || !path.startsWith(INTERNAL_PATH)) return refuse(response, 404);
    const name = path.slice(INTERNAL_PATH.length);
    // Refused before any work: by the status the caller may try another replica.
    if (parts.answering?.(name) === false) return refuse(response, 503);
    const parent = request.headers[internalHeaders.trace]?.toString() ?? '';
    // An unknown name is not logged: the caller chose it.
    const known = Object.hasOwn(parts.operations, name) ? name : 'unknown operation';
    await inSpan(known, { kind: 'server', parent }, () => answerCall(parts, name, request, response));
  };
}

async function answerCall(
  parts: InternalServerParts,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { clock, log, service } = parts;
  const started = clock();
  const trace = activeTraceparent() ?? traceOf(request.headers[internalHeaders.trace]?.toString(), parts.random);
  let id = '';
  let tenant: string | undefined;
  let annotation: Annotation | undefined;
  let code: string | undefined;
  let wire: ReturnType<typeof encodeReply>;
  try {
    const operation = operationNamed(parts.operations, name);
    const asked = { ...decodeRequest(request.headers, await readText(request), started), trace };
    id = asked.id;
    tenant = asked.tenant;
    if (operation === undefined) throw notBuilt();
    const reply = await operation(asked);
    annotation = reply.annotation;
    code = annotation?.code;
    wire = encodeReply(reply);
  } catch (error) {
    code = error instanceof ProtocolError ? error.code : 'server_error';
    annotation = annotationOf(error);
    const session = annotation?.session;
    const about = { service, request: id, trace: traceId(trace), tenant, session, operation: name, code };
    const fields = { ...about, ...errorFields(error) };
    if (!(error instanceof ProtocolError)) log.error('unexpected error', fields);
    else if (error.status >= 500 && error.code !== 'not_built') log.warn('request failed', fields);
    else if (error.options.detail !== undefined) log.info('request refused', fields);
    wire = encodeError(error);
    // Does not wait for the rest of a body that is too large.
    if (!request.complete) response.shouldKeepAlive = false;
  }
  if (parts.draining?.() === true) {
    wire = { ...wire, headers: { ...wire.headers, [internalHeaders.draining]: '1' } };
    response.shouldKeepAlive = false;
  }
  send(response, 200, wire);
  log.info('operation', {
    service,
    request: id,
    trace: traceId(trace),
    tenant,
    session: annotation?.session,
    operation: name,
    code,
    milliseconds: clock() - started,
  });
}

async function readText(request: IncomingMessage): Promise<string> {
  const read = await readBytes(request, MAX_REQUEST_BYTES);
  if (Buffer.isBuffer(read)) return read.toString();
  if (read === 'too_large') throw unread('payload_too_large', 'An internal request is too large');
  // A caller that aborts the body is no error of this service.
  throw unread('invalid_request', 'An internal request ended early');
}

function unread(code: 'payload_too_large' | 'invalid_request', description: string): ProtocolError {
  return new ProtocolError(code, description, { reason: 'internal_request' });
}

async function answerOpen(operation: Operation, response: ServerResponse): Promise<void> {
  const request = { id: '', tenant: '', method: 'GET', url: '', params: {}, query: {}, headers: {} } as const;
  const { status = 200, body, headers = {} } = await operation({ ...request, body: undefined, encoding: 'none' });
  // Health checks come from outside: their open connections would delay a stop.
  response.shouldKeepAlive = false;
  send(response, status, { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

/** Answers with the status alone and stops reading. */
function refuse(response: ServerResponse, status: number): void {
  response.shouldKeepAlive = false;
  send(response, status, { headers: {} });
}

function send(response: ServerResponse, status: number, { headers, body }: ReturnType<typeof encodeReply>): void {
  if (response.destroyed) return;
  response.writeHead(status, { ...headers, 'content-length': body === undefined ? 0 : Buffer.byteLength(body) });
  response.end(body);
}

function digest(text: string): Buffer {
  return sha256(text);
}
