/**
 * `npm run release -- 0.1.0`: shows what a release would change; with `--yes` it writes the version into every package,
 * the lock file, `docker-compose.yml`, `Dockerfile` and the manifests, closes the section of the changelog, commits,
 * and tags the commit. Nothing is pushed. `--date 2026-11-22` is the date in the changelog; default today.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { answerHelp } from './help.mjs';
import { changelogText, checkVersions, deploymentText, packageText, pythonPackageText } from './release-versions.mjs';
import { root } from './setup.mjs';

answerHelp(import.meta.url);

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr.trim()}`);
  return stdout;
}

/** Every file that changes, with its new text. */
function changes(from, to, date) {
  const names = git('ls-files', '-z').split('\0').filter(Boolean);
  const kinds = [
    [/(^|\/)package(-lock)?\.json$/, (text) => packageText(text, from, to)],
    [/^(Dockerfile|docker-compose\.yml|deploy\/k8s\/.*\.yaml)$/, (text) => deploymentText(text, from, to)],
    [/^clients\/python\/pyproject\.toml$/, (text) => pythonPackageText(text, from, to)],
    [/^CHANGELOG\.md$/, (text) => changelogText(text, to, date)],
  ];
  const edit = (name) => kinds.find(([pattern]) => pattern.test(name) && !name.startsWith('test/engines/'))?.[1];
  return names.flatMap((name) => {
    const change = edit(name);
    if (change === undefined) return [];
    const text = readFileSync(join(root, name), 'utf8');
    const next = change(text);
    return next === text ? [] : [{ name, next }];
  });
}

function release() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { yes: { type: 'boolean', default: false }, date: { type: 'string' } },
  });
  const [version = '', ...more] = positionals;
  const date = values.date ?? new Date().toISOString().slice(0, 10);
  if (more.length > 0 || !/^\d{4}-\d\d-\d\d$/.test(date))
    throw new Error('npm run release -- 0.1.0 [--date 2026-11-22] [--yes]');
  const { version: from } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  checkVersions(from, version);
  const tag = `v${version}`;
  if (git('status', '--porcelain') !== '') throw new Error('There are changes that are not committed');
  if (git('tag', '--list', tag) !== '') throw new Error(`The tag ${tag} is there already`);
  const files = changes(from, version, date);
  for (const { name } of files) process.stdout.write(`${name}: ${from} -> ${version}\n`);
  process.stdout.write(`commit "release: ${version}", tag ${tag}\n`);
  if (!values.yes) {
    process.stdout.write('Nothing was changed; --yes does it\n');
    return;
  }
  for (const { name, next } of files) writeFileSync(join(root, name), next);
  git('commit', '--all', '--quiet', '-m', `release: ${version}`);
  git('tag', '--annotate', tag, '-m', `Countersign ${version}`);
  process.stdout.write('done. Next: push commit and tag, and build the image (docs/how-to/upgrading.md)\n');
}

try {
  release();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
