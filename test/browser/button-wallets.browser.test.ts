/**
 * The element and the wallets in its browser: Chromium's virtual wallet passes on a wallet's response to the page's
 * request. Also what a page in a frame may do.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type DigitalMessage, openDigitalRequest } from '@countersign/wallet/presentation/digital-request';
import { encrypt, type HeldCredential } from '@countersign/wallet/presentation/present';
import { read } from '@countersign/wallet/sending/answer';
import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core';
import { answerTo } from '../support/dc-api-page.ts';
import { holdPid } from '../support/presentation.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { both, made, openShop, type Shop, show, told, withSrc } from './button-shop.ts';
import { openChromium } from './chromium.ts';
import { behaveAs } from './virtual-wallet.ts';

const DECLINE = { action: 'decline' } as const;
const NO_ANSWER = 'No wallet of this browser responded';

/** What the page hands to the browser. */
async function requestOf({ origin }: Shop, src: string): Promise<DigitalMessage> {
  const { json } = await read(await fetch(`${src}/request?digital=true`, { headers: { origin } }));
  return (json.requests as readonly DigitalMessage[])[0] ?? assert.fail('no request');
}

function answered(request: DigitalMessage, held: HeldCredential, origin: string): DigitalMessage {
  return { ...request, data: answerTo(openDigitalRequest(request, origin), held, `origin:${origin}`) };
}

const respond = ({ protocol, data }: DigitalMessage) => ({ action: 'respond', protocol, response: data }) as const;

interface World {
  readonly server: TestServer;
  readonly shop: Shop;
  readonly held: HeldCredential;
}

async function opened(t: TestContext, { shop }: World, src: string, options: BrowserContextOptions = {}) {
  const page = await show(t, shop, withSrc(src), options);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  return { page, errors, behave: await behaveAs(page) };
}

const verify = (page: Page | Frame): Promise<void> => page.getByRole('button', { name: /Verify|nachweisen/ }).click();

async function backendSees({ server }: World, session: string): Promise<unknown> {
  const { json } = await read(await server.a(`/session/${session}`));
  return json.credentials?.[0].values.given_name ?? json.status;
}

async function makeWith({ server }: World, body: object = both): Promise<{ session: string; button: string }> {
  const asked = { response_type: 'button', requestId: 'question', ...body };
  const answer = await read(await server.a('/oid4vp', { method: 'POST', body: JSON.stringify(asked) }));
  return answer.json as { session: string; button: string };
}

async function openWorld(t: TestContext, browser: Browser): Promise<World> {
  const server = await startSampleServer();
  t.after(() => server.close());
  return { server, shop: await openShop(t, server, browser), held: await holdPid(server) };
}

test('the button and the wallets of the browser', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const world = await openWorld(t, browser);
  const { shop, held } = world;

  await t.test('one click verifies: the backend has the data, the page one word, in both languages', async (t) => {
    for (const [locale, verified] of [
      ['en-GB', 'Verified.'],
      ['de-DE', 'Bestätigt.'],
    ] as const) {
      const { session, button } = await makeWith(world);
      const { page, behave, errors } = await opened(t, world, button, { locale });
      await page.evaluate(
        `document.documentElement.lang = '${locale}'; document.querySelector('countersign-button').lang = '${locale}'`,
      );
      await behave(respond(answered(await requestOf(shop, button), held, shop.origin)));
      await verify(page);
      await page.getByText(verified).waitFor();
      assert.deepEqual(await told(page), [['verified', {}]]);
      assert.equal(await backendSees(world, session), 'Erika');
      assert.deepEqual(errors, []);
    }
  });

  await t.test('after the user cancels it offers link and code, and the next try counts', async (t) => {
    const { session, button } = await makeWith(world);
    const { page, behave, errors } = await opened(t, world, button);
    await behave(DECLINE);
    await verify(page);
    await page.getByText(NO_ANSWER).waitFor();
    await page.getByRole('link', { name: 'Open wallet on this device' }).waitFor();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    assert.deepEqual(await told(page), []);
    await behave(respond(answered(await requestOf(shop, button), held, shop.origin)));
    await page.getByRole('button', { name: 'Use this browser’s wallet' }).click();
    await page.getByText('Verified.').waitFor();
    assert.deepEqual([await told(page), await backendSees(world, session)], [[['verified', {}]], 'Erika']);
    assert.deepEqual(errors, []);
  });

  await t.test('a declining wallet ends the request, and its words are not shown', async (t) => {
    const { session, button } = await makeWith(world);
    const { page, behave } = await opened(t, world, button);
    const request = await requestOf(shop, button);
    const refusal = { error: 'access_denied', error_description: 'Erika <b>' };
    const response = encrypt(openDigitalRequest(request, shop.origin), refusal);
    await behave(respond({ ...request, data: { response } }));
    await verify(page);
    await page.getByText('You declined').waitFor();
    assert.deepEqual(await told(page), [['refused', { reason: 'declined' }]]);
    assert.equal(await backendSees(world, session), 'rejected');
    assert.equal((await page.content()).includes('Erika'), false);
  });

  await t.test(
    'responses for another page or of an unknown protocol are refused, and the request stays open',
    async (t) => {
      const { session, button } = await makeWith(world);
      const { page, behave } = await opened(t, world, button);
      const request = await requestOf(shop, button);
      const relayed = answerTo(openDigitalRequest(request, shop.origin), held, 'origin:https://phishing.example');
      await behave(respond({ ...request, data: relayed }));
      await verify(page);
      await page.getByText('was not accepted. Try another credential.').waitFor();
      await behave(DECLINE);
      await page.getByRole('button', { name: 'Use this browser’s wallet' }).click();
      await page.getByText(NO_ANSWER).waitFor();
      await page.evaluate(
        `navigator.credentials.get = () => Promise.resolve({ protocol: 'other-v9', data: { a: 1 } })`,
      );
      await page.getByRole('button', { name: 'Use this browser’s wallet' }).click();
      await page.getByText('was not accepted. Try another credential.').waitFor();
      assert.deepEqual(await told(page), []);
      await behave(respond(answered(request, held, shop.origin)));
      await page.getByRole('link', { name: 'Open wallet on this device' }).waitFor();
      assert.equal(await backendSees(world, session), 'requested');
    },
  );

  await t.test('a browser that knows none of the protocols leaves link and code', async (t) => {
    const { page, errors } = await opened(t, world, await made(shop));
    await page.evaluate(`navigator.credentials.get = () => Promise.reject(new TypeError('protocol'))`);
    await verify(page);
    await page.getByText(NO_ANSWER).waitFor();
    await page.getByRole('link', { name: 'Open wallet on this device' }).waitFor();
    assert.deepEqual([await told(page), errors], [[], []]);
  });

  await t.test(
    'the same answer posted by another tab changes nothing: both tabs end, each with one event',
    async (t) => {
      const { session, button } = await makeWith(world);
      const [first, second] = [await opened(t, world, button), await opened(t, world, button)];
      const answer = answered(await requestOf(shop, button), held, shop.origin);
      for (const { page, behave } of [first, second]) {
        await behave(respond(answer));
        await verify(page);
      }
      for (const { page } of [first, second]) {
        await page.getByText('Verified.').waitFor();
        assert.deepEqual(await told(page), [['verified', {}]]);
      }
      assert.equal(await backendSees(world, session), 'Erika');
    },
  );
});

test('the button in a frame', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const world = await openWorld(t, browser);
  const { shop, held } = world;
  /** The page of the shop, framed by a site of another host. */
  const framed = async (t: TestContext, src: string, attributes: string) => {
    shop.body = withSrc(src);
    shop.frame = `src="${shop.origin}/" width="500" height="900" ${attributes}`;
    const context = await browser.newContext({ locale: 'en-GB' });
    t.after(() => context.close());
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.goto(`${shop.origin.replace('localhost', '127.0.0.1')}/framed`);
    const inner = page.frames()[1] ?? assert.fail('no frame');
    return { page, inner, errors };
  };

  await t.test('with allow="digital-credentials-get" it asks as usual', async (t) => {
    const { session, button } = await makeWith(world);
    const { inner, page } = await framed(t, button, 'allow="digital-credentials-get"');
    const allowed = `document.featurePolicy.allowsFeature('digital-credentials-get')`;
    assert.equal(await inner.evaluate(allowed), true);
    const answer = answered(await requestOf(shop, button), held, shop.origin);
    await (await behaveAs(page, inner))(respond(answer));
    await verify(inner);
    await inner.getByText('Verified.').waitFor();
    assert.equal(await backendSees(world, session), 'Erika');
  });

  await t.test('without it, and in a sandbox that keeps the origin, link and code are left', async (t) => {
    for (const attributes of ['', 'sandbox="allow-scripts allow-same-origin"']) {
      const { inner, errors } = await framed(t, await made(shop), attributes);
      await verify(inner);
      await inner.getByText(NO_ANSWER).waitFor();
      await inner.getByRole('img', { name: /QR code/ }).waitFor();
      await inner.getByRole('link', { name: 'Open wallet on this device' }).waitFor();
      assert.deepEqual(errors, []);
    }
  });

  await t.test(
    'in a sandbox without an origin the server refuses it, and the element says that it fails',
    async (t) => {
      const { inner, errors } = await framed(t, await made(shop), 'sandbox="allow-scripts"');
      await inner.getByText('can’t be shown').waitFor();
      assert.deepEqual([await inner.getByRole('img').count(), errors], [0, []]);
    },
  );
});
