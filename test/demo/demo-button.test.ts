/** The demo of the button, as docs/how-to/button.md has it: one visit, and the page that stays for a browser. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { findChromium } from '../browser/chromium.ts';
import { ROOT } from '../cluster/cluster-processes.ts';

const demo = join(ROOT, 'test/dist/demo/demo-button.js');
const { PATH, HOME, CHROMIUM } = process.env;
const env = { PATH, HOME, ...(CHROMIUM === undefined ? {} : { CHROMIUM }) };

test('one visit ends with the name at the backend', {
  skip: findChromium() === undefined && 'no Chromium',
}, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [demo, '--once'], { cwd: tmpdir(), env });
  assert.match(stdout, /4\. The shop's backend: Thank you, Erika Mustermann/);
});

test('without a browser the page stays for one, and its sample wallet answers', async () => {
  const child = spawn(process.execPath, [demo], { cwd: tmpdir(), env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  try {
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const [home = assert.fail(line)] = /http:\/\/localhost:\d+/.exec(line) ?? [];
    const shown = await fetch(home);
    const cookie = shown.headers.getSetCookie()[0]?.split(';')[0] ?? assert.fail('no cookie');
    assert.match(await shown.text(), /<countersign-button mode="qr" src="http/);
    assert.match(await (await fetch(`${home}/result`, { headers: { cookie } })).text(), /Nothing was presented/);
    await fetch(`${home}/wallet`, { method: 'POST', headers: { cookie } });
    assert.match(await (await fetch(`${home}/result`, { headers: { cookie } })).text(), /Thank you, Erika Mustermann/);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
});
