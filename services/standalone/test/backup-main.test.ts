import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { listDeadLetters } from '@countersign/shared/store/dead-letters';
import { openEmbeddedStore } from '@countersign/shared/store/embedded';
import { commandOutput } from '@countersign/shared/test/runtime/command-output';
import { runBackup } from '../src/backup-main.ts';
import { keepDeadLetters, operatorData } from './operator-data.ts';

test('the copy is the store, and no secret is in it', async (t) => {
  const data = await operatorData(t);
  await keepDeadLetters(data);
  writeFileSync(join(data.folder, 'secrets.json'), '{}');
  const target = join(data.folder, '..', 'backup');
  const done = await data.use(() => commandOutput(runBackup, [target], data.env));
  assert.deepEqual(done, { code: 0, written: `backed up to ${target}\n`, told: '' });
  assert.deepEqual(readdirSync(target), ['store']);
  const store = await openEmbeddedStore({ folder: target });
  t.after(() => store.close());
  assert.equal((await listDeadLetters(store)).length, 3);
});

test('wrong arguments, no store, a second copy in its place, and MongoDB are told in words', async (t) => {
  const { env, folder } = await operatorData(t);
  const target = join(folder, '..', 'backup');
  const attempts: readonly (readonly [RegExp, readonly string[], Readonly<Record<string, string>>])[] = [
    [/^usage: npm run backup -- <folder>\n.*run\.mjs backup <folder>\n$/, [], {}],
    [/^usage: /, ['--help'], {}],
    [/^usage: /, [target, 'x'], {}],
    [/^There is no store in .*nowhere\n$/, [target], { DATA_FOLDER: join(folder, 'nowhere') }],
    [/^MONGODB_URL is set: the data is in MongoDB/, [target], { MONGODB_URL: 'mongodb://u:CANARY@host' }],
    [/^ENOTDIR: .*\n$/, [join(folder, 'store', 'data.mdb')], {}],
  ];
  for (const [expected, args, more] of attempts) {
    const { code, written, told } = await commandOutput(runBackup, args, { ...env, ...more });
    assert.deepEqual([code, written], [1, '']);
    assert.match(told, expected);
    assert.doesNotMatch(told, /CANARY|\n\s+at /);
  }
  assert.equal(existsSync(target), false);
  assert.equal((await commandOutput(runBackup, [target], env)).code, 0);
  const second = await commandOutput(runBackup, [target], env);
  assert.deepEqual([second.code, second.told], [1, `There is a store in ${target} already\n`]);
});
