/** The demo of a login, as docs/how-to/login.md has it. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { ROOT } from '../cluster/cluster-processes.ts';

test('the demo of a login ends at the page of the application', async () => {
  const { PATH, HOME, CHROMIUM } = process.env;
  const env = { PATH, HOME, ...(CHROMIUM === undefined ? {} : { CHROMIUM }) };
  const demo = join(ROOT, 'test/dist/demo/demo-login.js');
  const { stdout } = await promisify(execFile)(process.execPath, [demo], { cwd: tmpdir(), env });
  assert.match(stdout, /4\. The application: Welcome, Erika Mustermann Subject: [\w-]{43}/);
});
