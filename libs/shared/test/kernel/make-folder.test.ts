import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { makeFolder } from '../../src/kernel/make-folder.ts';

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'countersign-folder-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test('creates a folder and those above it, for their owner only', (t) => {
  const path = join(folder(t), 'a', 'b');
  makeFolder(path);
  makeFolder(path);
  assert.equal(statSync(path).mode & 0o777, 0o700);
  assert.equal(statSync(join(path, '..')).mode & 0o777, 0o700);
});

test('a file in its place, or above it, is an error', (t) => {
  const path = folder(t);
  writeFileSync(join(path, 'file'), '');
  assert.throws(() => makeFolder(join(path, 'file')), { code: 'EEXIST' });
  assert.throws(() => makeFolder(join(path, 'file', 'below')), { code: 'ENOTDIR' });
});

test('a place that takes no folders ends with an error, and does not hang', { skip: !existsSync('/proc/self') }, () => {
  assert.throws(() => makeFolder('/proc/countersign/data'), { code: 'ENOENT', path: '/proc/countersign' });
});

test('a folder that this process can not write into is an error', { skip: process.getuid?.() === 0 }, (t) => {
  const path = join(folder(t), 'closed');
  mkdirSync(path, { mode: 0o500 });
  assert.throws(() => makeFolder(path), { code: 'EACCES', path });
  assert.throws(() => makeFolder(join(path, 'below')), { code: 'EACCES', path: join(path, 'below') });
});
