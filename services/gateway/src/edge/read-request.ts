/** Reads an admitted request: checks its query and body, and passes on what the operation may see. */
import type { IncomingMessage } from 'node:http';
import { withoutCookie } from '@countersign/shared/http/browser-cookie';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { Validate } from '@countersign/shared/http/validate';
import { assertValid, compileSchema } from '@countersign/shared/http/validate';
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { isObject } from '@countersign/shared/kernel/json';
import { consoleCookie } from '../authenticate/console-cookie.ts';
import { checkPermission } from '../authenticate/permission.ts';
import { doublySpelled, toNeutral } from '../documents/variant-shape.ts';
import { compileQueryCheck } from '../request/management-query.ts';
import { checkOauthParameters, parseParameters } from '../request/parameters.ts';
import type { Route, Variant } from '../routes/route.ts';
import { routes } from '../routes/routes.ts';
import type { Admitted } from './admit.ts';
import type { Exchange } from './answer.ts';
import { checkHead } from './method.ts';
import type { ReadBody } from './read-body.ts';
import { createReadBody, malformed } from './read-body.ts';

/** RFC 3986, 2.3: characters that are not encoded. */
const UNRESERVED = /^[A-Za-z0-9._~-]*$/;

/** @throws ProtocolError if query, body or a header does not match the row */
export type ReadOperationRequest = (exchange: Exchange, admitted: Admitted) => Promise<OperationRequest>;

/** @param publicUrl PUBLIC_URL */
export function createReadOperationRequest(publicUrl: string): ReadOperationRequest {
  const validators = compileValidators();
  const readBody = createReadBody();
  const checkQuery = compileQueryCheck();
  const consoleName = consoleCookie(publicUrl).name;
  return async (exchange, { segments, match, caller, tenant, address, ownCall }) => {
    const { request, response, id, trace } = exchange;
    const { route, params } = match;
    const query = queryOf(request.url ?? '');
    exchange.parameters = Object.keys(query);
    if (caller !== undefined) checkPermission(route, caller, query);
    if (route.auth === 'management') checkQuery(route, query);
    if (request.method === 'HEAD') checkHead(route, query);
    const read = await readBody(request, response, { route, from: address });
    if (isObject(read.body)) exchange.parameters = [...exchange.parameters, ...Object.keys(read.body)];
    const { body, found } = checkBody(read, { route, query, variant: caller?.variant, validators });
    const asked: { -readonly [K in keyof OperationRequest]: OperationRequest[K] } = {
      id,
      tenant,
      method: route.method,
      url: addressOf(publicUrl, segments),
      params,
      query,
      headers: forwardedHeaders(request, route, consoleName),
      body,
      encoding: read.encoding,
      address,
      trace,
    };
    if (route.repeatable !== undefined) asked.repeatable = route.repeatable;
    if (found !== undefined) asked.found = found;
    if (caller !== undefined) {
      asked.client = caller.client;
      asked.role = caller.role;
      if (caller.platform === true) asked.platform = true;
    }
    if (ownCall !== undefined) Object.assign(asked, ownCall.carries);
    return asked;
  };
}

interface BodyContext {
  readonly route: Route;
  readonly query: Readonly<Record<string, string>>;
  readonly variant: Variant | undefined;
  readonly validators: ReadonlyMap<JsonObject, Validate>;
}

interface CheckedBody {
  readonly body: Json | undefined;
  readonly found?: readonly FieldError[];
}

function checkBody(read: ReadBody, { route, query, variant, validators }: BodyContext): CheckedBody {
  const { body } = read;
  if (body === undefined || route.request === undefined || read.encoding === 'jwt') return { body };
  if (!isObject(body)) throw malformed('The body must be a JSON object', 'no object');
  if (route.strings === true) {
    checkOauthParameters(body, query);
    return { body };
  }
  // Wallet bodies are checked by the protocol, which has its own error codes for them.
  if (route.errors !== 'problem') return { body };
  const validate = validators.get(schemaFor(route.request, variant));
  if (validate === undefined) throw new Error(`no validator for ${route.operation}`);
  const written = withoutEditorSchema(body);
  if (route.findings !== 'operation') {
    assertValid((value) => route.explain?.(written, validate(value)) ?? validate(value), written);
    return { body: toNeutral(written) };
  }
  const found = [...validate(written), ...doublySpelled(written)];
  return found.length === 0 ? { body: toNeutral(written) } : { body: written, found };
}

/**
 * Files have it for editors, so a file can be sent unchanged. The API description leaves it out: generated clients in
 * many languages would give it the same name as a member `schema`.
 */
function withoutEditorSchema({ $schema, ...written }: JsonObject): JsonObject {
  return typeof $schema === 'string' ? written : { ...written, ...($schema === undefined ? {} : { $schema }) };
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

/**
 * Only these headers reach an operation, and the cookies of some rows. Node joins repeated ones with a comma, which the
 * issuer refuses.
 */
const FORWARDED = [
  'dpop',
  'oauth-client-attestation',
  'oauth-client-attestation-pop',
  'accept',
  'accept-language',
  'if-none-match',
  'accept-encoding',
] as const;
/** The credential of a backend has been checked. */
const FORWARDED_OF_WALLETS = ['authorization', ...FORWARDED] as const;

function forwardedHeaders(request: IncomingMessage, route: Route, consoleName: string): OperationRequest['headers'] {
  const { headers } = request;
  const forwarded: Record<string, string> = {};
  for (const name of route.auth === 'management' ? FORWARDED : FORWARDED_OF_WALLETS) {
    const value = headers[name];
    if (value !== undefined) forwarded[name] = String(value);
  }
  const cookie = route.cookies === true ? cookiesFor(route, headers.cookie, consoleName) : undefined;
  if (cookie !== undefined) forwarded.cookie = cookie;
  if (route.fromPages === true && headers.origin !== undefined) forwarded.origin = headers.origin;
  return forwarded;
}

/** Wallet users' pages don't need to know who is signed in at the console. */
function cookiesFor({ service }: Route, cookies: string | undefined, consoleName: string): string | undefined {
  return service === 'gateway' ? cookies : withoutCookie(cookies, consoleName);
}

/** @throws ProtocolError `invalid_request` */
function queryOf(target: string): Readonly<Record<string, string>> {
  const start = target.indexOf('?');
  return start < 0 ? {} : parseParameters(target.slice(start + 1));
}

/** The URL that was called, without its query. */
function addressOf(publicUrl: string, segments: readonly string[]): string {
  let url = publicUrl;
  for (const segment of segments) url += `/${UNRESERVED.test(segment) ? segment : encodeURIComponent(segment)}`;
  return segments.length === 0 ? `${publicUrl}/` : url;
}
