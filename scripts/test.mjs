/**
 * `npm test`: installs and compiles where needed, then runs every compiled test: first those that need no engine, then,
 * with Kafka, a MongoDB-wire server and Redis, those named `*.engine.test.js`, then whole flows once more on separate
 * services, then, in Chromium, those named `*.browser.test.js`, and, with the programs that read deployment files, those
 * named `*.deploy.test.js`. A build server (CI=true) installs what is missing or fails. Arguments narrow it down:
 * `npm test -- gateway purge` runs the test files whose path holds one of the words.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { answerHelp } from './help.mjs';
import { build, install, root } from './setup.mjs';

answerHelp(import.meta.url);

/** Test files that run once more against separate services: `COUNTERSIGN_TEST_MODE=cluster`. */
const clusterFiles = ['test/dist/e2e/', 'test/dist/browser/presentation-during-issuance.browser.test.js'];

/** Milliseconds after which a test file that hangs has failed on a build server; the longest takes two minutes. */
const LONGEST = 900_000;

const isCi = process.env.CI === 'true';
const say = (text) => process.stdout.write(`${text}\n`);

/** Test files whose source is still there: the compiler leaves the output of deleted files behind. */
function testFiles(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.js') && !name.split(sep).includes('node_modules'))
    .filter((name) => name.split(sep).includes('dist'))
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path.replace(`${sep}dist${sep}`, sep).replace(/\.js$/, '.ts')));
}

/** Runs test files; true where all passed. */
function runTests(title, files, environment = {}) {
  if (files.length === 0) return true;
  say(`> ${title}: ${files.length} files`);
  // By itself Node leaves a processor idle, which on two is half of them.
  const concurrency = `--test-concurrency=${Math.max(2, availableParallelism())}`;
  const limit = isCi ? [`--test-timeout=${LONGEST}`] : [];
  const args = ['--enable-source-maps', '--test', concurrency, ...limit, ...files];
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...environment };
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });
}

/** The engines that these files name by their variables; all of them where a file names none. */
function wantedEngines(files, { engineNames, engineVariables }) {
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'));
  const named = (text) => engineNames.filter((name) => text.includes(engineVariables[name]));
  const all = texts.some((text) => named(text).length === 0);
  return engineNames.filter((name) => all || texts.some((text) => named(text).includes(name)));
}

/** Runs what needs engines; true where all passed, and on a build server only where no engine was missing. */
async function runEngineTests(files, inCluster, engines, provisioning) {
  const { openEngines } = engines;
  const folder = mkdtempSync(join(tmpdir(), 'countersign-engines-'));
  say('> starting the engines');
  const waiting = setInterval(() => say('  still fetching or starting the engines'), 10_000);
  let opened;
  try {
    const failed = (await provisioning).map(({ name }) => name);
    const wanted = wantedEngines([...files, ...inCluster], engines).filter((name) => !failed.includes(name));
    opened = await openEngines({ folder, wanted });
    clearInterval(waiting);
    const missing = [...(await provisioning), ...opened.missing];
    const started = Object.entries(opened.engines).filter(([, engine]) => 'start' in engine);
    const environment = {
      ...opened.environment,
      // The tests of the launchers need what was started here, not what was given.
      COUNTERSIGN_TEST_ENGINES: started.map(([name]) => name).join(','),
    };
    const passed = [
      await runTests('testing with engines', files, environment),
      await runTests('testing separate services', inCluster, { ...environment, COUNTERSIGN_TEST_MODE: 'cluster' }),
    ];
    for (const { name, why } of missing) process.stderr.write(`\nMISSING ENGINE: ${name}: ${why}\n`);
    if (missing.length > 0) {
      process.stderr.write(`${missing.length} of the engines were missing; what needs them was skipped, not tested\n`);
    }
    return passed.every(Boolean) && !(isCi && missing.length > 0);
  } finally {
    clearInterval(waiting);
    await opened?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Looks for Chromium, and installs it on a build server. @returns whether there is one, and else why not */
async function provisionBrowser() {
  const { findChromium, installChromium } = await import(join(root, 'test', 'dist', 'browser', 'chromium.js'));
  if (isCi && findChromium() === undefined) say('> installing Chromium');
  const failure = isCi ? await installChromium() : undefined;
  return { found: findChromium() !== undefined, failure };
}

/** Runs what needs a browser; true where all passed, and on a build server only where there is one. */
async function runBrowserTests(files, browser) {
  if (files.length === 0) return true;
  const { found, failure } = browser;
  const passed = await runTests('testing in a browser', files);
  if (found) return passed;
  process.stderr.write(`\nMISSING: Chromium${failure === undefined ? '' : `: ${failure}`}\n`);
  process.stderr.write('What needs a browser was skipped, not tested; node scripts/chromium.mjs installs it\n');
  return passed && !isCi;
}

/** Runs what reads deployment files; true where all passed, and on a build server only where nothing was missing. */
async function runDeploymentTests(files, provisioning) {
  if (files.length === 0) return true;
  const failure = await provisioning;
  const passed = await runTests('testing the deployment files', files);
  if (failure === undefined) return passed;
  process.stderr.write(`\nMISSING: programs that read deployment files: ${failure}\n`);
  process.stderr.write('Dockerfile, docker-compose.yml and deploy/k8s were skipped, not tested\n');
  return passed && !isCi;
}

/** @returns undefined once they are there, else why not */
async function provisionForDeployment() {
  const { provisionDeploymentTools } = await import(join(root, 'test', 'dist', 'deploy', 'tools.js'));
  return provisionDeploymentTools().then(
    () => undefined,
    (error) => error.message,
  );
}

install();
build();
const words = process.argv.slice(2);
const files = ['libs', 'services', 'test']
  .flatMap((folder) => testFiles(join(root, folder)))
  .map((path) => relative(root, path))
  .filter((path) => words.length === 0 || words.some((word) => path.includes(word)))
  .sort();
if (files.length === 0) {
  process.stderr.write('No test file matches\n');
  process.exit(1);
}
const withEngines = files.filter((path) => path.endsWith('.engine.test.js'));
const inBrowser = files.filter((path) => path.endsWith('.browser.test.js'));
const ofDeployment = files.filter((path) => path.endsWith('.deploy.test.js'));
const special = [...withEngines, ...inBrowser, ...ofDeployment];
const without = files.filter((path) => !special.includes(path));
const browser = inBrowser.length > 0 ? await provisionBrowser() : undefined;
const inCluster = [...without, ...(browser?.found === true ? inBrowser : [])].filter((path) =>
  clusterFiles.some((part) => path.split(sep).join('/').includes(part)),
);

const needed = withEngines.length + inCluster.length > 0;
const engines = needed ? await import(join(root, 'test', 'dist', 'engines', 'open-engines.js')) : undefined;
// While the first tests run, what is not yet in the cache is fetched.
const provisioning = engines?.provisionEngines(wantedEngines([...withEngines, ...inCluster], engines));
const deploymentTools = ofDeployment.length > 0 ? provisionForDeployment() : undefined;
const passed = await runTests('testing', without);
const passedEngines = needed ? await runEngineTests(withEngines, inCluster, engines, provisioning) : true;
const passedBrowser = await runBrowserTests(inBrowser, browser);
const passedDeployment = await runDeploymentTests(ofDeployment, deploymentTools);
process.exit(passed && passedEngines && passedBrowser && passedDeployment ? 0 : 1);
