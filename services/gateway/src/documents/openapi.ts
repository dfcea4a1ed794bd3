/** The API description: OpenAPI 3.0.3, generated from the route table. */
import { ID_PATTERN } from '@countersign/shared/kernel/identifiers';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { pathPattern } from '../request/parameters.ts';
import { IDEMPOTENCY_KEY_PATTERN, type Route } from '../routes/route.ts';
import { allPaths, type PathOwner } from '../routes/routes.ts';
import { errorResponses, responses } from './openapi-responses.ts';
import { createSchemaCatalogue, type SchemaCatalogue } from './openapi-schema.ts';

type Row = ReturnType<typeof allPaths>[number];
type SchemaOf = SchemaCatalogue['schemaOf'];

const OWNERS: Readonly<Record<PathOwner, { readonly name: string; readonly description: string }>> = {
  a: { name: 'Variant A', description: 'One issuer; management needs the header `x-api-key`' },
  b: { name: 'Variant B', description: 'Many tenants; management needs a bearer token' },
  shared: { name: 'Both variants', description: 'Management; the credential selects variant and tenant' },
  global: { name: 'Service', description: 'No tenant, no login' },
};

/** The server of the checked-in document: each installation has its own address. */
const anyServer: JsonObject = {
  url: '{publicUrl}',
  description: 'The address of the installation, PUBLIC_URL',
  variables: { publicUrl: { default: 'http://localhost:3000' } },
};

/** @param publicUrl the description's server; a variable in the checked-in document */
export function openApiDocument(publicUrl?: string): JsonObject {
  const catalogue = createSchemaCatalogue();
  const { schemaOf } = catalogue;
  const paths: Record<string, Record<string, Json>> = {};
  for (const row of allPaths()) {
    const item = paths[row.path] ?? {};
    paths[row.path] = item;
    item[row.route.method.toLowerCase()] = operation(row, schemaOf);
  }
  const errors = errorResponses(schemaOf);
  return {
    openapi: '3.0.3',
    info: {
      title: 'Countersign',
      version: '0.0.1',
      description:
        'Issues and verifies credentials between your backend and the wallets of your users. HEAD works like GET, without the body.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [publicUrl === undefined ? anyServer : { url: publicUrl }],
    tags: Object.values(OWNERS),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
      parameters: { IdempotencyKey: idempotencyKey },
      responses: errors,
      schemas: catalogue.named(),
    },
  };
}

function operation({ route, owner, path }: Row, schemaOf: SchemaOf): JsonObject {
  const parameters = [...pathParameters(path), ...queryParameters(route, schemaOf), ...keyParameter(route)];
  const body = requestBody(route, owner, schemaOf);
  return {
    operationId: operationId(route, path),
    tags: [OWNERS[owner].name],
    summary: route.summary,
    ...permission(route),
    ...(route.auth === 'management' ? { security: security(owner) } : { security: [] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: responses(route, path, schemaOf),
  };
}

/** Who may call, as readable text and as `x-role`. */
function permission({ role, platform }: Route): JsonObject {
  if (role === undefined) return {};
  const whose = platform === true ? 'an administrator of the installation' : `the role \`${role}\``;
  return { description: `Needs ${whose}.`, 'x-role': role, ...(platform === true ? { 'x-platform': true } : {}) };
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
    schema:
      name === 'n'
        ? { type: 'integer', minimum: 1, maximum: 999_999_999 }
        : { type: 'string', pattern: (pathPattern(name) ?? ID_PATTERN).source },
  }));
}

function queryParameters(route: Route, schemaOf: SchemaOf): readonly JsonObject[] {
  return Object.entries(route.query ?? {}).map(([name, { description, schema, example, required }]) => ({
    name,
    in: 'query',
    ...(required === undefined ? {} : { required }),
    description,
    schema: schemaOf(schema),
    ...(example === undefined ? {} : { example }),
  }));
}

function keyParameter({ idempotent }: Route): readonly JsonObject[] {
  return idempotent === true ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : [];
}

const idempotencyKey: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY_PATTERN },
};

/** The same body, encrypted. */
const JWE: JsonObject = { type: 'string', description: 'Compact JWE of the JSON object (OpenID4VCI 1.0, 10)' };

function requestBody(route: Route, owner: PathOwner, schemaOf: SchemaOf): JsonObject | undefined {
  const types = [
    ...(route.accepts.includes('json') ? ['application/json'] : []),
    ...(route.accepts.includes('form') ? ['application/x-www-form-urlencoded'] : []),
  ];
  // Without a schema the body is ignored.
  if (types.length === 0 || route.request === undefined) return undefined;
  const schema = schemaOf(requestSchema(route.request, owner));
  const encrypted = route.accepts.includes('jwt') ? { 'application/jwt': { schema: JWE } } : {};
  const content = { ...Object.fromEntries(types.map((type) => [type, { schema }])), ...encrypted };
  return { required: !route.accepts.includes('empty'), content };
}

function requestSchema(request: NonNullable<Route['request']>, owner: PathOwner): JsonObject {
  if (!('a' in request && 'b' in request)) return request as JsonObject;
  // On shared paths the schema of variant B applies: it accepts everything that variant A accepts.
  return (owner === 'a' ? request.a : request.b) as JsonObject;
}
