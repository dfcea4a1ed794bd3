/** The file that pages load: one module without imports, and small. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

const FOLDER = resolve(import.meta.dirname, '../..');
const MOST = 15 * 1024;

test('it is at most 15 kB compressed, and imports nothing', (t) => {
  const text = readFileSync(join(FOLDER, 'bundle/countersign-button.js'), 'utf8');
  const bytes = gzipSync(text, { level: 9 }).length;
  t.diagnostic(`${bytes} bytes compressed, ${Buffer.byteLength(text)} as they are`);
  assert.ok(bytes <= MOST, `${bytes} bytes`);
  assert.doesNotMatch(
    text,
    /\bimport\s*[({"'*]|\bfrom\s*["']|\beval\(|innerHTML|insertAdjacentHTML|document\.cookie|localStorage/,
  );
});

test('the package has no dependency, and ships the file, its types and what a reader needs', () => {
  const manifest = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8'));
  assert.deepEqual([manifest.dependencies, manifest.peerDependencies], [undefined, undefined]);
  assert.deepEqual(manifest.files, ['bundle/countersign-button.js', 'dist/src/**/*.d.ts', 'README.md']);
});
