/** The TypeScript client: its types accept every call as the API reference shows it. Its other tests are beside it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { snippets } from '@countersign/gateway/browser/call-snippet';
import { runCommand } from '../engines/provision.ts';
import { root } from '../openapi/tools.ts';
import { pathNames, referenceCalls } from './reference-calls.ts';

test('the TypeScript client accepts every call as the API reference shows it', async (t) => {
  // The packages of the workspace are found from here.
  const folder = mkdtempSync(join(root, 'test/dist/reference-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const head = [
    "import { Countersign } from '@countersign/client';",
    "import { dataOf } from '@countersign/client/problem';",
    "const countersign = new Countersign({ baseUrl: 'http://127.0.0.1', apiKey: '' });",
    ...pathNames.map((name) => `declare const ${name}: string;`),
  ];
  const calls = referenceCalls.map((call) => `{\n${snippets.TypeScript(call)}\nvoid answer;\n}`);
  writeFileSync(join(folder, 'reference.ts'), `${[...head, ...calls].join('\n')}\n`);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'es2022',
    module: 'nodenext',
    types: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['reference.ts'] }));
  await runCommand('npx', ['tsc', '-p', folder], { cwd: root });
});
