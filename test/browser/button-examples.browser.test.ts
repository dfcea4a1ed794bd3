/** The examples of docs/how-to/button.md in Chromium, each on a page of another origin: plain HTML, React and Vue. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { patience } from '@countersign/shared/test/patience';
import {
  errorFields,
  fetchRequest,
  post,
  present,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import { read } from '@countersign/wallet/sending/answer';
import { orSkip } from '../openapi/tools.ts';
import { holdPid, pidQuestion } from '../support/presentation.ts';
import { scanned } from '../support/qr.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { bundled, exampleIn, provisionFrameworks } from './button-examples.ts';
import { openChromium } from './chromium.ts';

interface ExamplePage {
  readonly body: string;
  /** Address of the page's own script. */
  readonly script: string;
  /** What the policy allows besides that file. */
  readonly allowed: string;
}

/** The inline script of the example is allowed by its hash, as a page with a policy does. */
async function plainPage(server: TestServer, src: string): Promise<ExamplePage> {
  const text = (await exampleIn('html')).replaceAll('https://issuer.example/countersign', `${server.url}/countersign`);
  const body = text.replace('https://issuer.example/oid4vp/button/REFERENCE', src);
  const inline = /<script type="module">([\s\S]*?)<\/script>/.exec(body)?.[1] ?? assert.fail('no script');
  const hash = createHash('sha256').update(inline).digest('base64');
  return { body, script: '', allowed: `'sha256-${hash}' ${server.url}` };
}

async function serve(t: TestContext): Promise<{ readonly origin: string; readonly show: (page: ExamplePage) => void }> {
  let shown: ExamplePage = { body: '', script: '', allowed: '' };
  const http = createServer(({ url }, response) => {
    if (url === '/app.js') response.setHeader('content-type', 'text/javascript').end(shown.script);
    else {
      const policy = `default-src 'none'; script-src 'self' ${shown.allowed}; connect-src *`;
      response.setHeader('content-type', 'text/html').setHeader('content-security-policy', policy);
      response.end(
        `<!doctype html><html lang="en"><head><title>Shop</title></head><body>${shown.body}<script type="module" src="/app.js"></script></body></html>`,
      );
    }
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    http.closeAllConnections();
    http.close();
  });
  return {
    origin: `http://localhost:${(http.address() as AddressInfo).port}`,
    show: (page) => {
      shown = page;
    },
  };
}

test('the examples of the guide', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const server = await startSampleServer();
  t.after(() => server.close());
  const shop = await serve(t);
  server.writeConfig('presentation/question.json', { ...pidQuestion, origins: [shop.origin], issuerName: 'any' });
  const held = await holdPid(server);

  const made = async (): Promise<string> => {
    const body = JSON.stringify({ response_type: 'button', requestId: 'question', crossDevice: true });
    const answer = await read(await server.a('/oid4vp', { method: 'POST', body }));
    assert.equal(answer.status, 201, answer.text);
    return answer.json.button;
  };
  /** Opens the page, starts, scans the code with a wallet that responds this way, and waits for the page's message. */
  const tells = async (page: ExamplePage, src: string, answer: 'presents' | 'declines'): Promise<void> => {
    shop.show(page);
    const context = await browser.newContext();
    const tab = await context.newPage();
    tab.setDefaultTimeout(await patience(20_000));
    // A headless browser has the API, and no wallet.
    await tab.addInitScript('delete globalThis.DigitalCredential');
    await tab.goto(`${shop.origin}/?src=${encodeURIComponent(src)}`);
    await tab.getByRole('button', { name: 'Verify with your wallet' }).click();
    await tab.getByRole('img', { name: /QR code/ }).waitFor();
    const { json } = await read(await fetch(`${src}/request`, { headers: { origin: shop.origin } }));
    const request = await fetchRequest(scanned(json.qr));
    const fields =
      answer === 'presents'
        ? responseFields(request, vpTokenOf(present(held, request), request))
        : errorFields(request, 'access_denied');
    await post(request.response_uri, fields);
    await tab.getByText(answer === 'presents' ? 'Thank you' : 'Not verified: declined').waitFor();
    await context.close();
  };

  await t.test('plain HTML', async () => {
    for (const answer of ['presents', 'declines'] as const) {
      const src = await made();
      await tells(await plainPage(server, src), src, answer);
    }
  });

  for (const framework of ['react', 'vue'] as const) {
    await t.test(framework, async (t) => {
      const frameworks = await orSkip(t, provisionFrameworks);
      if (frameworks === undefined) return;
      const page = { body: '<div id="app"></div>', script: await bundled(framework, frameworks), allowed: '' };
      for (const answer of ['presents', 'declines'] as const) await tells(page, await made(), answer);
    });
  }
});
