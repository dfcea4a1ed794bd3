/**
 * `npm test`: installs and compiles if needed, then runs what decides about a change: unit tests and attacks, then,
 * with Kafka, a MongoDB-wire server and Redis, the tests named `*.engine.test.js` and whole flows on five services,
 * together with the console's stories in Chromium. `--all` adds kills, generated clients, deployment files, documents
 * by command, all pages in the browser, and the flows on one process, one phase after the other. `--quick` leaves out
 * what needs an engine or a browser, and what takes long. Words narrow it down: `npm test -- gateway purge` runs the
 * test files whose path contains one of them, flows on one process. A build server (CI=true) installs what is missing
 * or fails. The last line is `N passed, N failed, N skipped`.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { answerHelp } from './help.mjs';
import { build, install, root } from './setup.mjs';
import { groupFiles, longestFirst, writeGroups } from './test-groups.mjs';
import { expectedSeconds, matchWords, phasesOf, selectFiles } from './test-selection.mjs';
import { summary } from './test-summary.mjs';

answerHelp(import.meta.url);

/** Milliseconds of an idle machine for some test to end on a build server; the longest file needs two minutes. */
const LONGEST = 600_000;

const isCi = process.env.CI === 'true';
const processors = Math.max(2, availableParallelism());
/** Processes of a phase that may run in parallel with another phase. */
const BESIDE = 1;
const say = (text) => process.stdout.write(`${text}\n`);

/** Test files whose source still exists, because the compiler leaves the output of deleted files. */
function testFiles(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.js') && !name.split(sep).includes('node_modules'))
    .filter((name) => name.split(sep).includes('dist'))
    .map((name) => join(folder, name))
    .filter((path) =>
      ['.ts', '.tsx'].some((end) => existsSync(path.replace(`${sep}dist${sep}`, sep).replace(/\.js$/, end))),
    );
}

const began = performance.now();
const secondsSince = (start) => Math.round((performance.now() - start) / 1000);
/** Completed phases, and tools that could not be fetched; for the last lines. */
const phases = [];
const missing = [];

/** The tests' environment: its engines, and no other setting of a server that runs here. */
function ownEnvironment(settings) {
  const kept = /^(KAFKA|MONGODB|REDIS)_/;
  const entries = Object.entries(process.env).filter(([name]) => kept.test(name) || !Object.hasOwn(settings, name));
  return Object.fromEntries(entries);
}

/**
 * Runs test files and records their results.
 * @param given.atOnce processes; by default one more than processors, because tests also wait
 * @param given.grouped several files run in one process
 */
async function runTests(title, files, { environment = {}, atOnce = processors + 1, grouped = false } = {}) {
  if (files.length === 0) return;
  const expected = expectedSeconds(files);
  say(`> ${title}: ${files.length} files, about ${expected} s on two idle cores`);
  const start = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'countersign-tests-'));
  const report = join(folder, 'report.json');
  const groups = grouped ? groupFiles(files, processors, root) : files.map((file) => [file]);
  const { entries, members } = writeGroups(groups, { folder, root });
  writeFileSync(join(folder, 'groups.json'), JSON.stringify(members));
  const reporting = {
    COUNTERSIGN_TEST_REPORT: report,
    COUNTERSIGN_TEST_FILES: String(files.length),
    COUNTERSIGN_TEST_TITLE: title,
    COUNTERSIGN_TEST_EXPECTED: String(expected),
    COUNTERSIGN_TEST_GROUPS: join(folder, 'groups.json'),
  };
  const env = { ...ownEnvironment(settingDefinitions), ...environment, ...reporting };
  const code = await runFiles(entries, atOnce, env);
  const tally = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
  rmSync(folder, { recursive: true, force: true });
  phases.push({ title, files: files.length, took: secondsSince(start), code, tally });
}

/** @returns the exit code of the run */
function runFiles(files, atOnce, env) {
  const given = { files, concurrency: atOnce, ...(isCi ? { longest: LONGEST } : {}) };
  const args = [join(root, 'scripts', 'test-run.mjs'), JSON.stringify(given)];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** The engines that these files need, from their variables; all engines if a file has none. */
function wantedEngines(files, { engineNames, engineVariables }) {
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'));
  const named = (text) => engineNames.filter((name) => text.includes(engineVariables[name]));
  const all = texts.some((text) => named(text).length === 0);
  return engineNames.filter((name) => all || texts.some((text) => named(text).includes(name)));
}

/**
 * Fetches engines that are not yet in the cache and starts them, while the first tests run.
 * @returns the started and the missing ones; `close` also ends one that is still starting
 */
function startEngines(files, engines) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-engines-'));
  const provisioning = engines.provisionEngines(wantedEngines(files, engines));
  const open = async () => {
    const failed = (await provisioning).map(({ name }) => name);
    const wanted = wantedEngines(files, engines).filter((name) => !failed.includes(name));
    return engines.openEngines({ folder, wanted });
  };
  const opened = open();
  // The first tests may run longer; `opened` is awaited after them.
  opened.catch(() => undefined);
  const close = async () => {
    const given = await opened.catch(() => undefined);
    await given?.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { opened, provisioning, close };
}

/** Runs the tests that need engines. If an engine is missing, flows run on one process, so that they are tested. */
async function runEngineTests(files, onServices, { opened, provisioning, close }) {
  const waiting = setInterval(() => say('  still fetching or starting the engines'), 10_000);
  try {
    const { engines, environment: given, missing: absent } = await opened;
    clearInterval(waiting);
    const started = Object.entries(engines).filter(([, engine]) => 'start' in engine);
    const environment = {
      ...given,
      // The launchers' tests need the engines started here, not the environment's.
      COUNTERSIGN_TEST_ENGINES: started.map(([name]) => name).join(','),
    };
    // Their limits of time are short, and the engines need processors too.
    await runTests('testing with engines', longestFirst(files), { environment, atOnce: processors });
    const lacking = [...(await provisioning), ...absent];
    if (lacking.length === 0) {
      const services = { ...environment, COUNTERSIGN_TEST_MODE: 'cluster' };
      await runTests('testing flows on five services', onServices, { environment: services });
    } else if (!selection.onProcess) await runTests('testing flows on one process', onServices, { grouped: true });
    for (const { name, why } of lacking) {
      missing.push(`engine ${name}: ${why}; what needs it was skipped, not tested`);
    }
  } finally {
    clearInterval(waiting);
    await close();
  }
}

/** Finds Chromium, and installs it on a build server. @returns whether there is one, and else why not */
async function provisionBrowser() {
  const { findChromium, installChromium } = await import(join(root, 'test', 'dist', 'browser', 'chromium.js'));
  if (isCi && findChromium() === undefined) say('> installing Chromium');
  const failure = isCi ? await installChromium() : undefined;
  return { found: findChromium() !== undefined, failure };
}

/** Runs the browser tests. They wait more than they compute, so they run in parallel with the engine tests. */
async function runBrowserTests(files, provisioned) {
  const { found, failure } = await provisioned;
  await runTests('testing in a browser', files, { atOnce: BESIDE });
  if (found) return;
  const why = failure === undefined ? '' : `: ${failure}`;
  missing.push(`Chromium${why}; what needs it was skipped, not tested: node scripts/chromium.mjs installs it`);
}

/** Runs the tests of deployment files. */
async function runDeploymentTests(files, provisioning) {
  const failure = await provisioning;
  await runTests('testing the deployment files', files, { atOnce: BESIDE });
  if (failure !== undefined) {
    missing.push(
      `programs that read deployment files: ${failure}; Dockerfile, docker-compose.yml and deploy/k8s: not tested`,
    );
  }
}

/** @returns undefined once they are available, otherwise why not */
async function provisionForDeployment() {
  const { provisionDeploymentTools } = await import(join(root, 'test', 'dist', 'deploy', 'tools.js'));
  return provisionDeploymentTools().then(
    () => undefined,
    (error) => error.message,
  );
}

install();
build();
const { settingDefinitions } = await import(join(root, 'libs', 'shared', 'dist', 'src', 'settings', 'settings.js'));
const given = process.argv.slice(2);
const words = given.filter((word) => !word.startsWith('--'));
const all = given.includes('--all');
const quick = given.includes('--quick');
const tests = ['libs', 'services', 'clients', 'console', 'operator', 'test', 'bench']
  .flatMap((folder) => testFiles(join(root, folder)))
  .map((path) => relative(root, path))
  .sort();
const { files: matching, unmatched } = matchWords(tests, words);
const named = words.length > 0;
/** If tests are named, all of them run, and flows on the servers that start soonest. */
const selection = { onProcess: all || named, onServices: all || !(named || quick) };
const { run: files, left } = selectFiles(matching, quick ? 'quick' : all || named ? 'all' : 'usual');
if (unmatched.length > 0 || files.length === 0) {
  process.stderr.write(`No test file matches ${unmatched.join(', ')}\n`);
  process.exit(1);
}
const { without, withEngines, onServices, inBrowser, ofDeployment } = phasesOf(files, selection);
if (!quick && !selection.onProcess) {
  left.push({ name: 'flows on one process', why: 'they run on five services', files: onServices.length });
}
say(`> ${files.length} test files, about ${minutesOf(files)} min on two idle cores`);
const browser = inBrowser.length > 0 ? provisionBrowser() : undefined;
const engines =
  withEngines.length + onServices.length > 0
    ? startEngines(
        [...withEngines, ...onServices],
        await import(join(root, 'test', 'dist', 'engines', 'open-engines.js')),
      )
    : undefined;
// The first tests may run longer; it is awaited after them.
browser?.catch(() => undefined);
const deploymentTools = ofDeployment.length > 0 ? provisionForDeployment() : undefined;
await runTests('testing', without, { grouped: true });
await browser;
const phasesAfter = [
  engines === undefined ? undefined : () => runEngineTests(withEngines, onServices, engines),
  browser === undefined ? undefined : () => runBrowserTests(inBrowser, browser),
  ofDeployment.length === 0 ? undefined : () => runDeploymentTests(ofDeployment, deploymentTools),
].filter((phase) => phase !== undefined);
// A failing one must not leave the others running, or out.
const ended = all ? await oneByOne(phasesAfter) : await Promise.allSettled(phasesAfter.map((phase) => phase()));
for (const { status, reason } of ended) if (status === 'rejected') throw reason;
const { text, well } = summary({ phases, missing, left, strict: isCi, seconds: secondsSince(began) });
say(text.trimEnd());
process.exit(well ? 0 : 1);

/** Kills and restarts compute more than they wait. In parallel with them, engines miss their time limits. */
async function oneByOne(phases) {
  const results = [];
  for (const phase of phases) results.push(...(await Promise.allSettled([phase()])));
  return results;
}

function minutesOf(files) {
  return Math.ceil(expectedSeconds(files) / 60);
}
