/** The bill of materials that docs/how-to/upgrading.md tells operators to create. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../cluster/cluster-processes.ts';

interface Bill {
  readonly components: readonly { readonly name: string; readonly version: string }[];
}

function npm(args: readonly string[]): string {
  return execFileSync('npm', args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

function read(name: string): string {
  return readFileSync(join(ROOT, name), 'utf8');
}

test('the documented command covers the workspaces of the Dockerfile and names every package of the image', () => {
  const command = /^ {4}npm (sbom .*)$/m.exec(read('docs/how-to/upgrading.md'))?.[1]?.split(' ') ?? [];
  const ours = [...read('Dockerfile').matchAll(/ (-w \S+)/g)].map(([, word]) => word ?? '');
  assert.deepEqual(
    [...command.join(' ').matchAll(/(-w \S+)/g)].map(([, word]) => word),
    ours,
  );
  const bill = JSON.parse(npm(command)) as Bill;
  const named = new Set(bill.components.map(({ name, version }) => `${name}@${version}`));
  const listed = npm([
    'ls',
    '--omit=dev',
    '--all',
    '--parseable',
    '--long',
    ...ours.flatMap((word) => word.split(' ')),
  ]);
  const installed = listed
    .split('\n')
    .filter((line) => line.includes('node_modules/'))
    .map((line) => line.split(':')[1] ?? '');
  const packages = installed.filter((name) => !name.startsWith('@countersign/'));
  assert.ok(packages.length > 100);
  assert.deepEqual(
    packages.filter((name) => !named.has(name)),
    [],
  );
});
