/**
 * `npm test`: installs and compiles where needed, then runs every compiled test. Arguments narrow it down:
 * `npm test -- gateway purge` runs the test files whose path holds one of the words.
 */
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, sep } from 'node:path';
import { build, install, root, run } from './setup.mjs';

/** Test files whose source is still there: the compiler leaves the output of deleted files behind. */
function testFiles(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.js') && !name.split(sep).includes('node_modules'))
    .filter((name) => name.split(sep).includes('dist'))
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path.replace(`${sep}dist${sep}`, sep).replace(/\.js$/, '.ts')));
}

install();
build();
const words = process.argv.slice(2);
const files = ['libs', 'services', 'test']
  .flatMap((folder) => testFiles(join(root, folder)))
  .map((path) => relative(root, path))
  .filter((path) => words.length === 0 || words.some((word) => path.includes(word)))
  .sort();
if (files.length === 0) {
  process.stderr.write('No test file matches\n');
  process.exit(1);
}
// By itself Node leaves a processor idle, which on two is half of them.
const concurrency = `--test-concurrency=${Math.max(2, availableParallelism())}`;
run(`testing ${files.length} files`, process.execPath, ['--enable-source-maps', '--test', concurrency, ...files]);
