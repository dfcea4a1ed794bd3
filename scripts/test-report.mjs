/**
 * The reporter of `npm test` for node:test: progress, each failure with its text, and nothing of what has passed. Its counts
 * go to the file that COUNTERSIGN_TEST_REPORT names; COUNTERSIGN_TEST_FILES is the number of files.
 */
import { writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';

/** Milliseconds between two lines of progress where the output is no terminal. */
const EVERY = 20_000;
/** Of what a test file has written: the last characters, shown with its first failure. */
const MOST_OUTPUT = 4000;

/**
 * Counts the events of a run. A suite, and a test that failed only because of a subtest, count for nothing themselves.
 * @param {string} folder where names of files begin
 */
function createTally(folder) {
  const tally = { passed: 0, failed: 0, skipped: 0, reasons: {}, failures: [], files: [] };
  const outputs = new Map();
  const nameOf = (file) => (file === undefined ? '' : relative(folder, file));
  const failed = ({ name, file, line, details }) => {
    if (details.type === 'suite' || details.error?.failureType === 'subtestsFailed') return undefined;
    tally.failed += 1;
    const ofFile = isFile({ name, file });
    const where = ofFile || line === undefined ? nameOf(file) : `${nameOf(file)}:${line}`;
    const failure = { name: ofFile ? 'the file itself' : name, where, text: textOf(details.error) };
    tally.failures.push({ name: failure.name, where, why: failure.text.trim().split('\n')[0] });
    const output = outputs.get(file) ?? '';
    outputs.delete(file);
    return { ...failure, output };
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
  return {
    tally,
    /** @returns the failure where the event is one */
    add: ({ type, data }) => {
      if (type === 'test:stdout' || type === 'test:stderr') {
        const text = `${outputs.get(data.file) ?? ''}${data.message}`;
        outputs.set(data.file, text.slice(-MOST_OUTPUT));
      }
      if (type === 'test:pass') passed(data);
      // A suite that is skipped or fails as a whole, such as in its hook, is reported by `test:fail`.
      if (type === 'test:fail') return failed(data);
      if (type === 'test:complete' && data.nesting === 0 && isFile(data)) {
        tally.files.push({ file: nameOf(data.file), milliseconds: Math.round(data.details.duration_ms) });
        // Of a file that fails as a whole the failure comes behind this event.
        if (data.details.error === undefined) outputs.delete(data.file);
      }
      return undefined;
    },
  };
}

function textOf(error) {
  const cause = error?.cause ?? error;
  if (typeof cause === 'object' && cause !== null) return String(cause.stack ?? cause.message ?? error.message);
  return String(cause);
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
// biome-ignore lint/style/noDefaultExport: node:test takes the default export of a reporter
export default async function* report(source) {
  const { tally, add } = createTally(process.cwd());
  const all = process.env.COUNTERSIGN_TEST_FILES ?? '?';
  const terminal = process.stdout.isTTY === true;
  let said = performance.now();
  for await (const event of source) {
    const failure = add(event);
    const progress = `  file ${tally.files.length} of ${all}, ${tally.failed} failed`;
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
