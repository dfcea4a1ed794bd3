/** The arguments; what it does with them is in test/fault/restore.test.ts. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { auditRecords } from '@countersign/shared/store/audit';
import { commandOutput } from '@countersign/shared/test/runtime/command-output';
import { runAfterRestore } from '../src/after-restore-main.ts';
import { operatorData } from './operator-data.ts';

const record = (id: string): string =>
  JSON.stringify({ id, at: '2026-11-20T10:00:00.000Z', tenant: 'default', action: 'offer.made', client: 'api-key' });

test('lines of standard input and of a file together, each named by where it stands', async (t) => {
  const { env, folder, use } = await operatorData(t);
  const file = join(folder, 'audit.jsonl');
  writeFileSync(file, `${record('01a')}\n{"id":"half`);
  const args = ['--audit', '-', '--audit', file];
  const { code, written } = await commandOutput(runAfterRestore, args, env, `${record('01b')}\nno JSON\n`);
  assert.equal(code, 2, written);
  assert.match(written, /^audit records brought back: 2$/m);
  assert.match(written, /^no record: standard input:2\nno record: .*audit\.jsonl:2$/m);
  const { documents } = await use((store) => store.find(auditRecords, { index: 'age', limit: 9 }));
  assert.deepEqual(
    documents.map(({ action }) => action),
    ['offer.made', 'offer.made', 'store.restored'],
  );
});

test('standard input that is empty, as of an exec without it, is refused before anything is written', async (t) => {
  const { env, use } = await operatorData(t);
  const { code, written } = await commandOutput(runAfterRestore, ['--audit', '-'], env);
  assert.deepEqual([code, written], [1, 'Not finished: nothing came on standard input\n']);
  const { documents } = await use((store) => store.find(auditRecords, { index: 'age', limit: 9 }));
  assert.deepEqual(documents, []);
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
