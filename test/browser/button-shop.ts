/**
 * A page from a different origin with `<countersign-button>` and a strict content security policy, at top level or in a
 * frame.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { patience } from '@countersign/shared/test/patience';
import { read } from '@countersign/wallet/sending/answer';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { pidQuestion } from '../support/presentation.ts';
import type { TestServer } from '../support/server.ts';

export const both = { redirectUri: 'http://localhost:9/back', crossDevice: true };
const EVENTS = ['verified', 'refused', 'expired'];

export interface Shop {
  readonly server: TestServer;
  readonly browser: Browser;
  readonly origin: string;
  /** What the next page shows. */
  body: string;
  /** The pages' `permissions-policy`. */
  permissions: string;
  /** Attributes of the frame around the page at `/framed`. */
  frame: string;
}

/** A shop's page. Its behaviour is in a separate script, because inline ones are forbidden. */
export async function openShop(t: TestContext, server: TestServer, browser: Browser): Promise<Shop> {
  const shop = { server, browser, origin: '', body: '', permissions: '', frame: '' };
  const policy = `default-src 'none'; script-src 'self' ${server.url}; connect-src ${server.url}; style-src 'self'; base-uri 'none'; require-trusted-types-for 'script'`;
  const script = `globalThis.told = [];
for (const name of ${JSON.stringify(EVENTS)}) addEventListener(name, ({ detail }) => told.push([name, detail]));
addEventListener('securitypolicyviolation', ({ violatedDirective }) => told.push(['violation', violatedDirective]));`;
  const http = createServer(({ url }, response) => {
    if (url === '/framed') {
      response.setHeader('content-type', 'text/html').setHeader('content-security-policy', 'default-src *');
      response.end(`<!doctype html><html lang="en"><title>Frame</title><iframe title="Shop" ${shop.frame}></iframe>`);
    } else if (url === '/shop.js') response.setHeader('content-type', 'text/javascript').end(script);
    else {
      if (shop.permissions !== '') response.setHeader('permissions-policy', shop.permissions);
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .setHeader('content-security-policy', `${policy}; frame-ancestors ${shop.frame === '' ? "'none'" : '*'}`);
      response.end(
        `<!doctype html><html lang="en"><head><title>Shop</title><meta name="color-scheme" content="light dark"><meta name="viewport" content="width=device-width"><script src="/shop.js"></script><script type="module" src="${server.url}/countersign-button/v1.js"></script></head><body><main><h1>Shop</h1>${shop.body}</main></body></html>`,
      );
    }
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    http.closeAllConnections();
    http.close();
  });
  shop.origin = `http://localhost:${(http.address() as AddressInfo).port}`;
  const question = { ...pidQuestion, origins: [shop.origin], issuerName: 'any' };
  server.writeConfig('presentation/question.json', question);
  return shop;
}

export async function made({ server }: Shop, body: object = both): Promise<string> {
  const asked = { response_type: 'button', requestId: 'question', ...body };
  const answer = await read(await server.a('/oid4vp', { method: 'POST', body: JSON.stringify(asked) }));
  assert.equal(answer.status, 201, answer.text);
  return answer.json.button;
}

export async function show(
  t: TestContext,
  shop: Shop,
  element: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  shop.body = element;
  const context = await shop.browser.newContext({ locale: 'en-GB', ...options });
  t.after(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(await patience(20_000));
  await page.goto(shop.origin);
  return page;
}

export const told = (page: Page) => page.evaluate('globalThis.told') as Promise<readonly [string, unknown][]>;
export const withSrc = (src: string, more = ''): string =>
  `<countersign-button src="${src}" ${more}></countersign-button>`;
