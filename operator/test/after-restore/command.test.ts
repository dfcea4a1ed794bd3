/** The arguments of the command; test/resilience/restore.test.ts tests its effects. */

import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { LAST_RESTORE, restores } from '@countersign/shared/model/restores';
import { eventOf } from '@countersign/shared/test/bus/contract';
import { auditRecords, consoleSessions, sessions } from '@countersign/shared/test/model/every-tenant';
import { commandOutput } from '../command-output.ts';
import { keepDeadLetters, type OperatorData, operatorData } from '../operator-data.ts';

const record = (id: string): string =>
  JSON.stringify({ id, at: '2026-11-20T10:00:00.000Z', tenant: 'default', action: 'offer.made', client: 'api-key' });

test('lines of standard input and of a file together, each named by its file and line', async (t) => {
  const { env, folder, use } = await operatorData(t);
  const file = join(folder, 'audit.jsonl');
  writeFileSync(file, `${record('01a')}\n{"id":"half`);
  const args = ['--audit', '-', '--audit', file, '--yes'];
  const { code, written } = await commandOutput('after-restore', args, env, `${record('01b')}\nno JSON\n`);
  assert.equal(code, 2, written);
  assert.match(written, /^audit records restored: 2$/m);
  assert.match(written, /^not an audit record: standard input:2\nnot an audit record: .*audit\.jsonl:2$/m);
  const { documents } = await use((store) => store.find(auditRecords, { index: 'age', limit: 9 }));
  assert.deepEqual(
    documents.map(({ action }) => action),
    ['offer.made', 'offer.made', 'store.restored'],
  );
});

test('empty standard input, as of an exec without -i, is refused before anything is written', async (t) => {
  const { env, use } = await operatorData(t);
  const { code, written } = await commandOutput('after-restore', ['--audit', '-', '--yes'], env);
  assert.deepEqual([code, written], [1, 'Not finished: nothing came on standard input\n']);
  const { documents } = await use((store) => store.find(auditRecords, { index: 'age', limit: 9 }));
  assert.deepEqual(documents, []);
});

test('without the master key it reports where the key is kept, and writes no secrets.json', async (t) => {
  const { env, folder } = await operatorData(t);
  const { MASTER_KEY: _, ...without } = env;
  const { code, written } = await commandOutput('after-restore', ['--yes'], without);
  assert.equal(code, 1);
  assert.match(
    written,
    /^Not finished: .*needs the MASTER_KEY it was created with: restore the matching secrets\.json as .*\n$/,
  );
  assert.equal(existsSync(join(folder, 'secrets.json')), false);
});

test('wrong arguments: the usage for both places', async (t) => {
  const { env } = await operatorData(t);
  for (const args of [['--what'], ['word'], ['--audit']]) {
    const { code, written, reported } = await commandOutput('after-restore', args, env);
    assert.deepEqual([code, written], [1, '']);
    assert.match(reported, /npm run operator -- after-restore \[--audit.*\n.*run\.mjs after-restore \[--audit/);
  }
});

test('an unreachable database: a sentence without the password', async (t) => {
  const { env } = await operatorData(t);
  const away = { ...env, MONGODB_URL: 'mongodb://u:CANARY@127.0.0.1:1', MONGODB_TIMEOUT: '300' };
  const { code, written } = await commandOutput('after-restore', ['--yes'], away);
  assert.equal(code, 1);
  assert.match(written, /^Not finished: .*database unavailable\n$/);
});

test('without --yes it reports what it would do, on which store, and writes neither store nor AUDIT_FILE', async (t) => {
  const { env, folder, use } = await operatorData(t);
  const file = join(folder, 'audit.jsonl');
  const line = { ...JSON.parse(record('01c')), action: 'session.erased', session: eventOf('known').subject };
  writeFileSync(file, `${record('01a')}\n${JSON.stringify(line)}\n`);
  await keepDeadLetters({ env, folder, use });
  const before = await everythingIn(use);
  const own = join(folder, 'own-audit.jsonl');
  const args = ['--audit', file];
  const { code, written } = await commandOutput('after-restore', args, { ...env, AUDIT_FILE: own });
  assert.equal(code, 1);
  assert.match(written, /^without --yes; this would be done after the restore of the embedded store in .*store\n/);
  assert.match(written, /^audit records restored: 1$/m);
  assert.match(written, /^sessions erased again: 1$/m);
  assert.match(written, /Stop all services first[\s\S]*\nNothing was changed; --yes does it\n$/);
  assert.deepEqual(await everythingIn(use), before);
  assert.equal(existsSync(own), false);
  const done = await commandOutput('after-restore', [...args, '--yes'], { ...env, AUDIT_FILE: own });
  assert.equal(done.code, 0, done.written);
  assert.match(done.written, /^after the restore of the embedded store in /);
  assert.match(done.written, /^sessions erased again: 1$/m);
  assert.notDeepEqual(await everythingIn(use), before);
});

/** What an erasure or a restore changes. */
function everythingIn(use: OperatorData['use']) {
  return use(async (store) => [
    await store.find(auditRecords, { index: 'age', limit: 9 }),
    await store.find(sessions, { index: 'age', limit: 9 }),
    await store.get(restores, LAST_RESTORE),
  ]);
}

test('sign-ins of the console end, also with --keep-offers', async (t) => {
  const { env, use } = await operatorData(t);
  const by = { kind: 'client', client: 'api-key', fingerprint: 'f' } as const;
  const signIn = { id: 'hash', tenant: 'default', by, createdAt: 1, expiresAt: Date.now() + 3_600_000 };
  await use((store) => store.insert(consoleSessions, signIn));
  const found = () => use((store) => store.get(consoleSessions, 'hash'));
  const asked = await commandOutput('after-restore', ['--keep-offers'], env);
  assert.match(asked.written, /^sign-ins of the console removed: 1$/m);
  assert.ok(await found());
  const { code, written } = await commandOutput('after-restore', ['--keep-offers', '--yes'], env);
  assert.equal(code, 0, written);
  assert.match(written, /^sign-ins of the console removed: 1$/m);
  assert.equal(await found(), undefined);
});

test('help, before anything is opened', async () => {
  const { code, written } = await commandOutput('after-restore', ['--help', '--yes']);
  assert.equal(code, 0);
  assert.match(written, /Without --yes it only prints what it would do[\s\S]*usage: npm run operator -- after-restore/);
});
