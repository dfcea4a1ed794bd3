/**
 * Several test files in one process: a small file takes most of its time to start Node and load packages. Each file is
 * a separate suite, so hooks and failures stay with it; a single file runs as before. Long files come first, so that no
 * file runs on its own at the end.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isLong } from './test-selection.mjs';

/** Maximum weight of a group, if there are enough files for every processor. */
const FULL = 40;
/** Groups for each processor. With few of them the last one would run long while the other processors idle. */
const FOR_EACH = 6;
/** A part of a path and the rough cost of such a file. The first match applies. */
const weights = [
  ['test/dist/security/', 10],
  ['test/dist/e2e/', 8],
  ['test/dist/', 5],
  ['services/gateway/', 3],
  ['', 1],
];

/** Files that need a separate process: they start others, or have real-time limits. */
const alone = [
  'test/dist/scripts/',
  'test/dist/wallet/command.test.js',
  'test/dist/smoke/',
  ...['fuzz', 'hostile-schema', 'claims-webhook', 'erasure-canary', 'personal-data-ends'].map(
    (name) => `test/dist/security/${name}`,
  ),
  'test/dist/security/presentation-during-issuance',
  'standalone/dist/test/standalone.test.js',
  'standalone/dist/test/primary.test.js',
  'issuer/dist/test/schema/',
];

/** Engine tests that take minutes, the longest first. */
const longest = [
  'resilience/cluster.engine',
  'resilience/cluster-jobs',
  'resilience/presentation-during-issuance',
  'resilience/',
];

/** The files in an order that leaves no long one for the end. */
export function longestFirst(files) {
  const place = (file) => {
    const found = longest.findIndex((part) => file.replaceAll('\\', '/').includes(part));
    return found === -1 ? longest.length : found;
  };
  return [...files].sort((a, b) => place(a) - place(b));
}

/** Hooks of the whole process, and `await` outside of a function. */
const REACHES_OTHERS = /^(before|after|beforeEach|afterEach)\(|^(?:(?:export )?(?:const|let) [^=]*= )?await /m;

function needsOwnProcess(file, root) {
  const path = resolve(root, file);
  return existsSync(path) && REACHES_OTHERS.test(readFileSync(path, 'utf8'));
}

function weightOf(file) {
  return weights.find(([part]) => file.includes(part))[1];
}

/**
 * @param files paths, sorted, so that files of one folder, which load the same, come together
 * @param root folder that the paths are relative to
 * @returns the files of each process, in the order in which they start
 */
export function groupFiles(files, processors, root) {
  const path = (file) => file.replaceAll('\\', '/');
  const isSingle = (file) =>
    isLong(path(file)) || alone.some((part) => path(file).includes(part)) || needsOwnProcess(file, root);
  const single = files.filter(isSingle);
  const small = files.filter((file) => !single.includes(file));
  const total = small.reduce((sum, file) => sum + weightOf(path(file)), 0);
  const full = Math.min(FULL, Math.ceil(total / (FOR_EACH * processors)));
  const groups = [];
  for (const [, weight] of weights) {
    let room = 0;
    for (const file of small.filter((one) => weightOf(path(one)) === weight)) {
      if (room < weight) {
        groups.push([]);
        room = Math.max(full, weight);
      }
      room -= weight;
      groups.at(-1).push(file);
    }
  }
  return [...single.map((file) => [file]), ...groups];
}

/**
 * Writes a module for each group of more than one file. It imports the files one after the other before any test
 * starts, because a test registered while another runs would become part of it.
 * @returns what to run, and the files of each written module by its path
 */
export function writeGroups(groups, { folder, root }) {
  const members = {};
  const entries = groups.map((files, index) => {
    if (files.length === 1) return files[0];
    const entry = join(folder, `group-${index + 1}.test.mjs`);
    const imports = files.map((file) => `import ${JSON.stringify(pathToFileURL(resolve(root, file)).href)};\n`);
    writeFileSync(entry, imports.join(''));
    members[entry] = files;
    return entry;
  });
  return { entries, members };
}
