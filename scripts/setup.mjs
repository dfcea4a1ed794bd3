/**
 * Installs the packages in the lock file if they are missing or different, and compiles with --build. Needs nothing but
 * Node and npm. No package runs an install script.
 */
import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(fileURLToPath(import.meta.url), '..', '..');

/**
 * Runs a command in the root folder with its output shown; ends this process if it fails. Messages are written to
 * standard error, because standard output contains only results.
 */
export function run(title, command, args, options = {}) {
  process.stderr.write(`> ${title}\n`);
  const result = spawnSync(command, args, { cwd: root, stdio: ['inherit', 2, 2], ...options });
  if (result.error) {
    process.stderr.write(`${title}: ${result.error.message}\n`);
    process.exit(1);
  }
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** Whether node_modules has the packages in the lock file. */
function isInstalled() {
  const installedFile = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, link, resolved, optional, peer }]) => {
    if (!path.includes('node_modules/')) return true;
    const found = installed[path];
    // Optional packages are for some platforms only.
    if (found === undefined) return optional === true || peer === true;
    // A package of ours may have moved to another folder.
    return link === true ? found.resolved === resolved : found.version === version;
  });
}

export function install() {
  if (isInstalled()) return;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  run('installing the packages of package-lock.json', 'npm', args, { shell: process.platform === 'win32' });
}

/** Compiles and bundles if a source is newer than its output, and prints a line only then. */
export function build() {
  const tsc = [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-b'];
  if (!isBuilt(tsc)) run('compiling', process.execPath, tsc);
  for (const bundle of bundles) if (!isBundled(bundle)) bundleOf(bundle);
}

const VITE = [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'];

const BUNDLER = 'scripts/bundle-services.mjs';
/** What the services are bundled from. */
const compiled = ['shared', 'european-trust', 'wallet', 'dry-run']
  .map((name) => `libs/${name}`)
  .concat(
    ['gateway', 'issuer', 'verifier', 'status', 'webhook-dispatcher', 'standalone'].map((name) => `services/${name}`),
  )
  .concat('operator')
  .map((folder) => `${folder}/dist/src`);

/** The bundles: the name, the folder, the built file, its sources, and the program. */
const bundles = [
  {
    name: 'the console',
    folder: 'console',
    made: 'site/index.html',
    sources: ['src', 'style'],
    others: ['index.html'],
    program: VITE,
  },
  {
    name: 'the button',
    folder: 'clients/button',
    made: 'bundle/countersign-button.js',
    sources: ['src'],
    others: [],
    program: VITE,
  },
  {
    name: 'the documents',
    folder: 'docs-site',
    made: 'site/index.html',
    sources: ['src', 'assets', '../docs'],
    others: [],
    program: [join(root, 'docs-site', 'dist', 'src', 'make-site.js')],
  },
  {
    name: 'the services',
    folder: '.',
    made: 'bundle/standalone.js',
    sources: compiled,
    others: [BUNDLER],
    program: [join(root, BUNDLER)],
  },
  {
    name: 'the services for tests',
    folder: '.',
    made: 'test/dist/bundle/standalone.js',
    sources: [...compiled, 'test/dist/resilience'],
    others: [BUNDLER],
    program: [join(root, BUNDLER), 'test/dist/bundle', '--tests'],
  },
];

function bundleOf({ name, folder, program }) {
  const options = { cwd: join(root, folder) };
  run(`bundling ${name}`, process.execPath, program, options);
}

/** Whether a bundle is newer than all its sources. */
function isBundled({ folder: name, made, sources, others }) {
  const folder = join(root, name);
  const file = join(folder, made);
  if (!existsSync(file)) return false;
  const since = statSync(file).mtimeMs;
  const files = sources.flatMap((part) =>
    readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' }).map((each) => join(folder, part, each)),
  );
  const settings = [...others, 'vite.config.ts', 'package.json'].map((each) => join(folder, each)).filter(existsSync);
  return [...files, ...settings].every((each) => statSync(each).mtimeMs <= since);
}

/** Also false if the compiler fails: the build then shows why. */
function isBuilt(tsc) {
  const { status, stdout } = spawnSync(process.execPath, [...tsc, '--dry'], { cwd: root, encoding: 'utf8' });
  const lines = (stdout ?? '').split('\n').filter((line) => line.trim() !== '');
  return status === 0 && lines.length > 0 && lines.every((line) => line.trimEnd().endsWith('is up to date'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  install();
  if (process.argv.includes('--build')) build();
}
