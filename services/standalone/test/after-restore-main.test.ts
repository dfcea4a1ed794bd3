/** The arguments; what it does with them is in test/fault/restore.test.ts. */
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { auditRecords } from '@countersign/shared/store/audit';
import { commandOutput } from '@countersign/shared/test/runtime/command-output';
import { runAfterRestore } from '../src/after-restore-main.ts';
import { operatorData } from './operator-data.ts';

const record = (id: string): string =>
  JSON.stringify({ id, at: '2026-11-20T10:00:00.000Z', tenant: 'default', action: 'offer.made', client: 'api-key' });

test('a folder of audit files, as a ConfigMap is mounted: links, with its own folders beside them', async (t) => {
  const { env, folder, use } = await operatorData(t);
  const audit = join(folder, '..', 'audit');
  mkdirSync(join(audit, '..2026_11_21'), { recursive: true });
  mkdirSync(join(audit, 'folder'));
  writeFileSync(join(audit, '..2026_11_21', 'gateway-1.jsonl'), `${record('01a')}\n`);
  writeFileSync(join(audit, '..2026_11_21', 'gateway-2.jsonl'), `${record('01b')}\n`);
  symlinkSync('..2026_11_21', join(audit, '..data'));
  for (const name of ['gateway-1.jsonl', 'gateway-2.jsonl']) symlinkSync(join('..data', name), join(audit, name));
  const { code, written } = await commandOutput(runAfterRestore, ['--audit', audit], env);
  assert.equal(code, 0, written);
  assert.match(written, /^audit records brought back: 2$/m);
  const { documents } = await use((store) => store.find(auditRecords, { index: 'age', limit: 9 }));
  assert.deepEqual(
    documents.map(({ action }) => action),
    ['offer.made', 'offer.made', 'store.restored'],
  );
});

test('a folder without a file is told, as a ConfigMap that is not there, and the rest is done', async (t) => {
  const { env, folder } = await operatorData(t);
  const audit = join(folder, '..', 'audit');
  mkdirSync(audit);
  const { code, written } = await commandOutput(runAfterRestore, ['--audit', audit], env);
  assert.equal(code, 0, written);
  assert.ok(written.startsWith(`no file in ${audit}: nothing is set or erased again by it\n`), written);
  assert.match(written, /done: the services may start\n$/);
});

test('wrong arguments: the usage for both places', async (t) => {
  const { env } = await operatorData(t);
  for (const args of [['--what'], ['word'], ['--audit']]) {
    const { code, written } = await commandOutput(runAfterRestore, args, env);
    assert.equal(code, 1);
    assert.match(written, /npm run after-restore -- \[--audit.*\n.*run\.mjs after-restore \[--audit/);
  }
});

test('a database that is away: a sentence without the password', async (t) => {
  const { env } = await operatorData(t);
  const away = { ...env, MONGODB_URL: 'mongodb://u:CANARY@127.0.0.1:1', MONGODB_TIMEOUT: '300' };
  const { code, written } = await commandOutput(runAfterRestore, ['--yes'], away);
  assert.equal(code, 1);
  assert.match(written, /^Not finished: .*database unavailable\n$/);
});
