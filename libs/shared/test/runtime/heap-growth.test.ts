import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { boundHeapGrowth } from '../../src/runtime/heap-growth.ts';

function flagsFor(options: readonly string[]): readonly string[] {
  const flags: string[] = [];
  boundHeapGrowth(options, (flag) => flags.push(flag));
  return flags;
}

test('the heap may double between two full collections', () => {
  assert.deepEqual(flagsFor([]), ['--heap-growing-percent=100']);
  assert.deepEqual(flagsFor(['--enable-source-maps', '--max-semi-space-size=16']), ['--heap-growing-percent=100']);
});

test('what the command line says counts, in either way of writing it', () => {
  assert.deepEqual(flagsFor(['--heap-growing-percent=40']), []);
  assert.deepEqual(flagsFor(['--inspect', '--heap_growing_percent=40']), []);
});

test('this Node knows the flag, and takes it after the start', () => {
  const module = new URL('../../src/runtime/heap-growth.js', import.meta.url).href;
  const script = `import { boundHeapGrowth } from ${JSON.stringify(module)}; boundHeapGrowth([]); process.stdout.write('runs');`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  assert.equal(stdout, 'runs');
  // V8 reports an unknown flag.
  assert.doesNotMatch(stderr, /heap-growing-percent/);
});
