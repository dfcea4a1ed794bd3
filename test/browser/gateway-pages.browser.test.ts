/** The pages of the gateway in a browser: start page, and the error page of the authorization endpoint. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGateway } from '@countersign/gateway/test/open-gateway';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { openChromium } from './chromium.ts';
import { accessible, picture } from './page-checks.ts';

const display = JSON.stringify([
  { name: 'Sample Authority', locale: 'en', logo: { uri: '<PUBLIC_URL>/public/seal.svg', alt_text: 'A seal' } },
]);
const seal = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#0b57a4" d="M1 1h7v7H1z"/></svg>';

test('start page and error page can be read by everyone, on a telephone too', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const gateway = await openGateway(t, {
    replies: {
      'issuer.authorize': async () => {
        throw new ProtocolError('invalid_request_uri', 'The request_uri is unknown, used or expired', {
          reason: 'request_uri_unknown',
        });
      },
    },
  });
  gateway.writeConfig('display.json', display);
  gateway.writeConfig('public/seal.svg', seal);
  const pages = { home: '/', error: '/authorize?client_id=x' } as const;
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 360]) {
      const context = await browser.newContext({ colorScheme, locale: 'en-GB', viewport: { width, height: 800 } });
      t.after(() => context.close());
      for (const [name, path] of Object.entries(pages)) {
        const page = await context.newPage();
        const blocked: string[] = [];
        page.on('console', (message) => {
          if (/Content Security Policy/.test(message.text())) blocked.push(message.text());
        });
        await page.goto(gateway.origin + path);
        const what = `${name} ${colorScheme} ${width}`;
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, what);
        assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1, what);
        assert.equal(await page.evaluate('document.querySelector("header img").naturalWidth > 0'), true, what);
        await accessible(page);
        await picture(page, `${name}-${colorScheme}-${width}`);
        assert.deepEqual(blocked, [], what);
      }
    }
  }
});
