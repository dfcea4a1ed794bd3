import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import { silentLog } from '@countersign/shared/kernel/log';
import { CONSOLE_POLICY, consoleSite } from '../../src/documents/console-site.ts';
import { openGateway } from '../open-gateway.ts';

const html = `<link rel="stylesheet" href="./assets/index-1.css"><script src="./assets/index-1.js"></script>
<div id="console" data-base="" data-organisation="false"></div>`;

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-site-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), html);
  writeFileSync(join(folder, 'assets', 'index-1.js'), 'export {};');
  return folder;
}

const request = { params: {}, headers: {} } as unknown as OperationRequest;

test('the page names its files by the address of this server, at every depth', async (t) => {
  const settings = { CONSOLE: 'on', PUBLIC_URL: 'https://issuer.example/base/' } as const;
  const site = consoleSite({ settings, log: silentLog, organisation: true, folder: folderOf(t) });
  const text = String((await site?.page(request))?.raw);
  assert.match(text, /href="\/base\/console\/assets\/index-1\.css"/);
  assert.match(text, /src="\/base\/console\/assets\/index-1\.js"/);
  assert.match(text, /data-base="\/base" data-organisation="true"/);
});

test('a console that is off or was not built is absent', (t) => {
  const folder = folderOf(t);
  const PUBLIC_URL = 'https://issuer.example';
  const given = { log: silentLog, organisation: false } as const;
  assert.equal(consoleSite({ ...given, settings: { CONSOLE: 'off', PUBLIC_URL }, folder }), undefined);
  const elsewhere = join(folder, 'absent');
  assert.equal(consoleSite({ ...given, settings: { CONSOLE: 'on', PUBLIC_URL }, folder: elsewhere }), undefined);
});

test('every address below /console is the page, files are kept for good, and browsers are led to it', async (t) => {
  const gateway = await openGateway(t, { env: { CONSOLE: 'on' } });
  for (const path of [
    '/console',
    '/console/',
    '/console/?x=1',
    '/console/issue',
    '/console/sessions/abc_-1',
    '/console/sessions/a.b/c',
  ]) {
    const answer = await gateway.request(path);
    assert.equal(answer.status, 200, path);
    assert.equal(answer.headers.get('content-security-policy'), CONSOLE_POLICY);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
    assert.equal(answer.headers.get('cache-control'), 'no-cache');
    const [script] = /\/console\/assets\/[\w-]+\.js/.exec(await answer.text()) ?? [];
    const file = await gateway.request(script ?? '');
    assert.equal(file.status, 200);
    assert.equal(file.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(file.headers.get('x-content-type-options'), 'nosniff');
  }
  assert.equal((await gateway.request('/console/assets/absent.js')).status, 404);
  const home = await gateway.request('/', { headers: { accept: 'text/html' } });
  assert.deepEqual([home.status, home.headers.get('location')], [303, '/console']);
  assert.equal((await gateway.request('/')).status, 200);
});

test('with CONSOLE=off there is nothing at its addresses', async (t) => {
  const gateway = await openGateway(t, { env: { CONSOLE: 'off' } });
  for (const path of ['/console', '/console/issue', '/console/assets/index.js'])
    assert.equal((await gateway.request(path)).status, 404, path);
});
