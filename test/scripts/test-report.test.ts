/** The output of `npm test`: short while it runs, and at the end what ran, what did not and why. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../cluster/cluster-processes.ts';

const REPORTER = join(ROOT, 'scripts', 'test-report.mjs');
const load = (name: string) => import(pathToFileURL(join(ROOT, 'scripts', name)).href);

const FILES = {
  'good.test.mjs': `import { describe, it, test } from 'node:test';
    test('passes', () => console.log('CHATTER'));
    test('waits for an engine', { skip: 'needs MONGODB_URL' }, () => {});
    describe('suite', () => { it('a', () => {}); it('b', (t) => t.skip('needs MONGODB_URL')); });`,
  'bad.test.mjs': `import { test } from 'node:test';
    test('parent', async (t) => { await t.test('child', () => { console.log('BEFORE IT'); throw new Error('boom', { cause: new Error('the disk is full') }); }); });`,
  'hook.test.mjs': `import { before, describe, it } from 'node:test';
    describe('suite', () => { before(() => { throw new Error('no server'); }); it('a', () => {}); });`,
  'broken.test.mjs': `throw new Error('does not load');`,
};

/** Runs files of tests with the reporter, as `npm test` does. */
function run(t: TestContext, names: readonly (keyof typeof FILES)[]) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-report-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of names) writeFileSync(join(folder, name), FILES[name]);
  const report = join(folder, 'report.json');
  const args = ['--test', '--test-reporter', REPORTER, '--test-reporter-destination', 'stdout', ...names];
  const env = { COUNTERSIGN_TEST_REPORT: report, COUNTERSIGN_TEST_FILES: String(names.length) };
  const { stdout, status } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
  return { stdout, status, tally: JSON.parse(readFileSync(report, 'utf8')) };
}

test('what passes is not printed; skipped tests are counted by reason', (t) => {
  const { stdout, status, tally } = run(t, ['good.test.mjs']);
  assert.deepEqual([stdout, status], ['', 0]);
  assert.deepEqual([tally.passed, tally.failed, tally.skipped], [2, 0, 2]);
  assert.deepEqual(tally.reasons, { 'needs MONGODB_URL': 2 });
  assert.deepEqual(
    tally.files.map(({ file }: { file: string }) => file),
    ['good.test.mjs'],
  );
});

test('a failure is printed once, with place, text, cause and what its file wrote; one that does not load is a failure', (t) => {
  const { stdout, status, tally } = run(t, ['bad.test.mjs', 'broken.test.mjs', 'good.test.mjs']);
  assert.equal(status, 1);
  assert.deepEqual([tally.passed, tally.failed], [2, 2]);
  const [first = '', second = ''] = stdout.split('✖ ').slice(1);
  assert.match(
    first,
    /^child \(bad\.test\.mjs:\d+\)\n {4}Error: boom\n[\s\S]*caused by: Error: the disk is full\n[\s\S]*it wrote:\n {4}BEFORE IT\n$/,
  );
  assert.match(second, /^the file itself \(broken\.test\.mjs\)\n[\s\S]*does not load/);
  assert.doesNotMatch(stdout, /CHATTER|parent/);
});

test('a suite whose hook fails is printed with the error of the hook', (t) => {
  const { stdout, status, tally } = run(t, ['hook.test.mjs']);
  assert.equal(status, 1);
  assert.deepEqual([tally.passed, tally.failed], [0, 2]);
  assert.match(stdout, /✖ suite \(hook\.test\.mjs:\d+\)\n {4}Error: no server\n/);
});

const tally = {
  passed: 5,
  failed: 0,
  skipped: 0,
  reasons: {},
  failures: [],
  files: [{ file: 'a.test.js', milliseconds: 4999 }],
};
const phase = { title: 'testing', files: 3, took: 2, code: 0, tally };
const plain = { phases: [phase], missing: [], left: [], strict: false, seconds: 2 };

test('the last line is the counts; the one before is the verdict', async () => {
  const { summary } = await load('test-summary.mjs');
  const { text, well } = summary(plain);
  assert.equal(text, '\nran      testing: 3 files, 2 s\nPASSED in 2 s\n5 passed, 0 failed, 0 skipped\n');
  assert.equal(well, true);
});

test('phases are added up; what is left out, skipped and missing is named, and missing is a failure where it is strict', async () => {
  const { summary } = await load('test-summary.mjs');
  const skipping = {
    ...tally,
    skipped: 3,
    reasons: { 'needs Kafka': 2, slow: 1 },
    files: [{ file: 'b', milliseconds: 7300 }],
  };
  const given = {
    ...plain,
    phases: [phase, { ...phase, title: 'testing with engines', tally: skipping }],
    missing: ['engine kafka: no Java'],
    left: [{ name: 'pages', why: 'need Chromium', files: 4 }],
  };
  const { text, well } = summary(given);
  assert.equal(well, true);
  assert.match(
    text,
    /^slow {5}b: 7 s\nnot run {2}pages: 4 files \(need Chromium\)\nskipped {2}2 tests: needs Kafka\nskipped {2}1 tests: slow\nMISSING {2}/m,
  );
  assert.match(text, /\nPASSED, as far as it could be tested, in 2 s\n10 passed, 0 failed, 3 skipped\n$/);
  const strict = summary({ ...given, strict: true });
  assert.equal(strict.well, false);
  assert.match(strict.text, /\nFAILED, for what is missing, in 2 s\n/);
});

test('a failure in any phase fails it all, also a run that crashes or ends with an error outside of a test', async () => {
  const { summary } = await load('test-summary.mjs');
  const failing = {
    ...tally,
    failed: 1,
    failures: [{ name: 'child', where: 'bad.test.mjs:2', why: 'Error: 1 is not 2' }],
  };
  for (const [bad, expected] of [
    [
      { ...phase, code: 1, tally: failing },
      /^✖ child \(bad\.test\.mjs:2\)\n {4}Error: 1 is not 2\nFAILED in 2 s\n10 passed, 1 failed/m,
    ],
    [{ ...phase, code: 1 }, /^✖ a run \(ended with an error outside any test\)\nFAILED/m],
    [
      { ...phase, code: 1, tally: undefined },
      /^✖ testing \(the run itself ended early\)\nFAILED.*\n5 passed, 1 failed/m,
    ],
  ] as const) {
    const { text, well } = summary({ ...plain, phases: [phase, bad] });
    assert.equal(well, false);
    assert.match(text, expected);
  }
});
