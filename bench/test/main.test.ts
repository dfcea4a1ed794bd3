/** The command as a process: its errors, and plots of a result. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { plotsOf } from '@countersign/bench/plots/plots';
import { parseResult, resultText } from '@countersign/bench/results/result';
import { resultOf, scenarioOf } from './sample-result.ts';

const command = fileURLToPath(new URL('../../dist/bench.js', import.meta.url));

function run(...args: readonly string[]): { readonly status: number | null; readonly stderr: string } {
  const { BENCH_API_KEY: _, ...env } = process.env;
  return spawnSync(process.execPath, [command, ...args], { encoding: 'utf8', env });
}

test('an error is one line, and the exit code 1', () => {
  for (const [args, message] of [
    [['fast'], /^There is no scenario fast: issuance, /],
    [['plots', 'missing.json'], /ENOENT.*missing\.json/],
  ] as const) {
    const { status, stderr } = run(...args);
    const lines = stderr.trim().split('\n');
    assert.deepEqual([status, lines.length], [1, 1], stderr);
    assert.match(lines[0] ?? '', message);
  }
});

test('plots of a result are drawn into its folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-plots-'));
  try {
    const file = join(folder, 'out.json');
    const text = resultText(resultOf([scenarioOf('issuance')]));
    writeFileSync(file, text);
    assert.equal(run('plots', file).status, 0);
    assert.deepEqual(readdirSync(folder).sort(), ['cost.svg', 'latency.svg', 'out.json', 'throughput.svg']);
    for (const [name, svg] of plotsOf(parseResult(text))) assert.equal(readFileSync(join(folder, name), 'utf8'), svg);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
