import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileSchema } from '../../src/http/validate.ts';
import { deliveryReplaySchema } from '../../src/messages/delivery-replay.ts';

test('a replay takes at most 100 ids, each once, and times with a zone', () => {
  const findings = compileSchema(deliveryReplaySchema);
  const ids = Array.from({ length: 101 }, (_, place) => `d-${place}`);
  assert.deepEqual(findings({ ids: ids.slice(1) }), []);
  for (const body of [{ ids }, { ids: ['a', 'a'] }, { ids: ['../x'] }, { dead: { from: 'yesterday' } }]) {
    assert.ok(findings(body).length > 0, JSON.stringify(body).slice(0, 40));
  }
});
