/** The command against a server of this test: exit codes, JSON, plan files, secrets. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { commandOutput } from './command-output.ts';
import { serveCommand } from './serve-command.ts';

const SECRET = 'secret-of-the-pipeline';
const object = (action: string) => ({ kind: 'issuance', id: 'card', action, mistakes: [] });
const plan = (changes: boolean, action: string) => ({
  name: 'shop',
  generation: 1,
  fingerprint: 'f1',
  changes,
  objects: [object(action)],
});

async function serve(t: TestContext, answer: Parameters<typeof serveCommand>[2]) {
  const served = await serveCommand(t, 'config', answer, { SECRET });
  const file = join(served.folder, 'bundle.json');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder
  writeFileSync(file, JSON.stringify({ name: 'shop', generation: 1, signIn: { clientSecret: '${SECRET}' } }));
  return { ...served, file };
}

test('plan and diff: 0 nothing to do, 2 changes, 1 with an error, and they apply nothing', async (t) => {
  let answered = plan(false, 'unchanged');
  const { run, file, asked } = await serve(t, () => [200, answered]);
  assert.equal((await run('plan', file)).code, 0);
  answered = plan(true, 'create');
  for (const action of ['plan', 'diff']) {
    const { code, written } = await run(action, file);
    assert.deepEqual([code, /^\+ issuance\/card$/m.test(written)], [2, true]);
  }
  answered = plan(true, 'blocked');
  assert.equal((await run('plan', file)).code, 1);
  assert.deepEqual(new Set(asked.map(({ path }) => path)), new Set(['/configurations/plan']));
  assert.deepEqual(asked[0]?.body?.bundle, { name: 'shop', generation: 1, signIn: { clientSecret: SECRET } });
});

test('apply plans, applies that plan and ends with 0; without a change it applies nothing', async (t) => {
  let answered = plan(true, 'create');
  const { run, file, asked } = await serve(t, () => [200, answered]);
  const { code, written } = await run('apply', file, '--adopt');
  assert.deepEqual([code, /Applied\n$/.test(written)], [0, true]);
  assert.deepEqual(
    asked.map(({ path, body }) => [path, body?.fingerprint, body?.adopt]),
    [
      ['/configurations/plan', undefined, true],
      ['/configurations/apply', 'f1', true],
    ],
  );
  answered = plan(false, 'unchanged');
  assert.equal((await run('apply', file)).code, 0);
  answered = plan(true, 'blocked');
  assert.equal((await run('apply', file)).code, 1);
  assert.equal(asked.length, 4);
});

test('a kept plan has no content of the bundle, and is what apply applies; a stale one ends with 3', async (t) => {
  const stale = { detail: 'The plan is stale', reason: 'bundle_plan_stale' };
  const { run, file, folder, asked } = await serve(t, ({ path }) =>
    path === '/configurations/plan' ? [200, plan(true, 'create')] : [409, stale],
  );
  const kept = join(folder, 'plan.json');
  await run('plan', file, '--out', kept);
  assert.deepEqual(JSON.parse(readFileSync(kept, 'utf8')), { name: 'shop', generation: 1, fingerprint: 'f1' });
  const { code, reported } = await run('apply', file, '--plan', kept);
  assert.deepEqual([code, reported], [3, 'The plan is stale\n']);
  assert.equal(asked.at(-1)?.body?.fingerprint, 'f1');
  writeFileSync(kept, '{}');
  assert.match((await run('apply', file, '--plan', kept)).reported, /not a plan that --out has written/);
});

test('--json writes one line, for an error too, and no output has the secret', async (t) => {
  let status = 200;
  const { run, file } = await serve(t, () =>
    status === 200
      ? [200, plan(true, 'create')]
      : [400, { detail: 'wrong', reason: 'r', errors: [{ pointer: '/bundle/x', detail: 'd' }] }],
  );
  const good = await run('plan', file, '--json');
  assert.deepEqual(JSON.parse(good.written), plan(true, 'create'));
  status = 400;
  const bad = await run('plan', file, '--json');
  assert.deepEqual(
    [bad.code, JSON.parse(bad.written)],
    [1, { error: 'wrong', reason: 'r', errors: [{ pointer: '/bundle/x', detail: 'd' }] }],
  );
  const plain = await run('plan', file);
  assert.equal(plain.reported, 'wrong\n  /bundle/x d\n');
  for (const { written, reported } of [good, bad, plain]) assert.ok(!(written + reported).includes(SECRET));
});

test('an unset variable ends with 1 before the server is called; an unknown action shows the usage', async (t) => {
  const { file, asked } = await serve(t, () => [200, plan(false, 'unchanged')]);
  const { code, reported } = await commandOutput('config', ['plan', file], { AUTH_API_KEY: 'k' });
  assert.deepEqual([code, reported, asked.length], [1, '/signIn/clientSecret: the variable SECRET is not set\n', 0]);
  for (const args of [
    ['destroy', file],
    ['plan', file, '--generation', '-1'],
  ])
    assert.match((await commandOutput('config', args, { AUTH_API_KEY: 'k', SECRET })).reported, /^usage: /);
});
