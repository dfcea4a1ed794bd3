/** The image's build gets the sources that it needs, and all of them. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../cluster/cluster-processes.ts';

/** Folders that are copied for the compiler and the bundlers, from the project. */
function copiedFolders(): readonly string[] {
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
  return [...dockerfile.matchAll(/^COPY (\S+) \1$/gm)].map(([, folder]) => folder ?? '');
}

/** The folders that a project's configuration refers to: the compiler and vite read them. */
function referredBy(folder: string): readonly string[] {
  const file = join(ROOT, folder, 'tsconfig.json');
  if (!existsSync(file)) return [];
  const { references = [] } = JSON.parse(readFileSync(file, 'utf8')) as { references?: { readonly path: string }[] };
  return references
    .map(({ path }) => join(folder, path))
    .map((path) => (path.endsWith('.json') ? dirname(path) : path));
}

test('every project that a copied project refers to is copied too', () => {
  const copied = copiedFolders();
  assert.ok(copied.includes('console'), 'the folders are found');
  const projects = copied.flatMap((folder) =>
    folder === 'services' ? readdirSync(join(ROOT, folder)).map((name) => join(folder, name)) : [folder],
  );
  const missing = projects
    .flatMap(referredBy)
    .filter((path) => !copied.some((folder) => path === folder || path.startsWith(`${folder}/`)));
  assert.deepEqual([...new Set(missing)], []);
});

test('what the build ignores in any folder is no source', () => {
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').matchAll(/^\*\*\/([\w.]+)$/gm);
  const names = [...ignored].map(([, name]) => name ?? '');
  assert.ok(names.includes('node_modules'), 'the names are found');
  const sources = copiedFolders().flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).filter((path) => /(^|\/)src\//.test(path)),
  );
  const compiled = /(^|\/)(node_modules|dist)\//;
  const lost = sources.filter((path) => !compiled.test(path) && path.split('/').some((part) => names.includes(part)));
  assert.deepEqual(lost, []);
});
