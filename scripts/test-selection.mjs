/**
 * Which test files run, by their folder or the end of their name: `npm test` runs what decides about a change, `--all`
 * runs the others too, and `--quick` only fast ones. Words choose from all files.
 */

/** From the smallest to the largest; each includes the files of the previous ones. */
const runs = ['quick', 'usual', 'all'];

/**
 * The first part of a path that matches applies. `run` is the smallest run that includes the files, `seconds` the time
 * that one adds to a run on two idle cores.
 */
const kinds = [
  { part: '/test/dist/resilience/', run: 'all', name: 'resilience', why: 'kill and restart servers', seconds: 22 },
  { part: '/test/dist/openapi/', run: 'all', name: 'openapi', why: 'generated clients and requests', seconds: 50 },
  { part: '/test/dist/clients/', run: 'all', name: 'clients', why: 'client packages in Python and Go', seconds: 20 },
  { part: '/test/dist/eudi/', run: 'all', name: 'eudi', why: 'a wallet library on Java', seconds: 30 },
  { part: '/test/dist/dss/', run: 'all', name: 'DSS', why: "the Commission's library on Java", seconds: 60 },
  { part: '/test/dist/pebble/', run: 'all', name: 'pebble', why: 'an ACME authority in Go', seconds: 15 },
  { part: '/test/dist/keycloak/', run: 'all', name: 'Keycloak', why: 'a broker of logins on Java', seconds: 60 },
  { part: '/test/dist/deploy/', run: 'all', name: 'deployment', why: 'deployment files and image', seconds: 4 },
  {
    part: '/test/dist/docs/by-command/',
    run: 'all',
    name: 'documents by command',
    why: 'a whole document each',
    seconds: 12,
  },
  { part: '/test/dist/upgrade/', run: 'all', name: 'upgrade', why: 'a store of an earlier version', seconds: 10 },
  { part: '.story.browser.test.js', run: 'usual', name: 'stories in a browser', why: 'need Chromium', seconds: 12 },
  { part: '.browser.test.js', run: 'all', name: 'pages in a browser', why: 'need Chromium', seconds: 8 },
  { part: '/test/dist/browser/', run: 'all', name: 'pages in a browser', why: 'need Chromium', seconds: 8 },
  { part: '.engine.test.js', run: 'usual', name: 'engines', why: 'need Kafka, MongoDB or Redis', seconds: 8 },
  { part: '/test/dist/e2e/', run: 'usual', name: 'flows', why: 'whole flows', seconds: 5 },
  { part: '/test/dist/security/', run: 'usual', name: 'security', why: 'attacks on a running server', seconds: 2.5 },
  { part: '/test/dist/european-trust/', run: 'usual', name: 'European trust', why: 'second opinions', seconds: 4 },
  { part: '/test/dist/smoke/', run: 'usual', name: 'smoke', why: 'one process, and a few kills', seconds: 10 },
  { part: '/test/dist/', run: 'quick', name: 'other tests of whole servers', why: '', seconds: 1 },
  { part: '', run: 'quick', name: 'unit', why: '', seconds: 0.12 },
];

/**
 * @param files paths of compiled test files
 * @param words parts of a test's source or compiled path; without any, all files match
 * @returns the files that match, and the words that match none
 */
export function matchWords(files, words) {
  const paths = files.map((file) => ({ file, source: file.replace('/dist/', '/').replace(/\.js$/, '.ts') }));
  const fits = ({ file, source }, word) => file.includes(word) || source.includes(word.replace(/\.tsx$/, '.ts'));
  return {
    files: paths.filter((path) => words.length === 0 || words.some((word) => fits(path, word))).map(({ file }) => file),
    unmatched: words.filter((word) => !paths.some((path) => fits(path, word))),
  };
}

/**
 * @param files paths of compiled test files
 * @param run `quick`, `usual` or `all`
 * @returns the files that run, and the others by kind: its name, its description, number of files
 */
export function selectFiles(files, run) {
  const left = new Map();
  const chosen = files.filter((file) => {
    const kind = kindOf(file);
    if (runs.indexOf(kind.run) <= runs.indexOf(run)) return true;
    left.set(kind.name, { name: kind.name, why: kind.why, files: (left.get(kind.name)?.files ?? 0) + 1 });
    return false;
  });
  return { run: chosen, left: [...left.values()] };
}

/**
 * The files of each phase.
 * @param given.onProcess whether whole flows run on one process
 * @param given.onServices whether they run on five services
 */
export function phasesOf(files, { onProcess, onServices }) {
  const isIn = (part) => (file) => pathOf(file).includes(part);
  const withEngines = files.filter(isIn('.engine.test.js'));
  const inBrowser = files.filter(isIn('.browser.test.js'));
  const ofDeployment = files.filter(isIn('.deploy.test.js'));
  const flows = files.filter(isIn('/test/dist/e2e/'));
  const special = new Set([...withEngines, ...inBrowser, ...ofDeployment, ...(onProcess ? [] : flows)]);
  const without = files.filter((file) => !special.has(file));
  // With both, the browser goes through the flows of this folder on both, too.
  const browserFlows = onProcess ? files.filter(isIn('/browser/on-services/')) : [];
  return { without, withEngines, onServices: onServices ? [...flows, ...browserFlows] : [], inBrowser, ofDeployment };
}

/** Whether a file runs only with `--all`; such files run long. */
export function isLong(file) {
  return kindOf(file).run === 'all';
}

/** Rough number of seconds for files on two idle cores. */
export function expectedSeconds(files) {
  return Math.ceil(files.reduce((sum, file) => sum + kindOf(file).seconds, 0));
}

function kindOf(file) {
  return kinds.find(({ part }) => pathOf(file).includes(part));
}

/** As the parts above are written; files are relative to the root of the repository. */
function pathOf(file) {
  return `/${file.replaceAll('\\', '/')}`;
}
