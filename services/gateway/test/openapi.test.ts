import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApiDocument } from '../src/openapi.ts';
import { allPaths } from '../src/routes.ts';
import { openGateway } from './open-gateway.ts';

interface Operation {
  readonly operationId: string;
  readonly security: readonly Record<string, unknown>[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, unknown>>;
}

const document = openApiDocument('https://issuer.example') as unknown as {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
};

test('every row stands in the description, with its guard, its parameters and its status', () => {
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

test('only words of OpenAPI 3.0: no const, no propertyNames', () => {
  const text = JSON.stringify(document);
  assert.ok(!text.includes('"const"') && !text.includes('"propertyNames"'));
});

test('it is served with the address of the server', async (t) => {
  const gateway = await openGateway(t);
  const answer = await gateway.request('/openapi.json');
  assert.equal(answer.headers.get('content-type'), 'application/json');
  const body = (await answer.json()) as { servers: unknown };
  assert.deepEqual(body.servers, [{ url: gateway.origin }]);
});
