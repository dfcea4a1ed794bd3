/** The schemas of webhooks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleOf } from '@countersign/shared/http/schema-parts';
import { compileSchema } from '@countersign/shared/http/validate';
import * as schemas from '../../src/schemas/webhook-schemas.ts';

test('each body has an example that is valid by its schema', () => {
  for (const schema of [schemas.replayRequestSchema, schemas.webhookTestSchema, schemas.secretRotationSchema]) {
    const example = exampleOf(schema) ?? assert.fail();
    assert.deepEqual(compileSchema(schema)(example), []);
  }
});

test('a replay takes at most 100 ids, each once, and times with a zone', () => {
  const findings = compileSchema(schemas.replayRequestSchema);
  const ids = Array.from({ length: 101 }, (_, place) => `d-${place}`);
  assert.deepEqual(findings({ ids: ids.slice(1) }), []);
  for (const body of [{ ids }, { ids: ['a', 'a'] }, { ids: ['../x'] }, { dead: { from: 'yesterday' } }]) {
    assert.ok(findings(body).length > 0, JSON.stringify(body).slice(0, 40));
  }
});
