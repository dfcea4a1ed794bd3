import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import { providerMessage, providerReply } from '../../src/login/provider-message.ts';

const asked: OperationRequest = {
  id: 'r',
  tenant: 'acme',
  method: 'GET',
  url: '',
  params: {},
  query: { scope: 'openid profile', state: 'a&b' },
  headers: { cookie: 'login=1', authorization: 'Bearer t', 'x-forwarded-host': 'evil.example' },
  body: undefined,
  encoding: 'none',
};
const ISSUER = 'https://id.example/base/acme/login';

test('the library is called below its identifier, by the host and scheme of PUBLIC_URL', () => {
  const { request } = providerMessage(asked, ISSUER, '/auth');
  assert.equal(request.url, '/auth?scope=openid+profile&state=a%26b');
  assert.equal((request as { originalUrl?: string }).originalUrl, `/base/acme/login${request.url}`);
  const { host, cookie, authorization, ...more } = request.headers;
  assert.deepEqual([host, cookie, authorization], ['id.example', 'login=1', 'Bearer t']);
  assert.equal(more['x-forwarded-host'], 'id.example');
  assert.equal(more['x-forwarded-proto'], 'https');
});

test('a form arrives as it was sent', async () => {
  const body = { code: 'a+b=c', redirect_uri: 'https://rp.example/?x=1&y=ü' };
  const { request } = providerMessage(
    { ...asked, method: 'POST', query: {}, body, encoding: 'form' },
    ISSUER,
    '/token',
  );
  let text = '';
  for await (const chunk of request) text += String(chunk);
  assert.deepEqual(Object.fromEntries(new URLSearchParams(text)), body);
  assert.equal(request.headers['content-length'], String(Buffer.byteLength(text)));
});

test('an answer keeps each of its cookies, and leaves length and CORS to the edge', () => {
  const message = providerMessage(asked, ISSUER, '/auth');
  const { response } = message;
  response.statusCode = 303;
  response.setHeader('set-cookie', ['a=1', 'b=2']);
  response.setHeader('location', '/next');
  response.setHeader('content-length', '4');
  response.setHeader('access-control-allow-origin', 'https://rp.example');
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end('text');
  assert.deepEqual(providerReply(message), {
    status: 303,
    headers: { location: '/next' },
    cookies: ['a=1', 'b=2'],
    raw: Buffer.from('text'),
    contentType: 'text/html; charset=utf-8',
  });
});
