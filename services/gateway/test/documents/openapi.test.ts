import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApiDocument } from '../../src/documents/openapi.ts';
import { allPaths } from '../../src/routes/routes.ts';
import { openGateway } from '../open-gateway.ts';

interface Operation {
  readonly operationId: string;
  readonly security: readonly Record<string, unknown>[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: Answer;
  readonly responses: Readonly<Record<string, Answer>>;
}

interface Answer {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly items?: Schema;
}

const OBJECTS = new Set(['application/json', 'application/problem+json', 'application/x-www-form-urlencoded']);

function jsonSchemas({ requestBody, responses }: Operation): readonly Schema[] {
  const bodies = [...(requestBody === undefined ? [] : [requestBody]), ...Object.values(responses)];
  const contents = bodies.flatMap(({ content }) => Object.entries(content ?? {}));
  return contents.filter(([type]) => OBJECTS.has(type)).map(([, { schema }]) => schema);
}

/** The keywords of OpenAPI 3.0.3, 4.7.24 that are used here. */
const KEYWORDS = new Set(
  [
    '$ref type format enum nullable default description example pattern properties required additionalProperties items',
    'minLength maxLength minimum maximum minItems maxItems uniqueItems minProperties maxProperties oneOf',
  ].flatMap((line) => line.split(' ')),
);

interface Described {
  readonly type?: unknown;
  readonly nullable?: unknown;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly additionalProperties?: boolean | Described;
  readonly items?: Described;
  readonly oneOf?: readonly Described[];
}

/** The schema, and those inside it. */
function withInner(schema: Described): readonly Described[] {
  const { properties = {}, additionalProperties, items, oneOf = [] } = schema;
  const inner = [...Object.values(properties), additionalProperties, items, ...oneOf];
  return [schema, ...inner.filter((one): one is Described => typeof one === 'object').flatMap(withInner)];
}

const document = openApiDocument('https://issuer.example') as unknown as {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Described> };
};

/** Code generators leave out signs that names can't have in their languages. */
test('no schema has two members whose names differ only in signs and case', () => {
  const schemas = Object.entries(document.components.schemas) as [string, { properties?: object }][];
  for (const [name, { properties = {} }] of schemas) {
    const names = Object.keys(properties).map((member) => member.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase());
    assert.equal(new Set(names).size, names.length, name);
  }
});

test('every row is in the description, with its authentication, parameters and status', () => {
  assert.equal(document.openapi, '3.0.3');
  assert.equal(document.info.version, '0.0.1');
  const ids = new Set<string>();
  for (const { route, path, owner } of allPaths()) {
    const operation = document.paths[path]?.[route.method.toLowerCase()];
    assert.ok(operation, `${route.method} ${path}`);
    ids.add(operation.operationId);
    const schemes = operation.security.flatMap((item) => Object.keys(item));
    const expected = owner === 'a' ? ['apiKey'] : owner === 'b' ? ['bearer'] : ['apiKey', 'bearer'];
    assert.deepEqual(schemes, route.auth === 'management' ? expected : [], path);
    const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    assert.deepEqual(
      inPath,
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    );
    assert.ok(operation.responses[String(route.success.json)], path);
    assert.ok(operation.responses.default);
  }
  assert.equal(ids.size, allPaths().length, 'operation ids are unique');
});

test('every body and every answer is a named schema, a list of one, or no JSON', () => {
  const reference = /^#\/components\/schemas\/[A-Za-z]+$/;
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      for (const schema of jsonSchemas(operation)) {
        const named = schema.$ref ?? (schema.type === 'array' ? schema.items?.$ref : undefined);
        assert.match(named ?? '', reference, `${method} ${path}`);
      }
    }
  }
});

test('each reference resolves, and each named schema is used', () => {
  const text = JSON.stringify(document);
  const used = new Set([...text.matchAll(/"#\/components\/schemas\/([A-Za-z]+)"/g)].map(([, name]) => name));
  assert.deepEqual([...used].sort(), Object.keys(document.components.schemas).sort());
});

test('the checked-in document has a server too', () => {
  assert.deepEqual(openApiDocument().servers, [
    {
      url: '{publicUrl}',
      description: 'The address of the installation, PUBLIC_URL',
      variables: { publicUrl: { default: 'http://localhost:3000' } },
    },
  ]);
});

test('the authorization endpoint redirects, or shows a page', () => {
  const { responses } = document.paths['/authorize']?.get ?? assert.fail();
  assert.ok(responses['302'] && responses['200'] && responses['400']);
});

test('only keywords of OpenAPI 3.0: one type, and null only beside it', () => {
  for (const schema of Object.values(document.components.schemas).flatMap(withInner)) {
    assert.deepEqual(
      Object.keys(schema).filter((keyword) => !KEYWORDS.has(keyword) && !keyword.startsWith('x-')),
      [],
    );
    assert.ok(schema.type === undefined || typeof schema.type === 'string', JSON.stringify(schema));
    assert.ok(schema.nullable === undefined || schema.type !== undefined, JSON.stringify(schema));
  }
});

test('it is served with the address of the server', async (t) => {
  const gateway = await openGateway(t);
  const answer = await gateway.request('/openapi.json');
  assert.equal(answer.headers.get('content-type'), 'application/json');
  const body = (await answer.json()) as { servers: unknown };
  assert.deepEqual(body.servers, [{ url: gateway.origin }]);
});
