/** The Python client: its types hold, it installs as a package, and its own tests and its example pass against a running server. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { snake, snippets } from '@countersign/gateway/browser/call-snippet';
import { findPython, installOnce, installWheels, runCommand, versioned } from '../engines/provision.ts';
import { orSkip, root } from '../openapi/tools.ts';
import { startSampleServer } from '../support/sample-server.ts';
import { API_KEY, CLIENT_SECRET } from '../support/server.ts';
import { checkLength, runExample } from './example-backend.ts';
import { pathNames, referenceCalls } from './reference-calls.ts';

const WHEELS = 'clients-python.txt';
const CLIENT = join(root, 'clients/python');
const EXAMPLE = join(CLIENT, 'example/backend.py');

/** Builds packages and checks types. */
async function provisionTools() {
  const python = await findPython();
  const folder = await installOnce(versioned(`clients-python-${python.tag}`, [WHEELS]), (part) =>
    installWheels(python, WHEELS, part),
  );
  return { python: python.file, folder };
}

test('the Python client', async (t) => {
  const tools = await orSkip(t, provisionTools);
  if (tools === undefined) return;
  const installed = mkdtempSync(join(tmpdir(), 'countersign-python-'));
  const server = await startSampleServer({ env: { AUTH_CLIENT_ID: 'root' } });
  t.after(() => server.close());
  t.after(() => rmSync(installed, { recursive: true, force: true }));
  const common = { PYTHONNOUSERSITE: '1', PYTHONDONTWRITEBYTECODE: '1', PIP_ROOT_USER_ACTION: 'ignore' };
  const withTools = { ...common, PYTHONPATH: tools.folder };
  const offline = ['--quiet', '--no-build-isolation', '--no-index', '--no-deps', '--disable-pip-version-check'];
  await runCommand(tools.python, ['-m', 'pip', 'install', ...offline, '--target', installed, CLIENT], {
    env: withTools,
  });
  const env = { ...common, PYTHONPATH: installed };

  await t.test('has types that mypy accepts, with its example', async () => {
    const mypy = ['-m', 'mypy', '--strict', '--cache-dir', join(installed, 'mypy'), 'src', 'example', 'tests'];
    await runCommand(tools.python, mypy, { cwd: CLIENT, env: { ...withTools, MYPYPATH: 'src' } });
  });

  await t.test('accepts every call as the API reference shows it', async () => {
    const names = pathNames.map((name) => `${snake(name)} = "1"\n`).join('');
    const calls = referenceCalls.map((call) => `${snippets.Python(call)}\n`).join('');
    const head =
      'from countersign_client import Countersign\n\ncountersign = Countersign("http://127.0.0.1", api_key="")\n';
    const file = join(installed, 'reference.py');
    writeFileSync(file, head + names + calls);
    const mypy = ['-m', 'mypy', '--strict', '--cache-dir', join(installed, 'mypy'), file];
    await runCommand(tools.python, mypy, { cwd: CLIENT, env: { ...withTools, MYPYPATH: 'src' } });
  });

  await t.test('passes its tests against a running server, installed as a package', async () => {
    const given = { COUNTERSIGN_URL: server.url, API_KEY, CLIENT_ID: 'root', CLIENT_SECRET };
    await runCommand(tools.python, ['-m', 'unittest', 'discover', '-s', 'tests', '-t', '.'], {
      cwd: CLIENT,
      env: { ...env, ...given },
    });
  });

  await t.test('has an example of a page that issues, verifies, receives webhooks and follows events', async () => {
    checkLength(EXAMPLE, 35);
    await runExample(server, { command: tools.python, args: [EXAMPLE], env });
  });
});
