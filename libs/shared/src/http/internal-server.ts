/** Serves the operations of a service to the other services. Every call as a request of HTTP, and every channel, needs INTERNAL_SECRET. */
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
import { createChannelServer, type TakeUpgrade } from './calls/serve-channel.ts';
import {
  decodeRequest,
  encodeError,
  encodeReply,
  INTERNAL_PATH,
  internalHeaders,
  MAX_REQUEST_BYTES,
  type WireReply,
} from './internal-message.ts';
import { type Operation, type Operations, operationNamed } from './message.ts';
import { readBytes } from './read-bytes.ts';
import type { Handler } from './server/server.ts';

export interface InternalServerParts {
  readonly service: string;
  readonly operations: Operations;
  /** False: the operation is not accepted yet. Default: always true. */
  readonly answering?: (operation: string) => boolean;
  /** True once the process is about to stop, which a header in each response announces. */
  readonly draining?: () => boolean;
  /** Resolves when all file changes before a call on a channel are known. */
  readonly edited?: () => Promise<void>;
  /** INTERNAL_SECRET. */
  readonly secret: string;
  /** By path, such as `/health/live`: these don't require the secret. */
  readonly open: Readonly<Record<string, Operation>>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** How a process receives calls: as HTTP requests, and as frames on a channel. */
export interface InternalServer {
  /** Never rejects: a failure becomes a response. */
  readonly handle: Handler;
  readonly upgrade: TakeUpgrade;
}

export function createInternalServer(parts: InternalServerParts): InternalServer {
  const expected = sha256(parts.secret);
  const admits = (headers: IncomingMessage['headers']): boolean =>
    timingSafeEqual(sha256(String(headers[internalHeaders.secret] ?? '')), expected);
  const answering = parts.answering ?? (() => true);
  const draining = parts.draining ?? (() => false);
  const handle: Handler = async (request, response) => {
    const path = request.url ?? '';
    const open = Object.hasOwn(parts.open, path) ? parts.open[path] : undefined;
    if (open !== undefined && request.method === 'GET') return answerOpen(open, response);
    // Checked before a byte of the body is read.
    if (!admits(request.headers)) return refuse(response, 401);
    if (request.method !== 'POST' || !path.startsWith(INTERNAL_PATH)) return refuse(response, 404);
    const name = path.slice(INTERNAL_PATH.length);
    // Refused before any work: by the status the caller may try another replica.
    if (!answering(name)) return refuse(response, 503);
    let wire = await perform(parts, name, request.headers, () => readText(request));
    // Does not wait for the rest of a body that is too large.
    if (!request.complete) response.shouldKeepAlive = false;
    if (draining()) {
      wire = { ...wire, headers: { ...wire.headers, [internalHeaders.draining]: '1' } };
      response.shouldKeepAlive = false;
    }
    send(response, 200, wire);
  };
  const upgrade = createChannelServer({
    admits,
    answering,
    draining,
    edited: parts.edited ?? (async () => undefined),
    perform: (name, headers, text) => perform(parts, name, headers, async () => text),
  });
  return { handle, upgrade };
}

/** Calls the operation, in a span, and logs it. Never rejects. */
function perform(
  parts: InternalServerParts,
  name: string,
  headers: IncomingMessage['headers'],
  read: () => Promise<string>,
): Promise<WireReply> {
  const parent = headers[internalHeaders.trace]?.toString() ?? '';
  // An unknown name is not logged: the caller chose it.
  const known = Object.hasOwn(parts.operations, name) ? name : 'unknown operation';
  return inSpan(known, { kind: 'server', parent }, () => performCall(parts, name, headers, read));
}

async function performCall(
  parts: InternalServerParts,
  name: string,
  headers: IncomingMessage['headers'],
  read: () => Promise<string>,
): Promise<WireReply> {
  const { clock, log, service } = parts;
  const started = clock();
  const trace = activeTraceparent() ?? traceOf(headers[internalHeaders.trace]?.toString(), parts.random);
  let id = '';
  let tenant: string | undefined;
  let annotation: Annotation | undefined;
  let code: string | undefined;
  let wire: WireReply;
  try {
    const operation = operationNamed(parts.operations, name);
    const asked = { ...decodeRequest(headers, await read(), started), trace };
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
  }
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
  return wire;
}

async function readText(request: IncomingMessage): Promise<string> {
  const read = await readBytes(request, MAX_REQUEST_BYTES);
  if (Buffer.isBuffer(read)) return read.toString();
  if (read === 'too_large') throw unread('payload_too_large', 'An internal request is too large');
  // A caller that aborts the body is not this service's error.
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

/** Responds with only the status and stops reading. */
function refuse(response: ServerResponse, status: number): void {
  response.shouldKeepAlive = false;
  send(response, status, { headers: {} });
}

function send(response: ServerResponse, status: number, { headers, body }: WireReply): void {
  if (response.destroyed) return;
  response.writeHead(status, { ...headers, 'content-length': body === undefined ? 0 : Buffer.byteLength(body) });
  response.end(body);
}
