/** Which source files have no test of the same path. `test/scripts/sources-without-test.test.ts` bounds their share. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { reasonTables } from './rooms.mjs';

/** Files of at most this many lines are tested through the files that use them. */
const SMALL = 25;

/**
 * Tables of reasons are read by a test of all of them.
 * @returns source files of more than 25 lines, from the root folder, with whether a test has the same path
 */
export function largerSources(root) {
  const folders = [
    'libs/shared',
    'libs/wallet',
    'clients/typescript',
    'clients/button',
    'libs/dry-run',
    'libs/european-trust',
    'console',
    'docs-site',
    'operator',
    ...readdirSync(join(root, 'services')).map((name) => `services/${name}`),
  ].filter((folder) => existsSync(join(root, folder, 'src')));
  return folders.flatMap((folder) => {
    const tests = new Set(filesOf(join(root, folder, 'test')).map((name) => name.replace(/(\.\w+)?\.test\.tsx?$/, '')));
    return filesOf(join(root, folder, 'src'))
      .filter((name) => !reasonTables.file.test(`/src/${name.replace(/\.ts$/, '')}`))
      .filter((name) => linesOf(join(root, folder, 'src', name)) > SMALL)
      .map((name) => ({ file: `${folder}/src/${name}`, tested: tests.has(name.replace(/\.tsx?$/, '')) }));
  });
}

function filesOf(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => relative('.', name).split(sep).join('/'))
    .sort();
}

function linesOf(path) {
  return readFileSync(path, 'utf8').split('\n').length - 1;
}
