/** Each source file of more than a few lines has a test of the same path, or a reason why not. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../cluster/cluster-processes.ts';

interface Exception {
  readonly file: string;
  readonly why: string;
  /** The tests that hold it, where they have another name. */
  readonly by?: string;
}

const url = pathToFileURL(join(ROOT, 'scripts', 'sources-without-test.mjs')).href;
const { exceptions, open, sourcesWithoutTest } = (await import(url)) as {
  readonly exceptions: readonly Exception[];
  readonly open: readonly string[];
  readonly sourcesWithoutTest: (root: string) => readonly string[];
};
const without = sourcesWithoutTest(ROOT);
const known = [...exceptions.map(({ file }) => file), ...open];

test('a source file without a test of its path is an exception with a reason', () => {
  assert.deepEqual(
    without.filter((file) => !known.includes(file)),
    [],
    'write a test of the same path, or say in scripts/sources-without-test.mjs why there is none',
  );
});

test('a file with a test, without a source, or listed twice is no exception', () => {
  assert.deepEqual(
    known.filter((file, index) => !without.includes(file) || known.indexOf(file) !== index),
    [],
  );
});

test('the tests that an exception names are there', () => {
  assert.deepEqual(
    exceptions.filter(({ by }) => by !== undefined && !existsSync(join(ROOT, by))),
    [],
  );
});
