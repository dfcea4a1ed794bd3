import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import { DOCS_POLICY, docsSite } from '../../src/documents/docs-site.ts';
import { openGateway } from '../open-gateway.ts';

const asked = (params: Record<string, string>) => ({ params, headers: {} }) as unknown as OperationRequest;

function siteIn(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-docs-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'learn'));
  writeFileSync(join(folder, 'index.html'), '<a href="./learn/a.html">');
  writeFileSync(join(folder, 'learn', 'a.html'), '<a href="../index.html">');
  const api = async () => ({ raw: 'the API' });
  return { folder, api, site: docsSite({ publicUrl: 'https://issuer.example/base', api, folder }) };
}

test('the first page has the addresses of this server, others are as they were built', async (t) => {
  const { site } = siteIn(t);
  assert.equal(String((await site.page(asked({}))).raw), '<a href="/base/docs/learn/a.html">');
  const page = await site.page(asked({ folder: 'learn', file: 'a.html' }));
  assert.equal(String(page.raw), '<a href="../index.html">');
  assert.equal(page.headers?.['content-security-policy'], DOCS_POLICY);
});

test('the API description is one of the pages, and the first if the site was not built', async (t) => {
  const { site, api, folder } = siteIn(t);
  assert.equal((await site.page(asked({ file: 'api.html' }))).raw, 'the API');
  const absent = docsSite({ publicUrl: 'https://issuer.example', api, folder: join(folder, 'absent') });
  assert.equal((await absent.page(asked({}))).raw, 'the API');
});

test('only files of the site are served', async (t) => {
  const { site } = siteIn(t);
  for (const params of [{ file: 'none.html' }, { file: 'learn' }, { folder: '..', file: 'a.html' }, { file: '..' }])
    await assert.rejects(async () => site.page(asked(params as Record<string, string>)), /./, JSON.stringify(params));
  await assert.rejects(async () => site.file(asked({ file: 'site.css' })));
});

test('a server has pages of each depth, their files, and the page of each reason', async (t) => {
  const gateway = await openGateway(t);
  for (const [path, type] of [
    ['/docs', 'text/html'],
    ['/docs/index.html', 'text/html'],
    ['/docs/api.html', 'text/html'],
    ['/docs/learn/choose-your-path.html', 'text/html'],
    ['/docs/explanation/adr/index.html', 'text/html'],
    ['/docs/how-to/console/home.png', 'image/png'],
    ['/docs/assets/site.js', 'text/javascript'],
    ['/docs/assets/search.json', 'text/plain'],
    ['/docs/reasons/offer_expired', 'application/json'],
  ] as const) {
    const answer = await gateway.request(path);
    assert.equal(answer.status, 200, path);
    assert.ok(answer.headers.get('content-type')?.startsWith(type), path);
  }
  for (const path of [
    '/docs/try',
    '/docs/learn/none.html',
    '/docs/assets/none.js',
    '/docs/learn/..%2F..%2Fpackage.json',
  ])
    assert.equal((await gateway.request(path)).status, 404, path);
});
