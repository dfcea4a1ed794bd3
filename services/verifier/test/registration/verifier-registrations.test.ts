import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { openRegistered, registered } from './registered-world.ts';

test('a configuration that an offer needs is not usable without its certificate', async (t) => {
  const world = await openRegistered(t);
  const exists = async () => (await world.call('verifier.configuration.exists', { params: { id: 'question' } })).body;
  assert.deepEqual(await exists(), { exists: true });
  world.write('registration-certificates/r.jwt', await registered({ claims: { sub: 'NTRDE-HRB999' } }));
  assert.equal(((await exists()) as JsonObject).exists, false);
  assert.match(String(((await exists()) as JsonObject).why), /registration certificate of question/);
});
