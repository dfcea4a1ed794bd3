/** The Go client: gofmt and vet accept it, a module can require it, and its own tests and its example pass against a running server. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { snippets } from '@countersign/gateway/browser/call-snippet';
import { runCommand } from '../engines/provision.ts';
import { orSkip, root } from '../openapi/tools.ts';
import { startSampleServer } from '../support/sample-server.ts';
import { API_KEY, CLIENT_SECRET } from '../support/server.ts';
import { checkLength, runExample } from './example-backend.ts';
import { pathNames, referenceCalls } from './reference-calls.ts';

const CLIENT = join(root, 'clients/go');
const EXAMPLE = join(CLIENT, 'example/backend.go');
/** Fetches nothing. */
const GO = { CGO_ENABLED: '0', GOFLAGS: '', GOPROXY: 'off', GOTOOLCHAIN: 'local', GOWORK: 'off' };
const MODULE = `module example.com/backend\n\ngo 1.24\n\nrequire countersign v0.0.0\n\nreplace countersign => ${CLIENT}\n`;

test('the Go client', async (t) => {
  if ((await orSkip(t, () => runCommand('go', ['version']))) === undefined) return;
  const folder = mkdtempSync(join(tmpdir(), 'countersign-go-'));
  const server = await startSampleServer({ env: { AUTH_CLIENT_ID: 'root' } });
  t.after(() => server.close());
  t.after(() => rmSync(folder, { recursive: true, force: true }));

  await t.test('is formatted, and has nothing that vet finds', async () => {
    assert.equal(await runCommand('gofmt', ['-l', '.'], { cwd: CLIENT }), '');
    await runCommand('go', ['vet', './...'], { cwd: CLIENT, env: GO });
  });

  await t.test('passes its tests against a running server', async () => {
    const given = { COUNTERSIGN_URL: server.url, API_KEY, CLIENT_ID: 'root', CLIENT_SECRET };
    await runCommand('go', ['test', '-count', '1', '.'], { cwd: CLIENT, env: { ...GO, ...given } });
  });

  await t.test('accepts every call as the API reference shows it', async () => {
    const part = join(folder, 'reference');
    await mkdir(part);
    const imports = ['context', 'countersign', 'encoding/json', 'net/url'].map((name) => `\t"${name}"\n`).join('');
    const calls = referenceCalls.map((call) => `\t{\n\t\t${snippets.Go(call)}\n\t\tuse(answer, err)\n\t}\n`).join('');
    const given = `ctx context.Context, client *countersign.Client, ${pathNames.join(', ')} string`;
    const program = `package main\n\nimport (\n${imports})\n\nvar _ json.RawMessage\nvar _ url.Values\n\nfunc use(_ ...any) {}\n\nfunc calls(${given}) {\n${calls}}\n\nfunc main() { use(calls) }\n`;
    await writeFile(join(part, 'main.go'), program);
    await writeFile(join(part, 'go.mod'), MODULE);
    await runCommand('go', ['vet', '.'], { cwd: part, env: GO });
  });

  await t.test('has an example of a page that issues, verifies, receives webhooks and follows events', async () => {
    checkLength(EXAMPLE, 60);
    const program = join(folder, 'backend');
    await copyFile(EXAMPLE, join(folder, 'main.go'));
    await writeFile(join(folder, 'go.mod'), MODULE);
    await runCommand('go', ['build', '-o', program, '.'], { cwd: folder, env: GO });
    await runExample(server, { command: program, args: [] });
  });
});
