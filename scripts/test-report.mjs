/**
 * The reporter of `npm test` for node:test: progress, each failure with its text, and nothing about passed tests. Its
 * counts go to the file in COUNTERSIGN_TEST_REPORT; COUNTERSIGN_TEST_FILES is the number of files,
 * COUNTERSIGN_TEST_TITLE the name of the run, COUNTERSIGN_TEST_EXPECTED its expected seconds, and
 * COUNTERSIGN_TEST_GROUPS is a file with the files that run in one process: `{ <module>: [<file>] }`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { withSourcePlaces } from './source-positions.mjs';

/** Milliseconds between two lines of progress if the output is not a terminal. */
const EVERY = 20_000;
/** The last characters of a test file's output, shown with its first failure. */
const MAX_OUTPUT = 4000;

/**
 * Counts the events of a run. A suite whose hooks worked, and a test that failed only because of a subtest, are not
 * counted.
 * @param {string} folder that file names are relative to
 * @param {Record<string, string[]>} groups files of each process that runs several
 */
function createTally(folder, groups) {
  const tally = { passed: 0, failed: 0, skipped: 0, reasons: {}, failures: [], files: [] };
  const outputs = new Map();
  const nameOf = (file) => (file === undefined ? '' : relative(folder, file));
  const failed = ({ name, file, line, column, details }) => {
    if (details.error?.failureType === 'subtestsFailed') return undefined;
    const ofFile = isFile({ name, file });
    // The tests of a suite whose hook failed only report that they were cancelled.
    const isHook = details.error?.failureType === 'hookFailed';
    if (details.type === 'suite' && !ofFile && !isHook) return undefined;
    tally.failed += 1;
    const where = placeOf({ name, file, line, column }, ofFile);
    const failure = { name: ofFile ? 'the file itself' : name, where, text: withSourcePlaces(textOf(details.error)) };
    tally.failures.push({ name: failure.name, where, why: failure.text.trim().split('\n')[0] });
    const writer = processOf.get(sourceOf(file)) ?? file;
    const output = outputs.get(writer) ?? '';
    outputs.delete(writer);
    return { ...failure, output: withSourcePlaces(output) };
  };
  const passed = ({ skip, todo, details }) => {
    if (details.type === 'suite') return;
    if (skip === undefined && todo === undefined) tally.passed += 1;
    else {
      const reason = typeof (skip ?? todo) === 'string' && (skip ?? todo) !== '' ? (skip ?? todo) : 'no reason given';
      tally.skipped += 1;
      tally.reasons[reason] = (tally.reasons[reason] ?? 0) + 1;
    }
  };
  const isFile = ({ name, file }) => file !== undefined && resolve(folder, name) === file;
  /** The process of a file that shares one, by the source of the file: tests are located there. */
  const sourceOf = (file) =>
    resolve(folder, file)
      .replace(/([\\/])dist[\\/]/, '$1')
      .replace(/\.js$/, '.ts');
  const processOf = new Map();
  for (const [module, files] of Object.entries(groups)) {
    for (const file of files) processOf.set(sourceOf(file), module);
  }
  /** Milliseconds of the tests of files that share a process. */
  const spent = new Map();
  const ofGroup = (module) =>
    groups[module].map((file) => ({ file, milliseconds: Math.round(spent.get(sourceOf(file)) ?? 0) }));
  const placeOf = ({ name, file, line, column }, ofFile) => {
    // When the process of several files ended, it is unknown which of them ended it.
    if (Object.hasOwn(groups, file) && resolve(folder, name) === file) return `one of ${groups[file].join(', ')}`;
    if (ofFile) return nameOf(file);
    if (line === undefined) return nameOf(file);
    const [source, row] = withSourcePlaces(`${file}:${line}:${column}`).split(':');
    return `${nameOf(source)}:${row}`;
  };
  return {
    tally,
    /** @returns the failure if the event is one */
    add: ({ type, data }) => {
      if (type === 'test:stdout' || type === 'test:stderr') {
        const text = `${outputs.get(data.file) ?? ''}${data.message}`;
        outputs.set(data.file, text.slice(-MAX_OUTPUT));
      }
      if (type === 'test:pass') passed(data);
      // A suite that is skipped or fails as a whole, such as in its hook, is reported by `test:fail`.
      if (type === 'test:fail') return failed(data);
      if (type !== 'test:complete' || data.nesting !== 0 || data.file === undefined) return undefined;
      if (!isFile(data)) {
        const source = sourceOf(data.file);
        spent.set(source, (spent.get(source) ?? 0) + data.details.duration_ms);
      } else {
        const own = { file: nameOf(data.file), milliseconds: Math.round(data.details.duration_ms) };
        tally.files.push(...(Object.hasOwn(groups, data.file) ? ofGroup(data.file) : [own]));
        // If a file fails as a whole, the failure comes after this event.
        if (data.details.error === undefined) outputs.delete(data.file);
      }
      return undefined;
    },
  };
}

/** The text of a failure with its causes: an error that answers a caller hides what happened. */
function textOf(error) {
  const lines = [];
  let present = error?.cause ?? error;
  for (let depth = 0; depth < 6 && present !== undefined; depth += 1) {
    const isError = typeof present === 'object' && present !== null;
    const text = isError ? String(present.stack ?? present.message ?? error.message) : String(present);
    lines.push(depth === 0 ? text : `caused by: ${text}`);
    present = isError ? present.cause : undefined;
  }
  return lines.join('\n');
}

function indented(text) {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
}

function failureText({ name, where, text, output }) {
  const said = output.trim() === '' ? '' : `    it wrote:\n${indented(output)}\n`;
  return `✖ ${name} (${where})\n${indented(text)}\n${said}`;
}

/** @param {AsyncIterable<{ type: string, data: any }>} source events of node:test */
// biome-ignore lint/style/noDefaultExport: node:test uses the default export of a reporter
export default async function* report(source) {
  const groups = process.env.COUNTERSIGN_TEST_GROUPS;
  const { tally, add } = createTally(
    process.cwd(),
    groups === undefined ? {} : JSON.parse(readFileSync(groups, 'utf8')),
  );
  const { COUNTERSIGN_TEST_FILES: all = '?', COUNTERSIGN_TEST_TITLE: title = 'testing' } = process.env;
  const expected = process.env.COUNTERSIGN_TEST_EXPECTED ?? '?';
  const terminal = process.stdout.isTTY === true;
  const began = performance.now();
  let said = began;
  for await (const event of source) {
    const failure = add(event);
    const seconds = Math.round((performance.now() - began) / 1000);
    const progress = `  ${title}: file ${tally.files.length} of ${all}, ${tally.failed} failed, ${seconds} of about ${expected} s`;
    if (failure !== undefined) yield `${terminal ? '\r\x1b[K' : ''}${failureText(failure)}`;
    if (event.type !== 'test:complete') continue;
    if (terminal) yield `\r\x1b[K${progress}`;
    else if (performance.now() - said > EVERY) {
      said = performance.now();
      yield `${progress}\n`;
    }
  }
  if (terminal) yield '\r\x1b[K';
  if (process.env.COUNTERSIGN_TEST_REPORT !== undefined) {
    writeFileSync(process.env.COUNTERSIGN_TEST_REPORT, JSON.stringify(tally));
  }
}
