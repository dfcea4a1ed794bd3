/** What `npm test -- --quick` leaves out: what needs an engine or a browser, and what takes long. */

function slowFlow(name) {
  return [`test/dist/${name}.test.js`, 'go through long flows with events and deadlines'];
}

/** A part of the path of test files, and why they are left out. The first one that fits counts. */
const leftOut = [
  ['.engine.test.js', 'need Kafka, MongoDB or Redis'],
  ['.browser.test.js', 'need Chromium'],
  ['.deploy.test.js', 'need the programs that read deployment files'],
  ['test/dist/resilience/', 'kill and restart servers'],
  ['test/dist/docs/', 'go through a whole document by command'],
  ['test/dist/upgrade/', 'carry the store of another version over'],
  ['test/dist/deploy/', 'lay out the files of the image'],
  ['test/dist/scripts/own-samples', 'run other test files'],
  ['test/dist/openapi/', 'make clients of the API description, or send thousands of requests from it'],
  ['test/dist/eudi/', 'run a wallet library on Java'],
  ['test/dist/security/fuzz', 'send thousands of requests'],
  ['test/dist/security/hostile-schema', 'use up time limits on purpose'],
  ['standalone/dist/test/standalone.test.js', 'start processes'],
  ['standalone/dist/test/primary.test.js', 'start processes'],
  ...['e2e/presentation-during-issuance', 'e2e/authorization-page', 'e2e/revocation', 'e2e/configurations'].map(
    slowFlow,
  ),
  slowFlow('security/presentation-during-issuance'),
  ...[
    'security/claims-webhook',
    'security/erasure-canary',
    'security/personal-data-ends',
    'e2e/tolerance',
    'e2e/deferred',
    'e2e/repeated-requests',
  ].map(slowFlow),
];

/** @returns the files that run, and for each reason the number of those that do not */
export function quickFiles(files) {
  const left = new Map();
  const run = files.filter((file) => {
    const why = leftOut.find(([part]) => file.replaceAll('\\', '/').includes(part))?.[1];
    if (why !== undefined) left.set(why, (left.get(why) ?? 0) + 1);
    return why === undefined;
  });
  return { run, left: [...left].map(([why, count]) => ({ why, files: count })) };
}

/** Whether a file runs long: `--quick` leaves it out, and a run of all begins with it. */
export function isLong(file) {
  return leftOut.some(([part]) => file.includes(part));
}
