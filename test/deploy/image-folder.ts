/** A folder with the files that `Dockerfile` puts into /app, from the packages installed and the code compiled here. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
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
 * Everything: the bundled services and the packages, without development packages. Copies, because links would resolve to the
 * folder with the development packages. The caller removes it.
 * @param options `dryRun`: built with `--build-arg DRY_RUN=on`
 */
export function imageFolder({ dryRun = false } = {}): string {
  const folder = entryFolder();
  const bundler = join(ROOT, 'scripts', 'bundle-services.mjs');
  execFileSync(process.execPath, [bundler, join(folder, 'bundle'), ...(dryRun ? [] : ['--without-wallet'])]);
  const served = { gateway: 'services/gateway', console: 'console', documents: 'docs-site', button: 'clients/button' };
  for (const name of Object.values(served)) {
    copy(folder, join(name, 'package.json'));
    linkOurs(folder, name);
  }
  copy(folder, join(served.gateway, 'dist', 'src', 'browser'));
  copy(folder, join(served.console, 'site'));
  copy(folder, join(served.documents, 'site'));
  copy(folder, join(served.button, 'bundle'));
  copy(folder, 'package.json');
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
  const ours = [...dockerfile.matchAll(/ -w (\S+)/g)].map(([, name]) => name ?? '');
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
