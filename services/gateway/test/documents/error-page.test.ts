import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ErrorCode, errorKinds, ProtocolError } from '@countersign/shared/kernel/errors';
import { readMarkup } from '@countersign/shared/test/pages/markup';
import fc from 'fast-check';
import { errorPage } from '../../src/documents/error-page.ts';
import { openGateway } from '../open-gateway.ts';

const brand = { name: 'Authority' };
const markup = (html: string): ReturnType<typeof readMarkup> =>
  readMarkup(html.replace(/<style>[\s\S]*?<\/style>/, ''));
const pageOf = (code: ErrorCode, language: 'de' | 'en' = 'en', description = 'What went wrong'): string =>
  errorPage({
    error: new ProtocolError(code, description, { reason: 'internal_error' }),
    requestId: 'r1',
    language,
    brand,
  }).html;

test('the page explains what happened and what to do next, with code, description and request id for support', () => {
  for (const code of Object.keys(errorKinds) as ErrorCode[]) {
    for (const language of ['de', 'en'] as const) {
      const { elements, text } = markup(pageOf(code, language));
      assert.equal(elements[0]?.attributes.lang, language);
      assert.equal(elements.filter(({ name }) => name === 'h1').length, 1);
      assert.ok(text.includes('What went wrong') && text.includes('r1'), code);
      assert.ok(!text.includes('{issuer}'));
    }
  }
});

test('a used link, a bad request, an outage and a failure have different pages', () => {
  const title = (code: ErrorCode): string => /<h1>([^<]+)</.exec(pageOf(code))?.[1] ?? '';
  assert.equal(title('invalid_request_uri'), 'This link can no longer be used');
  assert.equal(title('invalid_client'), 'This request could not be accepted');
  assert.equal(title('temporarily_unavailable'), 'Not available at the moment');
  assert.equal(title('not_found'), 'There is nothing at this address');
  assert.equal(title('server_error'), 'Something went wrong here');
  // Only if the same request can succeed later.
  assert.ok(pageOf('rate_limited').includes('href=""') && !pageOf('invalid_request').includes('<a '));
});

test('no text becomes markup', () => {
  const names = (html: string): readonly string[] => markup(html).elements.map(({ name }) => name);
  const plain = names(pageOf('invalid_request'));
  fc.assert(
    fc.property(fc.string(), (text) => {
      assert.deepEqual(names(pageOf('invalid_request', 'en', `<img src=x>"'&${text}`)), plain);
    }),
    { seed: 3 },
  );
});

test('the authorization endpoint shows it in the language of the browser, with the brand of the tenant', async (t) => {
  const gateway = await openGateway(t, {
    replies: {
      'issuer.authorize': async () => {
        throw new ProtocolError('invalid_client', 'The client is not known', {
          reason: 'client_unknown',
          headers: { 'x-more': '1' },
        });
      },
    },
  });
  gateway.writeConfig('tenants/root/display.json', JSON.stringify([{ name: 'Hochschule', locale: 'de' }]));
  const headers = { 'accept-language': 'de' };
  const answer = await gateway.request('/root/authorize?client_id=x', { headers });
  assert.deepEqual([answer.status, answer.headers.get('x-more')], [400, '1']);
  assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  const html = await answer.text();
  assert.match(html, /<html lang="de">/);
  for (const part of ['Hochschule', 'The client is not known', 'invalid_client']) assert.ok(html.includes(part), part);
});
