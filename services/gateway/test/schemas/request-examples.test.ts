import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleOf } from '@countersign/shared/http/schema-parts';
import { compileSchema } from '@countersign/shared/http/validate';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { offerRequestSchema } from '@countersign/shared/messages/offer-request';
import { routes } from '../../src/routes/routes.ts';

const bodies = routes.flatMap(({ request }) => {
  if (request === undefined) return [];
  return 'a' in request && 'b' in request ? (Object.values(request) as JsonObject[]) : [request];
});
const named = new Map(bodies.map((schema) => [String(schema.title), schema]));

test('each body of a request has an example, valid by its own schema', () => {
  assert.ok(named.size >= 30, `${named.size} schemas`);
  for (const [name, schema] of named) {
    const example = exampleOf(schema);
    assert.ok(example, `${name} has an example`);
    assert.deepEqual(compileSchema(schema)(example), [], name);
  }
});

test('an example with a typing error would be found', () => {
  const validate = compileSchema(offerRequestSchema);
  assert.deepEqual(validate({ ...exampleOf(offerRequestSchema), flows: 'typo' }), [
    { pointer: '/flows', detail: 'unknown field flows. Did you mean "flow"?' },
  ]);
});
