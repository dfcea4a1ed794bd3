/** Runs the examples of docs/how-to/clients.md in each language, as printed there, against a running server. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { runShell, serveClone } from '../../support/documented-commands.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const OFFER = /openid-credential-offer:\/\//;

/** The command that runs a file of the language. */
const RUNNERS = {
  bash: ['bash'],
  ts: [process.execPath, '--input-type=module', '-e'],
  python: ['python3'],
  go: ['go', 'run'],
} as const;

/** The sections, with the languages of their examples. */
const SECTIONS = {
  'One call, with nothing to install': ['bash', 'ts', 'python', 'go'],
  'With a client package': ['ts', 'python', 'go'],
} as const;

function examplesOf(page: string, title: string): ReadonlyMap<string, string> {
  const [, section = ''] = page.split(`## ${title}\n`);
  const [own = ''] = section.split('\n## ');
  return new Map([...own.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(([, name = '', text = '']) => [name, text]));
}

test('each example creates an offer', async (t) => {
  const { folder, port } = await serveClone(t);
  const page = readFileSync(join(ROOT, 'docs/how-to/clients.md'), 'utf8').replaceAll(
    'localhost:3000',
    `localhost:${port}`,
  );
  const module = `module example\n\ngo 1.24\n\nrequire countersign v0.0.0\n\nreplace countersign => ${join(ROOT, 'clients/go')}\n`;
  writeFileSync(join(folder, 'go.mod'), module);
  const { AUTH_API_KEY } = JSON.parse(readFileSync(join(folder, 'data', 'secrets.json'), 'utf8'));
  const settings = `export API_KEY='${AUTH_API_KEY}' PYTHONDONTWRITEBYTECODE=1 PYTHONPATH='${join(ROOT, 'clients/python/src')}'`;
  for (const [title, languages] of Object.entries(SECTIONS)) {
    const examples = examplesOf(page, title);
    assert.deepEqual([...examples.keys()], languages);
    for (const [name, text] of examples) {
      const [program, ...args] = RUNNERS[name as keyof typeof RUNNERS];
      if (spawnSync(program, [program === 'go' ? 'version' : '--version']).error) {
        t.diagnostic(`${name}: ${program} is not installed`);
        continue;
      }
      const file = join(folder, `example.${name}`);
      writeFileSync(file, text);
      const given = name === 'ts' ? text : file;
      const words = [program, ...args, given].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
      const output = await runShell(`${settings}; ${words}`, folder);
      assert.match(output, OFFER, `${title}, ${name}`);
    }
  }
});
