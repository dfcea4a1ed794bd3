/** Which test files a run includes, by folder or name, and its message about the others. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../cluster/cluster-processes.ts';

const { expectedSeconds, isLong, matchWords, phasesOf, selectFiles } = await import(
  pathToFileURL(join(ROOT, 'scripts', 'test-selection.mjs')).href
);

const UNIT = ['libs/shared/dist/test/kernel/json.test.js', 'test/dist/wallet/page.test.js'];
const FLOW = 'test/dist/e2e/issuance.test.js';
const STORY = 'test/dist/browser/on-services/console-first-day.story.browser.test.js';
const USUAL = [
  'libs/shared/dist/test/bus/kafka/bus.engine.test.js',
  FLOW,
  'test/dist/security/token.test.js',
  STORY,
  'test/dist/smoke/kill.test.js',
  'test/dist/smoke/one-process.test.js',
];
const PAGE = 'test/dist/browser/on-services/presentation-during-issuance.browser.test.js';
const REST = [
  'test/dist/resilience/kill.test.js',
  'test/dist/resilience/cluster.engine.test.js',
  'test/dist/openapi/clients.test.js',
  'test/dist/eudi/kotlin-wallet.test.js',
  PAGE,
  'test/dist/deploy/image.engine.test.js',
  'test/dist/deploy/files.deploy.test.js',
  'test/dist/docs/by-command/mdoc.test.js',
];
const ALL = [...UNIT, ...USUAL, ...REST];

test('a word matches the path of the source and the compiled path, and one that matches nothing is named', () => {
  assert.deepEqual(matchWords(ALL, []), { files: ALL, unmatched: [] });
  assert.deepEqual(matchWords(ALL, ['test/dist/e2e/', 'test/security']).files, [
    FLOW,
    'test/dist/security/token.test.js',
  ]);
  assert.deepEqual(matchWords(ALL, ['shared/test/kernel/json.test.ts']).files, [UNIT[0]]);
  assert.deepEqual(matchWords(ALL, ['issuance', 'isuance']).unmatched, ['isuance']);
});

test('each run takes the files of the smaller ones, and folders that have no rule run in each', () => {
  assert.deepEqual(selectFiles(ALL, 'quick').run, UNIT);
  assert.deepEqual(selectFiles(ALL, 'usual').run, [...UNIT, ...USUAL]);
  assert.deepEqual(selectFiles(ALL, 'all'), { run: ALL, left: [] });
});

test('what does not run is counted by its kind', () => {
  const { left } = selectFiles(ALL, 'usual');
  const counts = left.map(({ name, files }: { name: string; files: number }) => [name, files]);
  assert.deepEqual(counts, [
    ['resilience', 2],
    ['openapi', 1],
    ['eudi', 1],
    ['pages in a browser', 1],
    ['deployment', 2],
    ['documents by command', 1],
  ]);
});

test('a path of Windows is chosen like any other', () => {
  assert.deepEqual(selectFiles(['test\\dist\\resilience\\kill.test.js'], 'usual').run, []);
});

test('flows run once on five services, with --all on one process too, and by name only there', () => {
  const usual = phasesOf([...UNIT, ...USUAL], { onProcess: false, onServices: true });
  assert.deepEqual(usual.onServices, [FLOW]);
  assert.ok(!usual.without.includes(FLOW) && usual.without.includes('test/dist/smoke/one-process.test.js'));
  const all = phasesOf(ALL, { onProcess: true, onServices: true });
  assert.deepEqual(all.onServices, [FLOW, STORY, PAGE]);
  assert.ok(all.without.includes(FLOW));
  assert.deepEqual(phasesOf(ALL, { onProcess: true, onServices: false }).onServices, []);
});

test('every file is in exactly one phase', () => {
  const { onServices: _, ...phases } = phasesOf(ALL, { onProcess: true, onServices: false });
  assert.deepEqual(Object.values(phases).flat().sort(), [...ALL].sort());
});

test('the files that only --all takes are the long ones; more files are expected to take longer', () => {
  assert.deepEqual(ALL.filter(isLong), REST);
  assert.ok(expectedSeconds(ALL) > expectedSeconds([...UNIT, ...USUAL]));
});

test('at most five stories run in a browser in every run, and each folder with a rule has tests', () => {
  const browser = readdirSync(join(ROOT, 'test/browser'), { recursive: true, encoding: 'utf8' });
  const stories = browser.filter((name) => name.endsWith('.story.browser.test.ts'));
  assert.ok(stories.length >= 3 && stories.length <= 5, stories.join());
  for (const name of ['resilience', 'openapi', 'eudi', 'deploy', 'docs/by-command', 'e2e', 'security', 'smoke']) {
    const files = readdirSync(join(ROOT, 'test', name));
    assert.ok(
      files.some((file) => file.endsWith('.test.ts')),
      name,
    );
  }
});
