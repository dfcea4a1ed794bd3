/** The command as a process: its errors. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../../dist/bench.js', import.meta.url));

function run(...args: readonly string[]): { readonly status: number | null; readonly stderr: string } {
  const { BENCH_API_KEY: _, ...env } = process.env;
  return spawnSync(process.execPath, [command, ...args], { encoding: 'utf8', env });
}

test('an error is one line, and the exit code 1', () => {
  for (const [args, message] of [
    [['fast'], /^There is no scenario fast: issuance, /],
    [['--speed'], /^Unknown option '--speed'/],
  ] as const) {
    const { status, stderr } = run(...args);
    const lines = stderr.trim().split('\n');
    assert.deepEqual([status, lines.length], [1, 1], stderr);
    assert.match(lines[0] ?? '', message);
  }
});
