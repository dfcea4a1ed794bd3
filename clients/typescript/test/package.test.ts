/** The package as published: complete, without tests, and usable in a project that checks declarations strictly. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';

const PACKAGE = resolve(import.meta.dirname, '../..');
const ROOT = resolve(PACKAGE, '../..');

const BACKEND = `import { Countersign } from '@countersign/client';
import { CountersignError } from '@countersign/client/problem';
import { verifyWebhook } from '@countersign/client/webhook';

export async function run(countersign: Countersign): Promise<string> {
  for await (const { event } of countersign.events()) {
    if (event?.type === 'session.created') return event.data.configurations.join();
    if (event?.type === 'session.ended') return event.data.status;
  }
  return '';
}
console.log(typeof Countersign, typeof CountersignError, typeof verifyWebhook);
`;

test('the packed package compiles and runs in a separate project', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-package-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const npm = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const [packed] = JSON.parse(execFileSync('npm', npm, { cwd: PACKAGE, encoding: 'utf8', stdio: 'pipe' }));
  const files: string[] = packed.files.map(({ path }: { path: string }) => path);
  assert.ok(files.includes('dist/src/countersign.js') && files.includes('LICENSE'), files.join());
  assert.deepEqual(
    files.filter((file) => file.includes('test') || file.endsWith('.map')),
    [],
  );
  const scope = join(folder, 'node_modules', '@countersign');
  mkdirSync(scope, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', scope]);
  execFileSync('mv', [join(scope, 'package'), join(scope, 'client')]);
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@types', 'undici-types']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  assert.equal(JSON.parse(readFileSync(join(scope, 'client', 'package.json'), 'utf8')).private, undefined);
  assert.equal(readFileSync(join(PACKAGE, 'LICENSE'), 'utf8'), readFileSync(join(ROOT, 'LICENSE'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'backend.ts'), BACKEND);
  const strict = [
    '--strict',
    '--exactOptionalPropertyTypes',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--types',
    'node',
  ];
  const tsc = [
    join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'),
    ...strict,
    '--skipLibCheck',
    'false',
    'backend.ts',
  ];
  execFileSync(process.execPath, tsc, { cwd: folder, stdio: 'pipe', encoding: 'utf8' });
  const output = execFileSync(process.execPath, ['backend.js'], { cwd: folder, encoding: 'utf8' });
  assert.equal(output, 'function function function\n');
});
