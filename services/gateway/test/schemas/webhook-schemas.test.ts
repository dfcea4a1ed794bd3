/** The schemas of webhooks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileSchema } from '@countersign/shared/http/validate';
import { webhookTestSchema } from '../../src/schemas/webhook-schemas.ts';

test('a test call names a webhook of a configuration, or has one', () => {
  const check = compileSchema(webhookTestSchema);
  const webhook = { url: 'https://backend.example/x' };
  for (const kind of ['presentation', 'issuance', 'refresh'] as const) {
    assert.deepEqual(check({ configurationId: 'pid', kind }), []);
  }
  assert.deepEqual(check({ webhook }), []);
  for (const body of [
    { kind: 'outcome' },
    { webhook: webhook.url },
    { url: webhook.url },
    { configurationId: '../x' },
  ]) {
    assert.equal(check(body).length, 1, JSON.stringify(body));
  }
});
