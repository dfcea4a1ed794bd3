/** The command against a server of this test: exit codes, JSON, plan files, secrets. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { commandOutput } from './command-output.ts';

const SECRET = 'secret-of-the-pipeline';
const object = (action: string) => ({ kind: 'issuance', id: 'card', action, mistakes: [] });
const plan = (changes: boolean, action: string) => ({
  name: 'shop',
  generation: 1,
  fingerprint: 'f1',
  changes,
  objects: [object(action)],
});

interface Asked {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

async function serve(t: TestContext, answer: (asked: Asked) => readonly [number, object]) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const one = { path: request.url ?? '', body: JSON.parse(text) as Asked['body'] };
    asked.push(one);
    const [status, body] = answer(one);
    response.writeHead(status).end(JSON.stringify(body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const folder = mkdtempSync(join(tmpdir(), 'countersign-config-'));
  t.after(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const file = join(folder, 'bundle.json');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder
  writeFileSync(file, JSON.stringify({ name: 'shop', generation: 1, signIn: { clientSecret: '${SECRET}' } }));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const run = (...args: readonly string[]) =>
    commandOutput('config', [...args, '--url', url], { AUTH_API_KEY: 'k', SECRET });
  return { asked, file, folder, run };
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
  assert.deepEqual(asked[0]?.body.bundle, { name: 'shop', generation: 1, signIn: { clientSecret: SECRET } });
});

test('apply plans, applies that plan and ends with 0; without a change it applies nothing', async (t) => {
  let answered = plan(true, 'create');
  const { run, file, asked } = await serve(t, () => [200, answered]);
  const { code, written } = await run('apply', file, '--adopt');
  assert.deepEqual([code, /Applied\n$/.test(written)], [0, true]);
  assert.deepEqual(
    asked.map(({ path, body }) => [path, body.fingerprint, body.adopt]),
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
  assert.equal(asked.at(-1)?.body.fingerprint, 'f1');
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
