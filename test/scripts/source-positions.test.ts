/** Places of compiled files in the text of a failure. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../cluster/cluster-processes.ts';

const { withSourcePlaces } = await import(pathToFileURL(join(ROOT, 'scripts', 'source-positions.mjs')).href);

test('a place in a compiled file becomes that of its source; what has no map stays', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-places-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'dist'));
  const compiled = join(folder, 'dist', 'a.js');
  // One segment: column 4 of line 2 comes from column 2 of line 3 (source map, revision 3).
  const map = { version: 3, file: 'a.js', sources: ['../a.ts'], names: [], mappings: ';IAEE' };
  writeFileSync(`${compiled}.map`, JSON.stringify(map));
  const other = join(folder, 'dist', 'other.js');
  assert.equal(
    withSourcePlaces(`at run (${pathToFileURL(compiled).href}:2:5)\nat ${compiled}:2:5\nat ${other}:1:1`),
    `at run (${join(folder, 'a.ts')}:3:3)\nat ${join(folder, 'a.ts')}:3:3\nat ${other}:1:1`,
  );
});
