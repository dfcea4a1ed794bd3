/** The command against a server of this test: exit codes, JSON, files that the scheme's file names. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { serveCommand } from './serve-command.ts';

const planned = (action: string, mistakes: readonly object[] = []) => ({
  action,
  configuration: { id: 'card' },
  unmapped: [{ pointer: '/trustedAuthorities', detail: 'Not here' }],
  mistakes,
});

test('plan: 0 unchanged, 2 a change, 1 with an error; scheme and schema may be files', async (t) => {
  let answered = planned('unchanged');
  const { run, folder, asked } = await serveCommand(t, 'scheme', () => [200, answered]);
  const file = join(folder, 'card.json');
  writeFileSync(file, JSON.stringify({ configuration: 'card', scheme: 'scheme.json', schema: 'schema.json' }));
  writeFileSync(join(folder, 'scheme.json'), '{"version":"1.0.0"}');
  writeFileSync(join(folder, 'schema.json'), '{"type":"object"}');
  const same = await run('plan', file);
  assert.deepEqual([same.code, same.written.split('\n')[0]], [0, 'Nothing to do (issuance/card)']);
  answered = planned('update');
  const { code, written } = await run('plan', file);
  assert.deepEqual([code, written], [2, '~ issuance/card\n  not expressed /trustedAuthorities Not here\n']);
  answered = planned('create', [{ pointer: '/schema', detail: 'wrong' }]);
  const wrong = await run('plan', file);
  assert.deepEqual([wrong.code, wrong.written.split('\n').at(-2)], [1, '  ! /schema wrong']);
  const body = { configuration: 'card', scheme: { version: '1.0.0' }, schema: { type: 'object' } };
  assert.deepEqual(asked[0], { method: 'POST', path: '/attestation-schemes/plan', body });
});

test('import ends with 0, and with 1 if the server refuses it; --json writes one line of each', async (t) => {
  let status = 201;
  const refusal = { detail: 'wrong', reason: 'r', errors: [{ pointer: '/scheme', detail: 'd' }] };
  const { run, folder } = await serveCommand(t, 'scheme', () => [status, status === 201 ? planned('create') : refusal]);
  const file = join(folder, 'card.json');
  writeFileSync(file, '{"configuration":"card","scheme":{}}');
  const { code, written } = await run('import', file);
  assert.deepEqual([code, /^\+ issuance\/card\n.*\nImported\n$/.test(written)], [0, true]);
  assert.deepEqual(JSON.parse((await run('import', file, '--json')).written), planned('create'));
  status = 400;
  const refused = await run('import', file, '--json');
  const { detail: error, ...more } = refusal;
  assert.deepEqual([refused.code, JSON.parse(refused.written)], [1, { error, ...more }]);
  assert.equal((await run('import', file)).reported, 'wrong\n  /scheme d\n');
});

test('export writes the scheme, to a file too, and ends with 1 if something is missing', async (t) => {
  const missing: object[] = [];
  const scheme = { version: '1.0.0' };
  const { run, folder, asked } = await serveCommand(t, 'scheme', () => [200, { scheme, missing }]);
  const plain = await run('export', 'card');
  assert.deepEqual([plain.code, JSON.parse(plain.written)], [0, scheme]);
  assert.deepEqual(asked[0], { method: 'GET', path: '/attestation-schemes/card', body: undefined });
  missing.push({ pointer: '/rulebookURI', detail: 'needed' });
  const out = join(folder, 'out.json');
  const kept = await run('export', 'a/b', '--out', out);
  assert.deepEqual([kept.code, kept.written, kept.reported], [1, '', 'missing /rulebookURI needed\n']);
  assert.deepEqual(JSON.parse(readFileSync(out, 'utf8')), scheme);
  assert.equal(asked[1]?.path, '/attestation-schemes/a%2Fb');
  assert.deepEqual(JSON.parse((await run('export', 'card', '--json')).written), { scheme, missing });
});

test('a file outside the folder is not read, and an unknown action shows the usage', async (t) => {
  const { run, folder, asked } = await serveCommand(t, 'scheme', () => [200, {}]);
  const file = join(folder, 'card.json');
  writeFileSync(file, '{"configuration":"card","scheme":"../other.json"}');
  const { code, reported } = await run('plan', file);
  assert.deepEqual([code, reported], [1, '../other.json: not in the folder of the file that names it\n']);
  assert.match((await run('destroy', file)).reported, /^usage: /);
  assert.equal(asked.length, 0);
});
