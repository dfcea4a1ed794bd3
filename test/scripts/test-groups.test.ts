/** Several test files in one process report the same as each on its own. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../cluster/cluster-processes.ts';

const { groupFiles, longestFirst, writeGroups } = await import(
  pathToFileURL(join(ROOT, 'scripts', 'test-groups.mjs')).href
);

const HOOKS = `import { after, before, describe, it, test } from 'node:test';`;
const FILES: Readonly<Record<string, string>> = {
  'a.test.mjs': `${HOOKS}
    describe('suite', () => {
      let ready = false;
      before(() => { ready = true; });
      after(() => { globalThis.aEnded = true; });
      it('has its hook', () => { if (!ready) throw new Error('no hook'); });
      it('fails', () => { console.log('FROM A'); throw new Error('boom'); });
    });`,
  'b.test.mjs': `${HOOKS}
    test('begins when the file before it has ended', () => { if (!globalThis.aEnded) throw new Error('too early'); });
    test('late', () => { setTimeout(() => { throw new Error('thrown late'); }, 1); return new Promise((r) => setTimeout(r, 50)); });`,
  'broken.test.mjs': `throw new Error('does not load');`,
  'waits.test.mjs': `${HOOKS}\nconst { x } = await import('node:path');\ntest('waits', () => {});`,
  'hook.test.mjs': `${HOOKS}\nafter(() => {});\ntest('has a hook of the process', () => {});`,
  'exits.test.mjs': `${HOOKS} test('x', () => { process.exit(3); });`,
};

/** Runs groups as `npm test` does. */
function run(t: TestContext, groups: readonly (readonly string[])[]) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-groups-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of groups.flat()) writeFileSync(join(folder, name), FILES[name] ?? '');
  const { entries, members } = writeGroups(groups, { folder, root: folder });
  writeFileSync(join(folder, 'groups.json'), JSON.stringify(members));
  const env = {
    COUNTERSIGN_TEST_REPORT: join(folder, 'report.json'),
    COUNTERSIGN_TEST_FILES: String(groups.flat().length),
    COUNTERSIGN_TEST_GROUPS: join(folder, 'groups.json'),
  };
  const given = JSON.stringify({ files: entries, concurrency: 2 });
  const args = [join(ROOT, 'scripts', 'test-run.mjs'), given];
  const { stdout, status } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
  return { stdout, status, tally: JSON.parse(readFileSync(env.COUNTERSIGN_TEST_REPORT, 'utf8')) };
}

test('hooks stay with their file; a failure names file and line, and includes the output', (t) => {
  const { stdout, status, tally } = run(t, [['a.test.mjs', 'b.test.mjs']]);
  assert.equal(status, 1);
  assert.deepEqual([tally.passed, tally.failed], [2, 2]);
  assert.deepEqual(
    tally.files.map(({ file }: { file: string }) => file),
    ['a.test.mjs', 'b.test.mjs'],
  );
  const [first = '', second = ''] = stdout.split('✖ ').slice(1);
  assert.match(first, /^fails \(a\.test\.mjs:\d+\)\n {4}Error: boom\n[\s\S]*FROM A/);
  assert.match(second, /^late \(b\.test\.mjs:\d+\)\n {4}Error: thrown late/);
});

test('a file that waits while it loads, or has hooks of the whole process, has a process of its own', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-groups-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const names = ['a.test.mjs', 'b.test.mjs', 'hook.test.mjs', 'waits.test.mjs'];
  for (const name of names) writeFileSync(join(folder, name), FILES[name] ?? '');
  const groups: string[][] = groupFiles(names, 1, folder);
  assert.deepEqual(groups.slice(0, 2), [['hook.test.mjs'], ['waits.test.mjs']]);
});

test('where a process ends early, or a file of it does not load, its files are named', (t) => {
  const { stdout, status, tally } = run(t, [
    ['a.test.mjs', 'broken.test.mjs'],
    ['exits.test.mjs', 'b.test.mjs'],
  ]);
  assert.equal(status, 1);
  assert.deepEqual([tally.passed, tally.failed], [0, 2]);
  assert.match(stdout, /^✖ the file itself \(one of a\.test\.mjs, broken\.test\.mjs\)\n[\s\S]*does not load/m);
  assert.match(stdout, /^✖ the file itself \(one of exits\.test\.mjs, b\.test\.mjs\)/m);
});

test('every file runs once: long ones first and alone, folders together, enough groups for the processors', () => {
  const small = Array.from({ length: 60 }, (_, n) => `libs/shared/dist/test/a/${n}.test.js`);
  const gateway = Array.from({ length: 8 }, (_, n) => `services/gateway/dist/test/${n}.test.js`);
  const long = 'test/dist/resilience/kill.test.js';
  const groups: string[][] = groupFiles([...small, ...gateway, long], 2, ROOT);
  assert.deepEqual(groups[0], [long]);
  assert.deepEqual(groups.flat().sort(), [...small, ...gateway, long].sort());
  assert.ok(groups.length >= 12, String(groups.length));
  assert.ok(groups.every((group) => group.every((file) => file.split('/')[1] === group[0]?.split('/')[1])));
});

test('of engine tests those that take minutes come first', () => {
  const files = [
    'libs/x.engine.test.js',
    'test/dist/resilience/x.engine.test.js',
    'test/dist/resilience/cluster.engine.test.js',
  ];
  assert.deepEqual(longestFirst(files), files.toReversed());
});
