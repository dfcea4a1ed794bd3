/** Presentation configurations: the operations for other services. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { presentationConfigurationKind } from '../../src/query/configurations.ts';
import { openVerifier } from '../world.ts';

const ask = async (
  world: Awaited<ReturnType<typeof openVerifier>>,
  operation: string,
  id: string,
  tenant = 'default',
) => (await world.call(operation, { tenant, params: { id } })).body;

test('a configuration exists for its tenant; where it does not, or is broken, the reason is returned', async (t) => {
  const world = await openVerifier(t);
  writeFileSync(join(world.configFolder, 'presentation', 'broken.json'), '{"dcql_query": {"credentials": []}}');
  const exists = 'verifier.configuration.exists';
  assert.deepEqual(await ask(world, exists, 'question'), { exists: true });
  for (const [id, tenant] of [
    ['nothing', 'default'],
    ['broken', 'default'],
    ['question', 'other'],
  ] as const) {
    const answer = (await ask(world, exists, id, tenant)) as { exists: boolean; why: unknown };
    assert.equal(answer.exists, false, id);
    assert.ok(Object.hasOwn(answer, 'why'), id);
  }
});

test('the purpose of one without it is empty', async (t) => {
  const world = await openVerifier(t);
  assert.deepEqual(await ask(world, 'verifier.configuration.purpose', 'question'), { purpose: [] });
  assert.deepEqual(await ask(world, 'verifier.configuration.purpose', 'nothing'), { purpose: [] });
});

test('both names of the folder are read', async (t) => {
  const world = await openVerifier(t);
  const { folders } = presentationConfigurationKind(world.platform.settings);
  assert.deepEqual(folders, ['presentation', 'presentations']);
  mkdirSync(join(world.configFolder, 'presentations'));
  const query = { credentials: [{ id: 'c', format: 'dc+sd-jwt', meta: { vct_values: ['x'] } }] };
  const text = JSON.stringify({ dcql_query: query, registrationCert: { id: 'r', body: {} } });
  writeFileSync(join(world.configFolder, 'presentations', 'second.json'), text);
  assert.deepEqual(await ask(world, 'verifier.configuration.exists', 'second'), { exists: true });
});
