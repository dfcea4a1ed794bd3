/**
 * The edge: every request of the public server passes here once. It finds the row of the route table, the tenant and
 * the caller, checks size and shape, calls the operation, and formats the answer.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Audit } from '@countersign/shared/audit/record';
import { type ClientAddress, limitKey } from '@countersign/shared/http/client-address';
import type { CallOperation, OperationReply, OperationRequest } from '@countersign/shared/http/message';
import type { Handler } from '@countersign/shared/http/server';
import type { Validate } from '@countersign/shared/http/validate';
import { assertValid, compileSchema } from '@countersign/shared/http/validate';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { DEFAULT_TENANT } from '@countersign/shared/kernel/identifiers';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { isObject } from '@countersign/shared/kernel/json';
import { stopwatch } from '@countersign/shared/metrics/metrics';
import type { BrandOf } from '@countersign/shared/pages/brand';
import type { Platform } from '@countersign/shared/runtime/service';
import { activeTraceparent, inSpan, type Span } from '@countersign/shared/tracing/span';
import { traceOf } from '@countersign/shared/tracing/trace-context';
import type { Authenticate, Caller } from '../authenticate/authenticate.ts';
import type { TenantExists } from '../authenticate/tenants.ts';
import { toNeutral, toVariant } from '../documents/variant-shape.ts';
import { DRY_RUN_HEADER, type DryRuns, type OpenRun } from '../dry-run/dry-runs.ts';
import { type CheckQuery, compileQueryCheck } from '../request/management-query.ts';
import { checkOauthParameters, checkPathParameters, parseParameters, repeated } from '../request/parameters.ts';
import type { Route, Variant } from '../routes/route.ts';
import { routes } from '../routes/routes.ts';
import type { Answer, Exchange } from './answer.ts';
import { errorAnswer, noteReached, replyAnswer, send } from './answer.ts';
import { answerPreflight } from './cors.ts';
import type { EntryStream } from './entry-stream.ts';
import { type EventStream, wantsEvents } from './event-stream.ts';
import type { Match, Matcher } from './match.ts';
import { decodePath, stripPrefix } from './match.ts';
import { checkHead, matchMethod } from './method.ts';
import { offerResponse } from './offer-response.ts';
import { endFailed, openProgress, wantsProgress } from './progress-stream.ts';
import type { ReadBody, ReadRequestBody } from './read-body.ts';
import { createReadBody, malformed } from './read-body.ts';
import { recordAnswer } from './record-answer.ts';
import { type Called, recordCall } from './record-call.ts';
import type { TraceRequest } from './trace-request.ts';
import { unknownAddress, unknownTenant } from './unknown-address.ts';
import type { WalletLimit } from './wallet-limit.ts';

export interface EdgeParts {
  readonly platform: Pick<Platform, 'settings' | 'requirementsOf' | 'clock' | 'random' | 'log' | 'metrics'>;
  readonly call: CallOperation;
  readonly matcher: Matcher;
  readonly authenticate: Authenticate;
  readonly tenantExists: TenantExists;
  readonly clientAddress: ClientAddress;
  readonly walletLimit: WalletLimit;
  readonly runs: Pick<DryRuns, 'of'>;
  readonly traceRequest: TraceRequest;
  readonly eventStream: EventStream;
  readonly entryStream: EntryStream;
  readonly audit: Audit;
  readonly brandOf: BrandOf;
}

/** Creates the request handler. It never throws: an error becomes an answer. */
export function createEdge(parts: EdgeParts): Handler {
  const { clock, log, random, settings } = parts.platform;
  const prefix = new URL(settings.PUBLIC_URL).pathname.split('/').filter((segment) => segment !== '');
  const validators = compileValidators();
  const readBody = createReadBody();
  const checkQuery = compileQueryCheck();
  const answerRequest = async (
    request: IncomingMessage,
    response: ServerResponse,
    closing: AbortSignal,
    span: Span,
  ): Promise<void> => {
    const started = clock();
    const seconds = stopwatch();
    const trace = activeTraceparent() ?? traceOf(request.headers.traceparent?.toString(), random);
    const exchange: Exchange = { id: random(12).toString('base64url'), trace, request, response };
    const run = parts.runs.of(request.headers[DRY_RUN_HEADER]);
    let answer: Answer;
    try {
      answer = await handle(parts, { exchange, closing, run, prefix, validators, checkQuery, readBody });
      noteRedirected(run, exchange);
    } catch (error) {
      if (error instanceof ProtocolError) run?.refusals.set(exchange.id, error);
      answer = errorAnswer(error, exchange, { log, brandOf: parts.brandOf });
    }
    send(exchange, answer);
    endFailed(exchange, answer);
    const ms = clock() - started;
    parts.traceRequest({ exchange, status: answer.status, at: started, ms });
    recordAnswer(parts.platform, { exchange, status: answer.status, milliseconds: ms, seconds: seconds(), span });
  };
  return (request, response, closing) => {
    const parent = request.headers.traceparent?.toString() ?? '';
    return inSpan('request', { kind: 'server', parent }, (span) => answerRequest(request, response, closing, span));
  };
}

/** A refusal that an answer words itself, as a redirect does, for the report of a dry run. */
function noteRedirected(run: OpenRun | undefined, { id, annotation }: Exchange): void {
  if (run === undefined || annotation?.code === undefined || annotation.refused === undefined) return;
  run.refusals.set(id, new ProtocolError(annotation.code, '', annotation.refused));
}

interface Context {
  readonly exchange: Exchange;
  readonly closing: AbortSignal;
  /** The dry run whose wallet sends the request. */
  readonly run: OpenRun | undefined;
  readonly prefix: readonly string[];
  readonly validators: ReadonlyMap<JsonObject, Validate>;
  readonly checkQuery: CheckQuery;
  readonly readBody: ReadRequestBody;
}

async function handle(parts: EdgeParts, context: Context): Promise<Answer> {
  const { exchange, closing, prefix, validators, checkQuery, readBody } = context;
  const { request, response, id, trace } = exchange;
  const decoded = decodePath(request.url ?? '');
  const segments = decoded === undefined ? undefined : stripPrefix(decoded, prefix);
  if (segments !== undefined) exchange.segments = segments;
  const matches = segments === undefined ? [] : parts.matcher(segments);
  if (segments === undefined || matches.length === 0) throw await unknownAddress(exchange, prefix, parts.tenantExists);
  const preflight = answerPreflight(request, matches);
  if (preflight !== undefined) return preflight;
  const match = matchMethod(exchange, matches);
  const { route } = match;
  const caller =
    route.auth === 'management' ? await parts.authenticate(request.headersDistinct, match.owner) : undefined;
  checkPathParameters(match.params, route.auth);
  const tenant = caller?.tenant ?? (await tenantOfPath(match, parts.tenantExists));
  exchange.tenant = tenant;
  if ((request.headersDistinct.authorization ?? []).length > 1) {
    throw repeated('The header authorization is given more than once', 'authorization');
  }
  const address = parts.clientAddress(request.socket.remoteAddress, request.headers['x-forwarded-for']?.toString());
  const run = route.auth === 'management' ? undefined : context.run;
  if (route.rateLimited === true && run === undefined) parts.walletLimit(address);
  const query = parseParameters((request.url ?? '').split('?').slice(1).join('?'));
  exchange.parameters = Object.keys(query);
  checkQuery(route, query);
  checkHead(request, route, query);
  const read = await readBody(request, response, { route, from: limitKey(address) });
  if (isObject(read.body)) exchange.parameters = [...exchange.parameters, ...Object.keys(read.body)];
  const body = checkBody(read, { route, query, variant: caller?.variant, validators });
  const operationRequest: OperationRequest = {
    id,
    tenant,
    method: route.method,
    ...(route.repeatable === undefined ? {} : { repeatable: route.repeatable }),
    url: `${parts.platform.settings.PUBLIC_URL}/${segments.map(encodeURIComponent).join('/')}`,
    params: match.params,
    query,
    headers: forwardedHeaders(request, route),
    ...(body === undefined ? {} : { body }),
    encoding: read.encoding,
    ...(caller === undefined ? {} : { client: caller.client }),
    ...(run === undefined ? {} : { dryRun: run.dryRun }),
    address,
    trace,
  };
  const interfaceCodes = usesInterfaceCodes(parts.platform, route, tenant);
  if (route.stream === true && wantsEvents(request)) {
    await parts.eventStream({ exchange, route, operationRequest, address, closing });
    return { status: 200, headers: {} };
  }
  const progress = route.progress === true && wantsProgress(request) ? openProgress(exchange) : undefined;
  const reply = await parts.call(route.operation, {
    ...operationRequest,
    ...(progress && { progress: progress.step }),
  });
  noteReached(exchange, reply.annotation);
  // Written before the answer: without its audit record the request fails.
  if (caller !== undefined) await recordCall(parts.audit, exchange, { route, caller, operationRequest }, reply);
  progress?.report(reply);
  if (route.entries === true && wantsEvents(request)) {
    await parts.entryStream({ exchange, operationRequest, address, closing });
    return { status: 200, headers: {} };
  }
  return replyAnswer(await shapeReply(reply, { route, caller, operationRequest }), {
    route,
    encoding: read.encoding,
    interfaceCodes,
  });
}

/** Asked before the operation: where the profile of the tenant is broken, the request has no effect. */
function usesInterfaceCodes({ requirementsOf }: EdgeParts['platform'], { success }: Route, tenant: string): boolean {
  return success.interface !== undefined && requirementsOf(tenant).dialect === 'interface';
}

async function tenantOfPath(match: Match, tenantExists: TenantExists): Promise<string> {
  const { tenantId } = match.params;
  if (tenantId === undefined) return DEFAULT_TENANT;
  if (await tenantExists(tenantId)) return tenantId;
  throw unknownTenant(match.pattern, tenantId);
}

interface BodyContext {
  readonly route: Route;
  readonly query: Readonly<Record<string, string>>;
  readonly variant: Variant | undefined;
  readonly validators: ReadonlyMap<JsonObject, Validate>;
}

function checkBody(read: ReadBody, { route, query, variant, validators }: BodyContext): Json | undefined {
  const { body } = read;
  if (body === undefined || route.request === undefined || read.encoding === 'jwt') return body;
  if (!isObject(body)) throw malformed('The body must be a JSON object', 'no object');
  if (route.strings === true) {
    checkOauthParameters(body, query);
    return body;
  }
  // Wallet bodies are checked by the protocol, which has its own error codes for them.
  if (route.errors !== 'problem') return body;
  const validate = validators.get(schemaFor(route.request, variant));
  if (validate === undefined) throw new Error(`no validator for ${route.operation}`);
  assertValid(validate, body);
  return toNeutral(body);
}

function schemaFor(request: NonNullable<Route['request']>, variant: Variant | undefined): JsonObject {
  return 'a' in request && 'b' in request ? (request[variant ?? 'b'] as JsonObject) : (request as JsonObject);
}

function compileValidators(): ReadonlyMap<JsonObject, Validate> {
  const schemas = routes
    .filter((route) => route.errors === 'problem')
    .flatMap(({ request }) => (request === undefined ? [] : [schemaFor(request, 'a'), schemaFor(request, 'b')]));
  return new Map([...new Set(schemas)].map((schema) => [schema, compileSchema(schema)]));
}

/** Only these headers reach an operation; `x-internal-*` and `x-tenant-*` of a caller are dropped. */
function forwardedHeaders(request: IncomingMessage, route: Route): OperationRequest['headers'] {
  const { headers } = request;
  return {
    ...(route.auth === 'management' ? {} : { authorization: headers.authorization }),
    ...(route.cookies === true ? { cookie: headers.cookie } : {}),
    dpop: headers.dpop?.toString(),
    // Node joins repeated headers by a comma, which the issuer refuses.
    'oauth-client-attestation': headers['oauth-client-attestation']?.toString(),
    'oauth-client-attestation-pop': headers['oauth-client-attestation-pop']?.toString(),
    accept: headers.accept,
    'accept-language': headers['accept-language'],
    'if-none-match': headers['if-none-match'],
    'accept-encoding': headers['accept-encoding']?.toString(),
  };
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
