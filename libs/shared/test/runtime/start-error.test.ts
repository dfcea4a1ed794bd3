import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startErrorText } from '../../src/runtime/start-error.ts';
import { SettingsError } from '../../src/settings/read-settings.ts';

function fileError(code: string, path: string, syscall = 'mkdir'): Error {
  return Object.assign(new Error(`${code}: raw`), { code, path, syscall });
}

test('an error of the file system is said in words, with the setting that leads elsewhere', () => {
  const denied = startErrorText(fileError('EACCES', '/srv/data'), { DATA_FOLDER: '/srv/data/countersign' });
  assert.match(denied, /^The start failed: \/srv\/data cannot be created: this process's user/);
  assert.match(denied, /has no permission \(EACCES\).*set DATA_FOLDER to a different place\.$/);
  assert.doesNotMatch(denied, /raw/);
  const below = startErrorText(fileError('EROFS', '/srv/data/store', 'access'), { DATA_FOLDER: '/srv/data' });
  assert.match(below, /\/srv\/data\/store cannot be used: the file system is read-only \(EROFS\).*DATA_FOLDER/);
  assert.match(startErrorText(fileError('ENOENT', '/proc/x'), { DATA_FOLDER: '/proc/x/y' }), /cannot contain folders/);
  assert.match(startErrorText(fileError('ENOTDIR', 'config/x', 'scandir'), {}), /CONFIG_FOLDER/);
});

test('a path of no setting names none; other errors and settings stay as they are', () => {
  assert.doesNotMatch(startErrorText(fileError('EIO', '/other'), { DATA_FOLDER: '/srv/data' }), / set /);
  assert.equal(startErrorText(new Error('why'), {}), 'The start failed: Error: why');
  const problems = new SettingsError(['PORT must be a number']);
  assert.equal(startErrorText(problems, {}), problems.message);
});
