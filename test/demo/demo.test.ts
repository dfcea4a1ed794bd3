/** The demo that the README names, on the samples that ship: a sample that it can't use turns this red. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { ROOT } from '../cluster/cluster-processes.ts';
import { startSampleServer } from '../support/sample-server.ts';
import { copySamples } from '../support/samples.ts';
import { API_KEY, CLIENT_SECRET } from '../support/server.ts';

const demo = join(ROOT, 'test/dist/demo/demo.js');
const run = promisify(execFile);

test('the demo shows every step, with a temporary server', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-demo-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const { PATH, HOME } = process.env;
  // Nothing listens on port 1, so the demo starts its own server.
  const env = { PATH, HOME, PORT: '1', CONFIG_FOLDER: copySamples(folder), DATA_FOLDER: join(folder, 'none') };
  const { stdout } = await run(process.execPath, [demo], { cwd: folder, env });
  assert.match(stdout, /Variant A[\s\S]*org\.iso\.18013\.5\.1[\s\S]*"status": "verified"[\s\S]*Variant B/);
  assert.match(stdout, /The library cards were issued to/);
});

test('the demo leaves the configurations of a running server as they were', async (t) => {
  const server = await startSampleServer();
  t.after(() => server.close());
  const stored = async () => [
    await (await server.a('/issuer-management')).json(),
    await (await server.a('/presentation-management')).json(),
  ];
  const before = await stored();
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, AUTH_API_KEY: API_KEY, AUTH_CLIENT_SECRET: CLIENT_SECRET };
  await run(process.execPath, [demo, '--url', server.url], { cwd: tmpdir(), env });
  assert.deepEqual(await stored(), before);
});
