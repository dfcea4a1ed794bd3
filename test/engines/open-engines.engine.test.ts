import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { engineVariables, openEngines, provisionEngines, provisionFastEngines } from './open-engines.ts';
import { canStart, listens } from './started.ts';

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-engines-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Sets a variable of the environment for one test. */
function withVariable(t: TestContext, name: string, value: string | undefined): void {
  const before = process.env[name];
  const set = (to: string | undefined): void => {
    if (to === undefined) delete process.env[name];
    else process.env[name] = to;
  };
  set(value);
  t.after(() => set(before));
}

test('an engine of the environment is used, and none is started for it', async (t) => {
  const folder = newFolder(t);
  for (const name of Object.values(engineVariables)) withVariable(t, name, `there-${name}`);
  assert.deepEqual(await provisionEngines(), []);
  const opened = await openEngines({ folder });
  assert.deepEqual(opened.engines.kafka, { url: 'there-KAFKA_BROKERS' });
  assert.deepEqual(opened.missing, []);
  assert.deepEqual(
    Object.values(opened.environment),
    Object.values(engineVariables).map((name) => `there-${name}`),
  );
  await opened.close();
});

test('only the requested engines are started, and closing ends them', async (t) => {
  if (!canStart(t, 'redis')) return;
  withVariable(t, 'REDIS_URL', '');
  const opened = await openEngines({ folder: newFolder(t), wanted: ['redis'] });
  t.after(() => opened.close());
  assert.deepEqual(Object.keys(opened.environment), ['REDIS_URL']);
  const port = Number(new URL(opened.environment.REDIS_URL ?? '').port);
  assert.equal(await listens(port), true);
  await opened.close();
  assert.equal(await listens(port), false);
});

test('the faster build of the store server is not looked for if another server is named, and its absence is said', async (t) => {
  for (const name of Object.values(engineVariables)) withVariable(t, name, `there-${name}`);
  const said: string[] = [];
  assert.deepEqual(await provisionFastEngines((text) => void said.push(text)), []);
  assert.equal(said.length, 0);

  const folder = newFolder(t);
  withVariable(t, 'MONGODB_URL', undefined);
  withVariable(t, 'COUNTERSIGN_ENGINES', join(folder, 'cache'));
  withVariable(t, 'PATH', folder);
  await provisionFastEngines((text) => void said.push(text));
  assert.deepEqual(said, ['The store server is its slower Python build: Rust is not installed']);
});

test('an engine that can not be fetched is listed with its reason', async (t) => {
  const folder = newFolder(t);
  for (const name of Object.values(engineVariables)) withVariable(t, name, undefined);
  // An empty cache and no programs: nothing can be fetched.
  withVariable(t, 'COUNTERSIGN_ENGINES', join(folder, 'cache'));
  withVariable(t, 'PATH', folder);
  const missing = await provisionEngines();
  assert.deepEqual(
    missing.map(({ name }) => name),
    ['kafka', 'mongodb', 'redis'],
  );
  assert.match(missing[0]?.why ?? '', /java can not be run/);
  assert.match(missing[1]?.why ?? '', /Python 3.11 or later/);
  const opened = await openEngines({ folder });
  assert.deepEqual([opened.environment, opened.missing.length], [{}, 3]);
});
