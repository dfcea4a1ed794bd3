/** Where and when a benchmark runs. */
import { execFileSync } from 'node:child_process';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import type { BenchResult } from './result.ts';

/** @param root of the checkout */
export function surroundings(root: string): Pick<BenchResult, 'format' | 'date' | 'commit' | 'node' | 'machine'> {
  return {
    format: 1,
    date: new Date().toISOString(),
    commit: commitOf(root),
    node: process.version.slice(1),
    machine: {
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      memory: Math.round(totalmem() / 2 ** 20),
      system: `${type()} ${release()}`,
      load: loadavg()[0] ?? 0,
    },
  };
}

/** `unknown` outside of a checkout of git. */
export function commitOf(root: string): string {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const commit = git('rev-parse', '--short=8', 'HEAD');
    return git('status', '--porcelain', '--untracked-files=no') === '' ? commit : `${commit}+`;
  } catch {
    return 'unknown';
  }
}
