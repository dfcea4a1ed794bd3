import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openEmbeddedStore } from '@countersign/shared/store/lmdb/embedded';
import { lockFolder } from '@countersign/shared/store/lmdb/folder-lock';
import { listDeadLetters } from '../src/data/dead-letters.ts';
import { noteCluster } from '../src/data/running-cluster.ts';
import { commandOutput } from './command-output.ts';
import { keepDeadLetters, operatorData } from './operator-data.ts';

test('the copy is the store, without secrets', async (t) => {
  const data = await operatorData(t);
  await keepDeadLetters(data);
  writeFileSync(join(data.folder, 'secrets.json'), '{}');
  const target = join(data.folder, '..', 'backup');
  const env = { ...data.env, AUDIT_FILE: join(data.folder, 'audit.jsonl') };
  const done = await data.use(() => commandOutput('backup', [target], env));
  assert.deepEqual(done, {
    code: 0,
    written: `backed up to ${target}\n`,
    reported: `from the embedded store in ${join(data.folder, 'store')}\n`,
  });
  assert.deepEqual(readdirSync(target), ['store']);
  const store = await openEmbeddedStore({ folder: target });
  t.after(() => store.close());
  assert.equal((await listDeadLetters(store)).length, 3);
});

test('without AUDIT_FILE it reports once what a restore can not recover', async (t) => {
  const { env, folder } = await operatorData(t);
  const { code, reported } = await commandOutput('backup', [join(folder, '..', 'backup')], env);
  assert.equal(code, 0);
  assert.match(reported, /^from .*\nAUDIT_FILE is not set: changes made after this backup .*\n$/);
});

test('wrong arguments, no store, a second copy in its place, and MongoDB are reported in words', async (t) => {
  const { env, folder } = await operatorData(t);
  const target = join(folder, '..', 'backup');
  const attempts: readonly (readonly [RegExp, readonly string[], Readonly<Record<string, string>>])[] = [
    [/^usage: npm run operator -- backup <folder>\n.*run\.mjs backup <folder>\n$/, [], {}],
    [/^usage: /, [target, 'x'], {}],
    [/^from .*\nThere is no store in .*nowhere\n$/, [target], { DATA_FOLDER: join(folder, 'nowhere') }],
    [/^MONGODB_URL is set: the data is in MongoDB/, [target], { MONGODB_URL: 'mongodb://u:CANARY@host' }],
    [/^from .*\nENOTDIR: .*\n$/, [join(folder, 'store', 'data.mdb')], {}],
  ];
  for (const [expected, args, more] of attempts) {
    const { code, written, reported } = await commandOutput('backup', args, { ...env, ...more });
    assert.deepEqual([code, written], [1, '']);
    assert.match(reported, expected);
    assert.doesNotMatch(reported, /CANARY|\n\s+at /);
  }
  assert.equal(existsSync(target), false);
  assert.equal((await commandOutput('backup', [target], env)).code, 0);
  const second = await commandOutput('backup', [target], env);
  assert.equal(second.code, 1);
  assert.match(second.reported, /^from .*\nThere is a store in .*backup already\n$/);
});

test('while a cluster runs with the same folder it is refused: the data is elsewhere', async (t) => {
  const { env, folder } = await operatorData(t);
  const target = join(folder, '..', 'backup');
  t.after(await lockFolder(folder));
  noteCluster(folder, { MONGODB_URL: 'mongodb://u:CANARY@127.0.0.1:1', MONGODB_DATABASE: 'sessions' });
  const { code, written, reported } = await commandOutput('backup', [target], env);
  assert.deepEqual([code, written], [1, '']);
  assert.match(reported, /^A cluster runs with this folder/);
  assert.equal(existsSync(target), false);
});

test('help, before anything is done', async () => {
  const { code, written, reported } = await commandOutput('backup', ['--help']);
  assert.deepEqual([code, reported], [0, '']);
  assert.match(written, /usage: npm run operator -- backup <folder>\n/);
});
