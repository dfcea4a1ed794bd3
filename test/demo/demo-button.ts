/**
 * `<countersign-button>` on the page of a shop, with a server, the shop's backend and a sample wallet.
 *
 *     npm run demo:button                serves the page until Ctrl-C: open it in any browser
 *     npm run demo:button -- --once      one visit in Chromium without a window, step by step
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { escapeHtml } from '@countersign/shared/pages/page';
import { chromium } from 'playwright-core';
import { findChromium } from '../browser/chromium.ts';
import { answerWith, holdPidOf } from '../support/login.ts';
import { scanned } from '../support/qr.ts';
import { startSampleServer } from '../support/sample-server.ts';

const { values } = parseArgs({ options: { once: { type: 'boolean', default: false } } });
const say = (text: string): void => void process.stdout.write(`${text}\n`);

const server = await startSampleServer();
const shop = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
shop.listen(0, 'localhost');
await once(shop, 'listening');
const home = `http://localhost:${(shop.address() as AddressInfo).port}`;
server.writeConfig('presentation/demo-button.json', {
  dcql_query: {
    credentials: [
      {
        id: 'pid',
        format: 'dc+sd-jwt',
        meta: { vct_values: ['<PUBLIC_URL>/credentials/vct/pid'] },
        claims: [{ path: ['given_name'] }, { path: ['family_name'] }],
      },
    ],
  },
  origins: [home],
});
const held = await holdPidOf(server);
/** The backend's data for each visitor, by cookie. */
const visitors = new Map<string, { readonly session: string; readonly button: string }>();

const SCRIPT = `const wallet = document.getElementById('wallet');
wallet?.addEventListener('click', () => fetch('/wallet', { method: 'POST' }));
addEventListener('verified', () => location.assign('/result'));`;
const STYLE = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 1.5rem 1rem; }
main { max-width: 34rem; margin: 0 auto; }
.wallet { margin-top: 2rem; padding-top: 1rem; border-top: 1px solid GrayText; }
.wallet button { min-height: 2.75rem; padding: .5rem 1rem; font: inherit; }`;
const POLICY = `default-src 'none'; script-src 'self' ${server.url}; style-src 'self'; connect-src 'self' ${server.url}; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'`;

async function answer({ url = '/', headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  const visitor = /visitor=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? randomUUID();
  response.setHeader('content-security-policy', POLICY).setHeader('cache-control', 'no-store');
  response.setHeader('set-cookie', `visitor=${visitor}; HttpOnly; SameSite=Lax; Path=/`);
  if (url === '/demo.js') return void response.setHeader('content-type', 'text/javascript').end(SCRIPT);
  if (url === '/demo.css') return void response.setHeader('content-type', 'text/css').end(STYLE);
  if (url === '/wallet') {
    await sampleWallet(visitor);
    return void response.writeHead(204).end();
  }
  if (url === '/') page(response, await begin(visitor));
  else if (url === '/result') page(response, await result(visitor));
  else response.writeHead(404).end();
}

/**
 * One call by the backend; the page only gets the button's address. The browser has no access to the sample wallet, so
 * the code is shown.
 */
async function begin(visitor: string): Promise<string> {
  const body = JSON.stringify({ response_type: 'button', requestId: 'demo-button', crossDevice: true });
  const made = (await (await server.a('/oid4vp', { method: 'POST', body })).json()) as {
    readonly session: string;
    readonly button: string;
  };
  visitors.set(visitor, made);
  return `<h1>Sample shop</h1><p>Prove who you are with your wallet.</p>
<countersign-button mode="qr" src="${escapeHtml(made.button)}"></countersign-button>
<p class="wallet">No wallet at hand? <button id="wallet" type="button">Use the sample wallet</button></p>`;
}

/** Only the backend reads the presented data. */
async function result(visitor: string): Promise<string> {
  const session = visitors.get(visitor)?.session ?? '';
  const read = (await (await server.a(`/session/${session}`)).json()) as {
    readonly credentials?: readonly { readonly values: Readonly<Record<string, unknown>> }[];
  };
  const presented = read.credentials?.[0]?.values;
  if (presented === undefined) return '<h1>Nothing was presented</h1><p><a href="/">Try again</a></p>';
  const name = escapeHtml(`${presented.given_name} ${presented.family_name}`);
  return `<h1>Thank you, ${name}</h1><p>The backend has your name. The page learned one word.</p><p><a href="/">Start again</a></p>`;
}

/** Scans the QR code of the visitor's page. */
async function sampleWallet(visitor: string): Promise<void> {
  const { button = '' } = visitors.get(visitor) ?? {};
  const shown = (await (await fetch(`${button}/request`, { headers: { origin: home } })).json()) as {
    readonly qr: Parameters<typeof scanned>[0];
  };
  const { status, text } = await answerWith(held, scanned(shown.qr));
  if (status !== 200) throw new Error(`The presentation was refused: ${text}`);
}

function page(response: ServerResponse, main: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Sample shop</title><link rel="stylesheet" href="/demo.css"><script type="module" src="/demo.js"></script>
<script type="module" src="${server.url}/countersign-button/v1.js"></script></head><body><main>${main}</main></body></html>`);
}

/** What a visitor does, in Chromium without a window. @returns the text of the last page */
async function visit(executablePath: string): Promise<string> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const tab = await browser.newPage();
  await tab.goto(home);
  await tab.getByRole('button', { name: 'Verify with your wallet' }).click();
  await tab.getByRole('img', { name: /QR code/ }).waitFor();
  say('2. The visitor clicks the button. The page shows a QR code.');
  await tab.getByRole('button', { name: 'Use the sample wallet' }).click();
  say('3. The sample wallet scans it and presents a name.');
  await tab.waitForURL(`${home}/result`);
  const text = await tab.locator('h1').innerText();
  await browser.close();
  return text;
}

say(`1. The shop is at ${home}. Its page has <countersign-button>, its backend has made a request.`);
const executablePath = values.once ? findChromium() : undefined;
if (executablePath !== undefined) say(`4. The shop's backend: ${await visit(executablePath)}`);
else if (values.once) say('There is no Chromium here. Run it without --once, and open the page in your browser.');
else {
  say('2. Open it in your browser. Press Ctrl-C to end the demo.');
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}
shop.closeAllConnections();
shop.close();
await server.close();
