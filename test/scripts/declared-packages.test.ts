/** The rules of `npm run lint` for packages, each with a workspace that it must refuse. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../cluster/cluster-processes.ts';

const { declarationFindings, versionFindings } = await import(
  pathToFileURL(join(ROOT, 'scripts/declared-packages.mjs')).href
);

interface ManifestParts {
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
  readonly peerDependenciesMeta?: Record<string, { readonly optional: boolean }>;
  readonly name?: string;
  readonly shipped?: boolean;
  readonly tools?: readonly string[];
}

/** What is wrong with a workspace of these files. */
function wrong(
  files: Record<string, string>,
  { shipped = true, tools = [], ...manifest }: ManifestParts = {},
): string[] {
  const sources = Object.entries(files).map(([file, text]) => ({ file, text }));
  const findings: string[] = declarationFindings({ folder: 'services/x', manifest, shipped, tools, sources });
  return findings.map((finding) => finding.replace('services/x/package.json: ', ''));
}

test('a package that is imported and not declared', () => {
  assert.deepEqual(wrong({ 'src/a.ts': "import { a } from 'jose';" }), ['jose is not declared']);
  assert.deepEqual(wrong({ 'test/a.test.ts': "import { a } from '@scope/name/deep/path';" }), [
    '@scope/name is not declared',
  ]);
  assert.deepEqual(wrong({ 'src/a.ts': "const load = () => import('lmdb');" }), ['lmdb is not declared']);
  assert.deepEqual(wrong({ 'src/a.ts': "import a from 'node:fs'; import b from './b.ts'; // from 'c'" }), []);
});

test('a package reads what it exports by its own name', () => {
  const files = { 'test/a.test.ts': "import { a } from '@countersign/bench/a';" };
  assert.deepEqual(wrong(files, { name: '@countersign/bench' }), []);
  assert.deepEqual(wrong(files, { name: '@countersign/test' }), ['@countersign/bench is not declared']);
});

test('a package that is declared and not imported', () => {
  const files = { 'src/a.ts': "import { a } from 'jose';" };
  const dependencies = { jose: '1.0.0' };
  assert.deepEqual(wrong(files, { dependencies, devDependencies: { ajv: '1.0.0' } }), ['nothing uses ajv']);
  assert.deepEqual(wrong({}, { dependencies }), ['nothing uses jose']);
  assert.deepEqual(wrong({}, { devDependencies: { typescript: '1.0.0' }, tools: ['typescript'] }), []);
});

test('types of a package are used where it is', () => {
  const devDependencies = { '@types/qrcode': '1.0.0', '@types/scope__name': '1.0.0' };
  const files = { 'src/a.ts': "import { a } from 'qrcode'; import { b } from '@scope/name';" };
  const dependencies = { qrcode: '1.0.0', '@scope/name': '1.0.0' };
  assert.deepEqual(wrong(files, { dependencies, devDependencies }), []);
  assert.deepEqual(wrong({}, { devDependencies }), ['nothing uses @types/qrcode', 'nothing uses @types/scope__name']);
});

test('a package used in production is a dependency, and one that only tests or types need is not', () => {
  const jose = { jose: '1.0.0' };
  const source = { 'src/a.ts': "import { a } from 'jose';" };
  const types = { 'src/a.ts': "import type { A } from 'jose';" };
  const tests = { 'test/a.test.ts': "import { a } from 'jose';" };
  assert.deepEqual(wrong(source, { devDependencies: jose }), ['jose runs in production: dependencies']);
  for (const files of [types, tests]) {
    assert.deepEqual(wrong(files, { dependencies: jose }), ['only tests use jose: devDependencies']);
    assert.deepEqual(wrong(files, { devDependencies: jose }), []);
  }
  assert.deepEqual(wrong({ ...source, ...tests }, { dependencies: jose }), []);
  assert.deepEqual(wrong(source, { devDependencies: jose, shipped: false }), []);
  assert.deepEqual(wrong(source, { dependencies: jose, devDependencies: jose }), ['jose is declared twice']);
});

test('a package that may be absent is imported only where it is needed', () => {
  const peerDependencies = { jose: '1.0.0' };
  const manifest = { peerDependencies, peerDependenciesMeta: { jose: { optional: true } } };
  const lazy = "import type { A } from 'jose'; const load = () => import('jose');";
  assert.deepEqual(wrong({ 'src/a.ts': lazy, 'test/a.test.ts': "import { a } from 'jose';" }, manifest), []);
  assert.deepEqual(wrong({ 'src/a.ts': "import { a } from 'jose';" }, manifest), [
    'jose may be absent, so load it with import() only when needed',
  ]);
  assert.deepEqual(wrong({}, manifest), ['nothing uses jose']);
  assert.deepEqual(wrong({ 'src/a.ts': lazy }, { peerDependencies }), ['jose is not marked as optional']);
});

test('a package has one exact version in all workspaces', () => {
  const manifests = {
    '': { devDependencies: { ajv: '8.20.0' } },
    'services/x': { dependencies: { ajv: '8.20.1', jose: '^6.0.0' } },
  };
  assert.deepEqual(versionFindings(manifests), [
    'services/x/package.json: ajv is 8.20.1 here and 8.20.0 elsewhere',
    'services/x/package.json: jose has no exact version: ^6.0.0',
  ]);
  assert.deepEqual(
    versionFindings({ a: { dependencies: { b: '1.0.0-rc.1' } }, c: { dependencies: { b: '1.0.0-rc.1' } } }),
    [],
  );
});
