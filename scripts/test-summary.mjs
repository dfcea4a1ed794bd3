/** The last lines of `npm test`: what ran, what did not and why, what failed, how long. */

/** Maximum number of skipped tests' reasons to list; the others are counted. */
const MAX_REASONS = 12;
/** Files that are listed because they took long, and from how many milliseconds. */
const MAX_SLOW = 5;
const SLOW = 5000;

/**
 * @param given.phases what ran: title, tally of the reporter (undefined after a crash), seconds
 * @param given.missing messages about tools that could not be fetched, so that tests were left out
 * @param given.left what this run leaves out: name of the group, what it is, number of files
 * @param given.strict true if missing tools are a failure, as on a build server
 * @returns the text, whose last line is `N passed, N failed, N skipped`, and whether all is well
 */
export function summary({ phases, missing, left, strict, seconds }) {
  const ended = phases.filter(({ tally }) => tally !== undefined);
  const dead = phases.filter(({ tally }) => tally === undefined);
  const sum = (name) => ended.reduce((total, { tally }) => total + tally[name], 0);
  const [passed, failed, skipped] = [sum('passed'), sum('failed') + dead.length, sum('skipped')];
  const failures = [
    ...ended.flatMap(({ tally, code }) => [...tally.failures, ...(code !== 0 && tally.failed === 0 ? [NO_TEST] : [])]),
    ...dead.map(({ title }) => ({ name: title, where: 'the run itself ended early' })),
  ];
  const well = failures.length === 0 && phases.every(({ code }) => code === 0) && !(strict && missing.length > 0);
  const lines = [
    '',
    ...phases.map(({ title, files, took }) => `ran      ${title}: ${files} files, ${took} s`),
    ...slowestOf(ended),
    ...left.map(({ name, why, files }) => `not run  ${name}: ${files} files (${why})`),
    ...reasonsOf(ended).map((text) => `skipped  ${text}`),
    ...missing.map((text) => `MISSING  ${text}`),
    ...failures.flatMap(({ name, where, why = '' }) => [`✖ ${name} (${where})`, ...(why === '' ? [] : [`    ${why}`])]),
    `${verdict({ well, strict, missing, failures })} in ${seconds} s`,
    `${passed} passed, ${failed} failed, ${skipped} skipped`,
  ];
  return { text: `${lines.join('\n')}\n`, well };
}

/** The slowest files, so that they are noticed. */
function slowestOf(phases) {
  const files = phases.flatMap(({ tally }) => tally.files).sort((a, b) => b.milliseconds - a.milliseconds);
  const slow = files.slice(0, MAX_SLOW).filter(({ milliseconds }) => milliseconds >= SLOW);
  return slow.map(({ file, milliseconds }) => `slow     ${file}: ${Math.round(milliseconds / 1000)} s`);
}

const NO_TEST = { name: 'a run', where: 'ended with an error outside any test' };

function verdict({ well, strict, missing, failures }) {
  if (well) return missing.length > 0 ? 'PASSED, as far as it could be tested,' : 'PASSED';
  return strict && missing.length > 0 && failures.length === 0 ? 'FAILED, for what is missing,' : 'FAILED';
}

function reasonsOf(phases) {
  const counts = new Map();
  for (const { tally } of phases) {
    for (const [reason, count] of Object.entries(tally.reasons)) counts.set(reason, (counts.get(reason) ?? 0) + count);
  }
  const all = [...counts].sort(([, a], [, b]) => b - a);
  const listed = all.slice(0, MAX_REASONS).map(([reason, count]) => `${count} tests: ${reason}`);
  return all.length > MAX_REASONS ? [...listed, `and for ${all.length - MAX_REASONS} other reasons`] : listed;
}
