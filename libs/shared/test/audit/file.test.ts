import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, renameSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createAuditFile, openAuditFile } from '../../src/audit/file.ts';
import { createLog, silentLog } from '../../src/kernel/log.ts';
import { temporaryFolder } from '../store/temporary.ts';

test('lines are appended, also to a file that is there, and only the owner can read it', async (t) => {
  const path = join(await temporaryFolder(t), 'audit.jsonl');
  const first = openAuditFile(path, silentLog) ?? assert.fail();
  await first.append('{"n":1}\n');
  await first.close();
  const second = openAuditFile(path, silentLog) ?? assert.fail();
  await second.append('{"n":2}\n');
  assert.equal(readFileSync(path, 'utf8'), '{"n":1}\n{"n":2}\n');
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.equal(second.trouble(), undefined);
});

test('a file that was moved away is created again, without a signal', async (t) => {
  const path = join(await temporaryFolder(t), 'audit.jsonl');
  const file = openAuditFile(path, silentLog) ?? assert.fail();
  await file.append('{"n":1}\n');
  renameSync(path, `${path}.1`);
  await file.append('{"n":2}\n');
  assert.deepEqual([readFileSync(`${path}.1`, 'utf8'), readFileSync(path, 'utf8')], ['{"n":1}\n', '{"n":2}\n']);
});

test('a file that can not be written fails no request; it is logged once, and all lines are written later', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const path = join(await temporaryFolder(t), 'audit.jsonl');
  // A folder in its place: also root can't write there.
  mkdirSync(path);
  const lines: string[] = [];
  const log = createLog(
    'warn',
    () => 0,
    (line) => lines.push(line),
  );
  const file = openAuditFile(path, log) ?? assert.fail();
  for (let n = 1; n <= 3; n += 1) await file.append(`{"n":${n}}\n`);
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /"level":"error".*EISDIR/);
  assert.match(file.trouble() ?? '', /3 records wait/);
  rmdirSync(path);
  t.mock.timers.tick(5000);
  await file.append('{"n":4}\n');
  await file.close();
  const written = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  assert.deepEqual(written, ['{"n":1}', '{"n":2}', '{"n":3}', '{"n":4}']);
  assert.equal(file.trouble(), undefined);
  assert.match(lines[1] ?? '', /can be written again/);
});

test('a partly written line is written again whole: no two records on one line', async () => {
  let text = '';
  let fails = true;
  const write = async (more: string): Promise<void> => {
    if (!fails) text += more;
    else {
      text += more.slice(0, 4);
      throw new Error('disk full');
    }
  };
  const file = createAuditFile(write, silentLog);
  await file.append('{"n":1}\n');
  fails = false;
  await file.close();
  assert.equal(text, '{"n"\n{"n":1}\n');
});

test('records that arrive during a write share the next', async () => {
  const writes: string[] = [];
  const gate: { open?: () => void } = {};
  const write = (text: string): Promise<void> => {
    writes.push(text);
    return new Promise((resolve) => {
      gate.open = resolve;
    });
  };
  const file = createAuditFile(write, silentLog);
  const all = [1, 2, 3].map((n) => file.append(`${n}\n`));
  gate.open?.();
  await all[0];
  while (writes.length < 2) await new Promise((resolve) => setImmediate(resolve));
  gate.open?.();
  await Promise.all(all);
  assert.deepEqual(writes, ['1\n', '2\n3\n']);
});

test('the number of waiting lines is bounded, and dropped lines are logged', async () => {
  const lines: string[] = [];
  const log = createLog(
    'warn',
    () => 0,
    (line) => lines.push(line),
  );
  const file = createAuditFile(async () => assert.fail(), log);
  for (let n = 0; n < 10_002; n += 1) await file.append('x\n');
  assert.match(file.trouble() ?? '', /10000 records wait, 2 are only in the store/);
  await file.close();
  assert.equal(lines.length, 3);
  assert.match(lines.at(-1) ?? '', /only in the store/);
});

test('without AUDIT_FILE there is none', () => {
  assert.equal(openAuditFile(undefined, silentLog), undefined);
});
