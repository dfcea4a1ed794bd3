/** The readable API description: every call once, by task, and readable without a script. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { OperationRequest } from '@countersign/shared/http/message';
import { callEntry, type Description } from '../../src/documents/docs-call.ts';
import { docsDocument, docsPage } from '../../src/documents/docs-page.ts';
import { openApiDocument } from '../../src/documents/openapi.ts';
import type { Route } from '../../src/routes/route.ts';
import { allPaths, routes } from '../../src/routes/routes.ts';
import { tasks } from '../../src/routes/tasks.ts';
import { openGateway } from '../open-gateway.ts';

const options = { publicUrl: 'https://issuer.example/base', console: true } as const;
const description = openApiDocument(options.publicUrl) as unknown as Description;
const { text: made, headers } = docsDocument(options);
const text = made.toString();
const idOf = (route: Route): string =>
  /id="([^"]+)/.exec(callEntry(route, { description, publicUrl: options.publicUrl }))?.[1] ??
  assert.fail(route.operation);
const section = (id: string): string => text.split(`<section id="${id}"`)[1]?.split('</section>')[0] ?? '';

test('each route is shown once, in the section of its task', () => {
  assert.equal(text.match(/<details class="entry call"/g)?.length, routes.length);
  for (const route of routes) assert.ok(section(route.task).includes(`id="${idOf(route)}"`), route.operation);
  const shown = [...text.matchAll(/<section id="(\w+)"/g)].map(([, id]) => id);
  assert.deepEqual(shown, [...Object.keys(tasks), 'types']);
  assert.equal(shown[0], 'offers');
  assert.equal(shown.at(-2), 'wallets');
});

test('each path of the table is in the entry of its route', () => {
  const plain = text.replaceAll('<wbr />', '');
  for (const { route, path } of allPaths()) {
    const entry = plain.split(`id="${idOf(route)}"`)[1]?.split('</details>')[0] ?? '';
    assert.ok(entry.includes(`<code>${path}</code>`), `${route.operation} ${path}`);
  }
});

test('each link within the page leads to something, and no name is there twice', () => {
  const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
  assert.equal(new Set(ids).size, ids.length);
  for (const [, target = ''] of text.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.includes(target), target);
});

test('its script is the only one, all links have the path of PUBLIC_URL, and nothing comes from elsewhere', () => {
  assert.deepEqual(text.match(/<script[^>]*>[^<]*/g), ['<script type="module" src="/base/docs/assets/docs-page.js">']);
  for (const [, href = ''] of text.matchAll(/(?:href|src)="([^"]+)"/g)) assert.match(href, /^(#|data:,$|\/base\/)/);
  assert.doesNotMatch(text, / style=| on\w+=/);
  const policy = headers?.['content-security-policy'] ?? '';
  assert.match(policy, /^default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'sha256-[^']+'; /);
  assert.doesNotMatch(policy, /unsafe|https?:/);
});

test('without the console nobody is sent there', () => {
  const alone = docsDocument({ ...options, console: false }).text.toString();
  assert.ok(text.includes('value="session"'));
  assert.doesNotMatch(alone, /value="session"|href="\/base\/console"/);
});

test('the page is made once, and sent compressed or not at all', async () => {
  const operation = docsPage(options);
  const request = (name: string, value: string): OperationRequest =>
    ({ params: {}, query: {}, headers: { [name]: value } }) as unknown as OperationRequest;
  const first = await operation(request('accept-encoding', 'gzip'));
  assert.equal(gunzipSync(first.raw as Buffer).toString(), text);
  assert.equal((await operation(request('if-none-match', first.headers?.etag ?? ''))).status, 304);
});

test('the server has the page with and without a slash', async (t) => {
  const gateway = await openGateway(t);
  const pages = await Promise.all(['/docs', '/docs/'].map((path) => gateway.request(path)));
  assert.deepEqual(
    pages.map(({ status }) => status),
    [200, 200],
  );
  assert.equal(await pages[0]?.text(), await pages[1]?.text());
  assert.equal((await gateway.request('/docs/try')).status, 404);
});
