/** Formats responses: status, headers and body, for replies and for errors. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Annotation, annotationOf } from '@countersign/shared/http/annotation';
import type { OperationReply } from '@countersign/shared/http/message';
import { asProtocolError, type ErrorCode, ProtocolError } from '@countersign/shared/kernel/errors';
import { DEFAULT_TENANT } from '@countersign/shared/kernel/identifiers';
import type { Log } from '@countersign/shared/kernel/log';
import { errorFields } from '@countersign/shared/kernel/log-error';
import { isReason, type Reasoned, reasonOf } from '@countersign/shared/kernel/reasons/reasons';
import { languageOf } from '@countersign/shared/pages/accept-language';
import type { BrandOf } from '@countersign/shared/pages/brand';
import { PAGE_CONTENT_TYPE } from '@countersign/shared/pages/page';
import { traceId } from '@countersign/shared/tracing/trace-context';
import { errorPage } from '../documents/error-page.ts';
import { toWire, type WireError } from '../errors/to-wire.ts';
import { reasons } from '../reasons.ts';
import type { Route } from '../routes/route.ts';
import { corsHeaders } from './cors.ts';
import type { Match } from './match.ts';
import type { ReadBody } from './read-body.ts';

/** One request, with what the edge has found out so far. */
export interface Exchange {
  readonly id: string;
  /** W3C `traceparent`. */
  readonly trace: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  match?: Match;
  tenant?: string;
  /** The console's cookie identifies the caller. */
  byConsole?: boolean;
  /** Segments of the decoded path, without PUBLIC_URL's prefix. */
  segments?: readonly string[];
  /** Names of the parameters of query and body. */
  parameters?: readonly string[];
  /** Headers about the tenant's quota. */
  rateLimit?: Readonly<Record<string, string>>;
  /** Id of the request whose response is repeated. */
  first?: string;
  /** Id of the request's session, once found. */
  session?: string;
  /** What the service reported separately from its response. */
  annotation?: Annotation;
  /** Why the request was refused. */
  refused?: Reasoned;
  /** Code of a refusal. */
  code?: ErrorCode;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
}

/** Keeps the annotation of a reply for the log. */
export function noteReached(exchange: Exchange, annotation: Annotation | undefined): void {
  if (annotation === undefined) return;
  const { refused, ...others } = annotation;
  // A service of a newer version may give a reason that the catalogue does not have.
  exchange.annotation = refused === undefined || isReason(reasons, refused.reason) ? annotation : others;
  if (annotation.session !== undefined) exchange.session = annotation.session;
  if (annotation.code !== undefined) exchange.code = annotation.code;
}

/** Keeps code and reason of a refusal for log and trace. */
function noteRefused(exchange: Exchange, error: unknown): void {
  const { code, reasoned } = asProtocolError(error);
  exchange.code = code;
  exchange.refused = reasonOf(reasons, reasoned);
}

/** An operation's response. Without its own status it has the route table's. */
export function replyAnswer(
  reply: OperationReply,
  options: { readonly route: Route; readonly encoding: ReadBody['encoding']; readonly interfaceCodes: boolean },
): Answer {
  const { route, encoding, interfaceCodes } = options;
  const { json, form = json, interface: ofInterface = json } = route.success;
  const usual = encoding === 'form' ? form : interfaceCodes ? ofInterface : json;
  const status = reply.status ?? usual;
  const headers: Record<string, string | readonly string[]> =
    route.cache === undefined ? {} : { 'cache-control': route.cache };
  if (reply.headers !== undefined) Object.assign(headers, reply.headers);
  if (reply.cookies !== undefined) headers['set-cookie'] = reply.cookies;
  if (status === 204 || status === 304 || (status >= 300 && reply.raw === undefined)) {
    if (reply.body === undefined || status < 400) return { status, headers };
  }
  if (reply.raw !== undefined) {
    headers['content-type'] = reply.contentType ?? 'application/octet-stream';
    return { status, headers, body: reply.raw };
  }
  headers['content-type'] = reply.contentType ?? 'application/json';
  return { status, headers, body: JSON.stringify(reply.body ?? {}) };
}

/** The response to an error, in the route's style. Details of an unexpected error are logged, but not sent. */
export async function errorAnswer(
  error: unknown,
  exchange: Exchange,
  { log, brandOf }: { readonly log: Log; readonly brandOf: BrandOf },
): Promise<Answer> {
  const route = exchange.match?.route;
  const style = route?.errors ?? 'problem';
  // Management rows, and a backend's sign-in rows.
  const audience = route?.audit === undefined ? 'wallet' : 'backend';
  const wire =
    style === 'page'
      ? await pageError(error, exchange, brandOf)
      : toWire(error, style, exchange.first ?? exchange.id, audience);
  noteReached(exchange, annotationOf(error));
  noteRefused(exchange, error);
  const { session } = exchange;
  const fields = {
    service: 'gateway',
    request: exchange.id,
    trace: traceId(exchange.trace),
    tenant: exchange.tenant,
    session,
    code: exchange.code,
    ...(route && { operation: route.operation }),
  } as const;
  if (!(error instanceof ProtocolError)) log.error('unexpected error', { ...fields, ...errorFields(error) });
  else if (wire.status >= 500 && error.code !== 'not_built') {
    log.warn('request failed', { ...fields, ...errorFields(error) });
  } else if (error.options.detail !== undefined) {
    log.info('request refused', { ...fields, detail: error.options.detail });
  }
  const cache = route?.auth === 'none' && route.errors === 'problem' ? {} : { 'cache-control': 'no-store' };
  return {
    status: wire.status,
    headers: { ...cache, ...wire.headers, 'content-type': wire.contentType },
    body: wire.body,
  };
}

async function pageError(error: unknown, { id, tenant, request }: Exchange, brandOf: BrandOf): Promise<WireError> {
  const known = asProtocolError(error);
  const language = languageOf(request.headers['accept-language']);
  const brand = await brandOf(tenant ?? DEFAULT_TENANT, language);
  const { html, headers } = errorPage({ error: known, requestId: id, language, brand });
  const { status } = known;
  return { status, headers: { ...headers, ...known.options.headers }, contentType: PAGE_CONTENT_TYPE, body: html };
}

const guards = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' } as const;
const guardsForBrowsers = { ...guards, ...corsHeaders } as const;

/** The headers of every response, in a separate object. */
export function commonHeaders({ id, match, first, rateLimit }: Exchange): Record<string, string> {
  const headers = { 'x-request-id': id, ...(match?.route.cors === true ? guardsForBrowsers : guards) };
  if (rateLimit === undefined && first === undefined) return headers;
  return { ...headers, ...rateLimit, ...(first === undefined ? {} : { 'idempotent-replay': 'true' }) };
}

/** Writes the response, unless one has started already, as for a stream. */
export function send(exchange: Exchange, answer: Answer): void {
  const { request, response } = exchange;
  if (response.headersSent || response.destroyed) return;
  const headers = Object.assign(commonHeaders(exchange), answer.headers);
  if (answer.body !== undefined) headers['content-length'] = String(Buffer.byteLength(answer.body));
  response.writeHead(answer.status, headers);
  response.end(request.method === 'HEAD' ? undefined : answer.body);
  // Drain the unread rest of the body, within the server's time limit, so that the client receives the response.
  if (!request.complete) request.resume();
}
