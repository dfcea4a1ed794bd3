/** The committed samples of `config/`, and their copy for the tests, which read no files of a user. */
import { spawnSync } from 'node:child_process';

export const COPIES = 'test/samples';

function git(root, ...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, maxBuffer: 64 * 2 ** 20 });
  return status === 0 ? stdout : undefined;
}

/**
 * The committed files of `config/`, by the path of the copy. The working tree may have others.
 * @returns undefined outside of a clone
 */
export function shippedSamples(root) {
  const names = git(root, 'ls-files', '-z', 'config')?.toString().split('\0').filter(Boolean);
  if (names === undefined || names.length === 0) return undefined;
  return Object.fromEntries(
    names.map((name) => [name.replace(/^config/, COPIES), git(root, 'show', `:${name}`).toString('utf8')]),
  );
}
