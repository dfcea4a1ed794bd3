import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMarkup } from '@countersign/shared/test/pages/markup';
import { openGateway } from '../open-gateway.ts';

test('a browser gets a page in its language, with working links', async (t) => {
  const gateway = await openGateway(t, { replies: { 'issuer.metadata': async () => ({ body: {} }) } });
  gateway.writeConfig('display.json', JSON.stringify([{ name: 'Behörde', locale: 'de' }]));
  const answer = await gateway.request('/', { headers: { accept: 'text/html,*/*', 'accept-language': 'de' } });
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
  assert.match(answer.headers.get('vary') ?? '', /accept/);
  const { elements, text } = readMarkup((await answer.text()).replace(/<style>[\s\S]*?<\/style>/, ''));
  assert.equal(elements[0]?.attributes.lang, 'de');
  assert.ok(text.includes('Behörde'));
  const links = elements.flatMap(({ name, attributes }) => (name === 'a' ? [attributes.href ?? ''] : []));
  assert.equal(links.length, 4);
  for (const link of links) assert.equal((await gateway.request(link)).status, 200, link);
});

test('a program gets the same as JSON; HEAD works', async (t) => {
  const gateway = await openGateway(t);
  assert.deepEqual(await (await gateway.request('/')).json(), {
    name: 'countersign',
    documentation: '/docs',
    openapi: '/openapi.json',
    health: '/health',
    credential_issuer: '/.well-known/openid-credential-issuer',
  });
  assert.equal((await gateway.request('/', { method: 'HEAD' })).status, 200);
  assert.equal((await gateway.request('/', { method: 'POST' })).status, 405);
});

test('addresses have the path prefix, and without variant A the server is no issuer itself', async (t) => {
  const env = { PUBLIC_URL: 'https://issuer.example/base', AUTH_API_KEY: undefined };
  const gateway = await openGateway(t, { env });
  const home = (await (await gateway.request('/base')).json()) as Record<string, unknown>;
  assert.deepEqual([home.documentation, home.credential_issuer], ['/base/docs', undefined]);
  assert.equal((await gateway.request('/')).status, 404);
});
