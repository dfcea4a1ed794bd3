import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileFindings, namesIn, thrown } from '../../src/configuration/file-findings.ts';
import { folderOf } from './config-folder.ts';

test('a file that is not there has no findings; what a check throws is one of the whole file', (t) => {
  const folder = folderOf(t, { 'a.json': '{' });
  const file = join(folder, 'a.json');
  assert.deepEqual(fileFindings(join(folder, 'b.json'), assert.fail), []);
  assert.deepEqual(fileFindings(file, thrown(JSON.parse))[0]?.pointer, '');
  const text = (): never => {
    throw 'a text';
  };
  assert.deepEqual(fileFindings(file, text), [{ file, pointer: '', detail: 'It cannot be read' }]);
  assert.deepEqual(
    fileFindings(file, () => [{ pointer: '/x', detail: 'd' }]),
    [{ file, pointer: '/x', detail: 'd' }],
  );
});

test('names are sorted, without dot files', (t) => {
  const folder = folderOf(t, { b: '', a: '', '.git/x': '' });
  assert.deepEqual(namesIn(folder), ['a', 'b']);
  assert.deepEqual(namesIn(join(folder, 'c')), []);
});
