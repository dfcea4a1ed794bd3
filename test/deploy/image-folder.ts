/** A folder with the files that `Dockerfile` puts into /app, from the packages installed and the code compiled here. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { ROOT } from '../cluster/cluster-processes.ts';

/** A folder with only the image's entry. The caller removes it. */
export function entryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-image-'));
  cpSync(join(ROOT, 'deploy', 'image'), folder, { recursive: true });
  return folder;
}

/**
 * Everything: compiled sources and packages, without development packages. Copies, because links would resolve to the
 * folder with the development packages. The caller removes it.
 * @param options `dryRun`: built with `--build-arg DRY_RUN=on`
 */
export function imageFolder({ dryRun = false } = {}): string {
  const folder = entryFolder();
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
  const listed = [...dockerfile.matchAll(/ -w (\S+)/g)].map(([, name]) => name ?? '');
  const ours = listed.filter((name) => dryRun || !['libs/wallet', 'libs/dry-run'].includes(name));
  for (const name of ours) {
    copy(folder, join(name, 'package.json'));
    // The types of the module for pages are served.
    copy(folder, join(name, 'dist', 'src'), /(\/[^./]+|\.js|\/dc-api\.d\.ts)$/);
    linkOurs(folder, name);
  }
  // From the console, the image has only the parts that the gateway serves.
  copy(folder, join('console', 'package.json'));
  copy(folder, join('console', 'site'));
  linkOurs(folder, 'console');
  copy(folder, join('docs-site', 'package.json'));
  copy(folder, join('docs-site', 'site'));
  linkOurs(folder, 'docs-site');
  copy(folder, join('clients', 'button', 'package.json'));
  copy(folder, join('clients', 'button', 'bundle'));
  linkOurs(folder, join('clients', 'button'));
  // From the wallet, the image has only the parts that a dry run needs.
  for (const part of ['command', 'faults'])
    rmSync(join(folder, 'libs/wallet/dist/src', part), { recursive: true, force: true });
  copy(folder, 'package.json');
  for (const path of installed(ours)) copy(folder, path, /^(?!.*\.(map|d\.[cm]?ts|md)$)/);
  return folder;
}

/** Makes one of the project's packages importable, as npm does. */
function linkOurs(folder: string, name: string): void {
  const { name: scoped } = JSON.parse(readFileSync(join(ROOT, name, 'package.json'), 'utf8')) as { name: string };
  const link = join(folder, 'node_modules', scoped);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(relative(dirname(link), join(folder, name)), link);
}

/** Folders of packages that are needed at run time. */
function installed(ours: readonly string[]): readonly string[] {
  const args = ['ls', '--omit=dev', '--all', '--parseable', ...ours.flatMap((name) => ['-w', name])];
  const output = execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const paths = output.split('\n').map((path) => relative(ROOT, path));
  return paths.filter((path) => /^node_modules\/(?!@countersign\/)/.test(path));
}

function copy(folder: string, path: string, taken = /./): void {
  cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter: (source) => taken.test(source) });
}
