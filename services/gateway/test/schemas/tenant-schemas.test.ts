import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleOf } from '@countersign/shared/http/schema-parts';
import { compileSchema } from '@countersign/shared/http/validate';
import * as schemas from '../../src/schemas/tenant-schemas.ts';

test('each schema has an example, valid by it', () => {
  for (const [name, schema] of Object.entries(schemas)) {
    const example = exampleOf(schema);
    assert.ok(example, name);
    assert.deepEqual(compileSchema(schema)(example), [], name);
  }
});

test('an overlap is at most a week, and an id has the form of a path segment', () => {
  const rotation = compileSchema(schemas.clientRotationSchema);
  assert.deepEqual(rotation({ overlap: 604_800 }), []);
  for (const overlap of [604_801, -1, 1.5, '60']) assert.ok(rotation({ overlap }).length > 0, String(overlap));
  const tenant = compileSchema(schemas.tenantRequestSchema);
  for (const id of ['a/b', '', '.x', 'x'.repeat(129)]) assert.ok(tenant({ id }).length > 0, id);
});
