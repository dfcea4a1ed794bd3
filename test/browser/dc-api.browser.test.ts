/**
 * The sample page of docs/examples in Chromium, with its backend and the real server: the browser's virtual wallet
 * passes on a wallet's response to the page's request.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { patience } from '@countersign/shared/test/patience';
import type { DigitalMessage } from '@countersign/wallet/presentation/digital-request';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { freePort } from '../support/child-server.ts';
import { ISO_MDOC } from '../support/iso-mdoc-wallet.ts';
import { openPageWallet, type PageWallet, writePageQuestions } from '../support/page-wallet.ts';
import { SHAPE_A } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import { API_KEY, type TestServer } from '../support/server.ts';
import { openChromium } from './chromium.ts';
import { accessible } from './page-checks.ts';

const BACKEND = join(resolve(import.meta.dirname, '../../..'), 'docs/examples/dc-api-backend.mjs');
const SIGNED = 'openid4vp-v1-signed';
const THANKS = 'Thank you, Erika Mustermann.';
const AGAIN = 'Your wallet gave no name. Try again, or bring your identity card to the desk.';
/** What the browser does if the user cancels. */
const DECLINE = { action: 'decline' } as const;

interface Sample {
  readonly server: TestServer;
  readonly wallet: PageWallet;
  readonly browser: Browser;
  readonly origin: string;
  /** Lines of the backend. */
  readonly lines: readonly string[];
}

/** Starts the sample's backend. @param requestId the presentation configuration that it uses */
async function openSample(
  t: TestContext,
  { server, browser, wallet }: Pick<Sample, 'server' | 'browser' | 'wallet'>,
  requestId: string,
): Promise<Sample> {
  const port = String(await freePort());
  const origin = `http://localhost:${port}`;
  writePageQuestions(server, SHAPE_A, [origin]);
  const env = {
    COUNTERSIGN_URL: server.url,
    API_KEY,
    REQUEST_ID: requestId,
    PORT: port,
    PATH: process.env.PATH,
  };
  const child: ChildProcess = spawn(process.execPath, [BACKEND], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((done) => child.once('exit', done));
  t.after(async () => {
    child.kill();
    await ended;
  });
  const lines: string[] = [];
  assert.ok(child.stdout !== null);
  const reader = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  await new Promise((ready) => reader.once('line', ready));
  return { server, wallet, browser, origin, lines };
}

interface Opened {
  readonly page: Page;
  readonly devTools: CDPSession;
  /** What the page hands to the browser. */
  readonly requests: readonly DigitalMessage[];
  readonly errors: string[];
}

async function openPage(t: TestContext, { browser, origin }: Sample): Promise<Opened> {
  const context = await browser.newContext({ locale: 'en-GB' });
  t.after(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(await patience(20_000));
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  const devTools = await context.newCDPSession(page);
  const prepared = page.waitForResponse('**/request');
  await page.goto(`${origin}/`);
  const { requests } = (await (await prepared).json()) as { readonly requests: readonly DigitalMessage[] };
  return { page, devTools, requests, errors };
}

/** The page's next call gets this response. */
function handOn({ devTools }: Opened, { protocol, data }: DigitalMessage): Promise<unknown> {
  return behave(devTools, { action: 'respond', protocol, response: data });
}

/** The types of playwright-core do not have the domain yet. */
function behave(devTools: CDPSession, behavior: object): Promise<unknown> {
  return devTools.send('DigitalCredentials.setVirtualWalletBehavior' as never, behavior as never);
}

/** `createCredential` after a click, with the module of the server. */
async function created(page: Page, { url }: TestServer, requests: readonly DigitalMessage[]): Promise<unknown> {
  const text = JSON.stringify(requests);
  await page.evaluate(`globalThis.created = new Promise((resolve) => {
    document.querySelector('h1').onclick = async () => {
      const { createCredential } = await import('${url}/dc-api.js');
      resolve(await createCredential(${text}));
    };
  }); undefined`);
  await page.getByRole('heading').click();
  return page.evaluate('globalThis.created');
}

async function ask({ page }: Opened): Promise<void> {
  await page.getByRole('button').click();
}

test('a page asks by the Digital Credentials API', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const server = await startSampleServer();
  t.after(() => server.close());
  writePageQuestions(server, SHAPE_A, ['http://localhost:1']);
  const world = { server, browser, wallet: await openPageWallet(server, SHAPE_A) };

  for (const [requestId, protocol] of [
    ['page-pid', SIGNED],
    ['page-mdl', SIGNED],
    ['page-mdl', ISO_MDOC],
  ] as const) {
    await t.test(`${requestId} by ${protocol}`, async (inner) => {
      const sample = await openSample(inner, world, requestId);
      const opened = await openPage(inner, sample);
      await handOn(opened, sample.wallet.answer(opened.requests, protocol, sample.origin));
      await ask(opened);
      await opened.page.getByText(THANKS).waitFor();
      await accessible(opened.page);
      assert.deepEqual(opened.errors, []);
      assert.deepEqual(sample.lines.slice(1), ['verified']);
    });
  }

  await t.test(
    'after the person has cancelled, the page says what to do, and the same request is answered',
    async (inner) => {
      const sample = await openSample(inner, world, 'page-mdl');
      const opened = await openPage(inner, sample);
      await behave(opened.devTools, DECLINE);
      await ask(opened);
      await opened.page.getByText(AGAIN).waitFor();
      assert.deepEqual(sample.lines.slice(1), ['no name: NotAllowedError']);
      await handOn(opened, sample.wallet.answer(opened.requests, SIGNED, sample.origin));
      await ask(opened);
      await opened.page.getByText(THANKS).waitFor();
    },
  );

  await t.test('an answer that is not accepted leaves the request open', async (inner) => {
    const sample = await openSample(inner, world, 'page-mdl');
    const [other, opened] = [await openPage(inner, sample), await openPage(inner, sample)];
    for (const protocol of [SIGNED, ISO_MDOC]) {
      await handOn(opened, sample.wallet.answer(other.requests, protocol, sample.origin));
      await ask(opened);
      await opened.page.getByText(AGAIN).waitFor();
    }
    assert.deepEqual(sample.lines.slice(1), ['no name: unknown_key', 'no name: iso_mdoc_decrypt']);
    await handOn(opened, sample.wallet.answer(opened.requests, ISO_MDOC, sample.origin));
    await ask(opened);
    await opened.page.getByText(THANKS).waitFor();
  });

  await t.test('an offer goes to the wallet as it was made, and what the wallet says proves nothing', async (inner) => {
    const offering = await startSampleServer({ env: { DC_API_ISSUANCE: 'on' } });
    inner.after(() => offering.close());
    const body = { response_type: 'uri', credentialConfigurationIds: ['pid'], flow: 'pre_authorized_code' };
    const answer = await offering.a('/vci/offer', { method: 'POST', body: JSON.stringify(body) });
    const { session, digital } = (await answer.json()) as { session: string; digital: { requests: DigitalMessage[] } };
    const sample = await openSample(inner, { ...world, server: offering }, 'page-pid');
    const opened = await openPage(inner, sample);
    const accepted = { protocol: 'openid4vci-v1', data: { status: 'offer_accepted' } };
    await handOn(opened, accepted);
    assert.deepEqual(await created(opened.page, offering, digital.requests), accepted);
    const { status } = (await (await offering.a(`/session/${session}`)).json()) as { status: string };
    assert.equal(status, 'created');
  });

  await t.test('without the API the page offers another way', async (inner) => {
    const sample = await openSample(inner, world, 'page-mdl');
    const context = await browser.newContext();
    inner.after(() => context.close());
    await context.addInitScript('delete globalThis.DigitalCredential');
    const page = await context.newPage();
    await page.goto(`${sample.origin}/`);
    await page.getByText('This browser can not ask wallets.').waitFor();
    assert.ok(await page.getByRole('button').isDisabled());
  });
});
