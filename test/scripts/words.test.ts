/** Phrases that read like a translation, as `npm run lint` counts them. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../cluster/cluster-processes.ts';

const { counts, kindOf, limits, proseOf, stilted, wordFindings } = await import(
  pathToFileURL(join(ROOT, 'scripts/words.mjs')).href
);

test('a stilted phrase is found, with what to write', () => {
  assert.deepEqual(stilted('It can not be read at once.'), [
    { found: 'can not', advice: 'cannot' },
    { found: 'at once', advice: 'immediately, at the same time' },
  ]);
  assert.deepEqual(stilted('The wallet reused the nonce. Fetch a new one.'), []);
});

test('code is not prose, and German is not counted', () => {
  assert.deepEqual(stilted(proseOf('documents', 'Run `at once`.\n```sh\nat once\n```\n')), []);
  assert.deepEqual(stilted(proseOf('console', "const t = {\n  de: {\n    a: 'er shall das',\n  },\n};\n")), []);
  assert.equal(stilted(proseOf('comments', "const a = 'at once, now'; // It stops at once.\n")).length, 1);
});

test('a file has one kind, and tests and generated pages have none', () => {
  assert.deepEqual(
    ['README.md', 'docs/explanation/adr/0001-a.md', 'console/src/text/a.ts', 'libs/a/src/b-reasons.ts'].map(kindOf),
    ['documents', 'decisions', 'console', 'reasons'],
  );
  assert.deepEqual(['libs/a/src/b.ts', 'libs/a/test/b.ts', 'docs/reference/a.md'].map(kindOf), [
    'comments',
    undefined,
    undefined,
  ]);
});

test('a kind above its limit is a finding, and one below it is none', () => {
  const words = 'word '.repeat(998);
  const file = 'README.md';
  assert.equal(counts([{ file, text: `${words} at once` }]).documents.rate, 10);
  assert.deepEqual(wordFindings([{ file, text: `${words} at once` }]), []);
  assert.deepEqual(wordFindings([{ file, text: 'at once '.repeat(9) }]), [
    `documents: 5000.0 stilted phrases in 10,000 words, at most ${limits.documents}`,
  ]);
});
