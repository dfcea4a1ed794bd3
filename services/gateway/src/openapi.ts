/** The API description: OpenAPI 3.0.3, made from the route table. */
import { oauthErrorSchema, problemSchema } from '@countersign/shared/http/response-schemas';
import type { Json, JsonObject } from '@countersign/shared/json';
import type { Route } from './route.ts';
import { allPaths, type PathOwner } from './routes.ts';

type Row = ReturnType<typeof allPaths>[number];

const OWNERS: Readonly<Record<PathOwner, string>> = {
  a: 'Variant A',
  b: 'Variant B',
  shared: 'Both variants',
  global: 'Service',
};

/** @param publicUrl server of the description; left out in the checked-in document */
export function openApiDocument(publicUrl?: string): JsonObject {
  const paths: Record<string, Record<string, Json>> = {};
  for (const row of allPaths()) {
    const item = paths[row.path] ?? {};
    paths[row.path] = item;
    item[row.route.method.toLowerCase()] = operation(row);
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Countersign',
      version: '0.0.1',
      description: 'Issuance and presentation of credentials, between a backend and the wallets of its users.',
      license: { name: 'Apache-2.0' },
    },
    ...(publicUrl === undefined ? {} : { servers: [{ url: publicUrl }] }),
    tags: Object.values(OWNERS).map((name) => ({ name })),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
      schemas: { Problem: problemSchema, OAuthError: oauthErrorSchema },
    },
  };
}

function operation({ route, owner, path }: Row): JsonObject {
  const parameters = [...pathParameters(path), ...queryParameters(route)];
  const body = requestBody(route, owner);
  return {
    operationId: operationId(route, path),
    tags: [OWNERS[owner]],
    summary: route.summary,
    ...(route.auth === 'management' ? { security: security(owner) } : { security: [] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: responses(route),
  };
}

/** Unique over all paths, stable, and readable in generated clients. */
function operationId(route: Route, path: string): string {
  return `${route.method.toLowerCase()}_${path.replaceAll(/[^A-Za-z0-9]+/g, '_').replaceAll(/^_|_$/g, '')}`;
}

function security(owner: PathOwner): readonly JsonObject[] {
  const schemes = owner === 'a' ? ['apiKey'] : owner === 'b' ? ['bearer'] : ['apiKey', 'bearer'];
  return schemes.map((name) => ({ [name]: [] }));
}

function pathParameters(path: string): readonly JsonObject[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'n' ? { type: 'integer', minimum: 2 } : { type: 'string' },
  }));
}

function queryParameters(route: Route): readonly JsonObject[] {
  return Object.entries(route.query ?? {}).map(([name, description]) => ({
    name,
    in: 'query',
    description,
    schema: { type: 'string' },
  }));
}

function requestBody(route: Route, owner: PathOwner): JsonObject | undefined {
  const types = [
    ...(route.accepts.includes('json') ? ['application/json'] : []),
    ...(route.accepts.includes('form') ? ['application/x-www-form-urlencoded'] : []),
  ];
  if (types.length === 0) return undefined;
  const schema = schemaOf(route, owner);
  const content = Object.fromEntries(types.map((type) => [type, { schema }]));
  return { required: !route.accepts.includes('empty'), content };
}

function schemaOf({ request }: Route, owner: PathOwner): JsonObject {
  if (request === undefined) return { type: 'object' };
  if (!('a' in request && 'b' in request)) return openApiSchema(request as JsonObject);
  if (owner === 'shared')
    return { anyOf: [openApiSchema(request.a as JsonObject), openApiSchema(request.b as JsonObject)] };
  return openApiSchema((owner === 'a' ? request.a : request.b) as JsonObject);
}

/** OpenAPI 3.0 has no `const` and no `propertyNames`: an enum of one, and nothing. */
function openApiSchema(schema: JsonObject): JsonObject {
  return translate(schema) as JsonObject;
}

function translate(value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => translate(item as Json));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, item]): readonly (readonly [string, Json])[] => {
    if (item === undefined || key === 'propertyNames') return [];
    return key === 'const' ? [['enum', [item]]] : [[key, translate(item)]];
  });
  return Object.fromEntries(entries);
}

function responses(route: Route): JsonObject {
  const statuses = new Set([route.success.json, route.success.form ?? route.success.json]);
  const success = Object.fromEntries([...statuses].map((status) => [String(status), successResponse(route)]));
  const error =
    route.errors === 'page'
      ? { description: 'Error page', content: { 'text/html': { schema: { type: 'string' } } } }
      : {
          description: 'Error',
          content:
            route.errors === 'problem'
              ? { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
              : { 'application/json': { schema: { $ref: '#/components/schemas/OAuthError' } } },
        };
  const extra: Record<string, Json> = {};
  if (route.operation === 'gateway.health') extra['503'] = successResponse(route);
  if (route.operation === 'issuer.credential' || route.operation === 'issuer.deferred-credential') {
    extra['202'] = { description: 'Deferred' };
  }
  if (route.stream === true)
    extra['200'] = withContent(successResponse(route), 'text/event-stream', { type: 'string' });
  if (route.operation === 'gateway.audit') {
    const lines: JsonObject = { type: 'string', description: 'A record a line' };
    const page = withContent(successResponse(route), 'application/jsonl', lines);
    extra['200'] = withContent(page, 'application/x-ndjson', lines);
  }
  if (route.shape === 'link') extra['201'] = withContent(successResponse(route), 'image/png', PNG);
  return { ...success, ...extra, default: error };
}

function successResponse({ response, contentType, success }: Route): JsonObject {
  const description = success.json === 302 ? 'Redirect to redirect_uri' : 'Success';
  if (contentType !== undefined) return { description, content: { [contentType]: { schema: { type: 'string' } } } };
  if (response === undefined) return { description };
  return { description, content: { 'application/json': { schema: openApiSchema(response) } } };
}

const PNG: JsonObject = { type: 'string', format: 'binary' };

function withContent(response: JsonObject, contentType: string, schema: JsonObject): JsonObject {
  return { ...response, content: { ...(response.content as JsonObject), [contentType]: { schema } } };
}
