/** Attacks on users of the console, in a real browser: foreign pages, planted cookies, frames, and hostile strings. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { errorFields, post } from '@countersign/wallet/presentation/present';
import type { Page } from 'playwright-core';
import { beginWithToken, credentialBody } from '../support/flows.ts';
import { makeFetchedRequest, pidQuestion } from '../support/presentation.ts';
import { API_KEY } from '../support/server.ts';
import { openChromium } from './chromium.ts';
import { openConsoleWorld, watch } from './console-world.ts';

/** A site on another port: of the same site as the server, so that the browser sends the cookie with its requests too. */
async function openAttacker(t: TestContext, url: string): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>a</title><body></body>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://${new URL(url).hostname}:${(server.address() as AddressInfo).port}/`;
}

/** Runs in the attacker's page: each way to make the browser send a request. */
const attack = `async (base) => {
  const outcomes = [];
  const tries = [
    ['POST', '/console/logout', undefined, 'no-cors'],
    ['POST', '/vci/offer', 'text/plain', 'no-cors'],
    ['POST', '/vci/offer', 'application/json', 'cors'],
    ['DELETE', '/issuer-managment/pid', undefined, 'cors'],
    ['GET', '/session', undefined, 'cors'],
    ['POST', '/console/login', 'text/plain', 'no-cors'],
  ];
  for (const [method, path, type, mode] of tries) {
    for (const marked of [false, true]) {
      const headers = { ...(type && { 'content-type': type }), ...(marked && { 'x-countersign-console': '1' }) };
      const body = type && JSON.stringify({ response_type: 'uri', credentialConfigurationIds: ['pid'] });
      try {
        const answer = await fetch(base + path, { method, mode, headers, credentials: 'include', ...(body && { body }) });
        outcomes.push(answer.type === 'opaque' ? 'opaque' : path + ' ' + answer.status);
      } catch {
        outcomes.push('blocked');
      }
    }
  }
  return outcomes;
}`;

test('foreign pages, planted cookies and frames get nothing', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const world = await openConsoleWorld(t, browser);
  const { server } = world;
  const attacker = await openAttacker(t, server.url);

  await t.test('CSRF: a foreign page reads and changes nothing', async () => {
    const { context, page } = await world.open({ path: '/sessions' });
    const count = async (): Promise<number> => ((await (await server.a('/session')).json()) as object[]).length;
    const before = await count();
    const evil = await context.newPage();
    await evil.goto(attacker);
    const outcomes = (await evil.evaluate(`(${attack})(${JSON.stringify(server.url)})`)) as string[];
    assert.deepEqual(
      outcomes.filter((one) => one !== 'opaque' && one !== 'blocked'),
      [],
    );
    await evil.setContent(`<form method="post" action="${server.url}/console/logout"><button>x</button></form>`);
    await evil.getByRole('button').click();
    await evil.waitForLoadState();
    assert.match(await evil.content(), /console_header/);
    assert.equal(await count(), before);
    const still = await page.evaluate(
      `fetch('${server.url}/console/session', { headers: { 'x-countersign-console': '1' } }).then((answer) => answer.status)`,
    );
    assert.equal(still, 200, 'the person is still signed in');
    await context.close();
  });

  await t.test('session fixation: a planted cookie is not adopted, and ends', async () => {
    const context = await browser.newContext();
    t.after(() => context.close());
    const evil = await context.newPage();
    await evil.goto(attacker);
    const planted = `${'A'.repeat(43)}.default`;
    await evil.evaluate(`document.cookie = 'countersign=${planted}; path=/'`);
    const page = await context.newPage();
    await page.goto(`${server.url}/console`);
    const status = await page.evaluate(
      `fetch('/console/login', { method: 'POST', headers: { 'content-type': 'application/json', 'x-countersign-console': '1' },
        body: JSON.stringify({ api_key: '${API_KEY}' }) }).then((answer) => answer.status)`,
    );
    assert.equal(status, 201);
    const cookies = (await context.cookies(server.url)).filter(({ name }) => name === 'countersign');
    assert.equal(cookies.length, 1);
    const [cookie] = cookies;
    assert.ok(cookie?.value !== planted && cookie?.httpOnly === true && cookie.sameSite === 'Strict');
    assert.equal(await page.evaluate('document.cookie'), '', 'no script reads it');
    const headers = { cookie: `countersign=${planted}`, 'x-countersign-console': '1' };
    assert.equal((await server.request('/console/session', { headers })).status, 401);
  });

  await t.test('clickjacking: no page shows the console or the reference in a frame', async () => {
    const { context } = await world.open();
    const evil = await context.newPage();
    await evil.goto(attacker);
    for (const path of ['/console', '/docs']) {
      await evil.setContent(`<iframe src="${server.url}${path}"></iframe>`);
      const framed = evil.frames().find((frame) => frame !== evil.mainFrame());
      const text = await framed?.evaluate('document.body ? document.body.innerText : ""').catch(() => '');
      assert.doesNotMatch(String(text), /Countersign/, path);
      assert.doesNotMatch(framed?.url() ?? '', /^http/, `${path} is not loaded`);
    }
    await context.close();
  });

  await t.test('the reference calls as the person who is signed in, and only this server', async () => {
    const { context, page, errors, foreign } = await world.open();
    await page.goto(`${server.url}/docs/api.html`);
    const overview = page.locator('#get_overview');
    await overview.locator('summary').click();
    await overview.getByText('Sent as api-key: tenant default, role admin.').waitFor();
    const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/overview');
    await overview.getByRole('button', { name: 'Send GET' }).click();
    assert.equal((await answered).status(), 200);
    assert.deepEqual(foreign, []);
    assert.deepEqual(
      errors.filter((text) => /Content Security Policy/.test(text)),
      [],
    );
    await context.close();
  });
});

const HOSTILE =
  '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>\'"--><svg onload=window.hacked=1>';

test('hostile display names, claims and texts of wallets are text', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const world = await openConsoleWorld(t, browser);
  const { server } = world;
  const claims = { pid: { given_name: HOSTILE, family_name: HOSTILE, birthdate: '2000-01-01' } };
  server.writeConfig('display.json', [{ name: HOSTILE, locale: 'en' }]);
  server.writeConfig('issuance/hostile.json', {
    config: { format: 'dc+sd-jwt', display: [{ name: HOSTILE, description: HOSTILE, locale: 'en' }] },
    claims: { given_name: HOSTILE },
    disclosureFrame: { _sd: ['given_name'] },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { given_name: { type: 'string', title: HOSTILE, description: HOSTILE } },
      required: [],
    },
  });
  for (const name of ['identity', 'question']) server.writeConfig(`presentation/${name}.json`, pidQuestion);
  const { wallet, token, session } = await beginWithToken(server, { claims, state: HOSTILE });
  assert.ok(wallet instanceof Wallet);
  const issued = await wallet.credential(token, await credentialBody(wallet));
  assert.equal(issued.status, 200, issued.text);
  await wallet.notify(token, issued.json.notification_id, { event: 'credential_failure', event_description: HOSTILE });
  const refused = await makeFetchedRequest(server);
  const description = HOSTILE.replaceAll(/["\\]/g, "'");
  await post(
    refused.request.response_uri,
    errorFields(refused.request, 'access_denied', { error_description: description }),
  );

  const { page, context } = await world.open();
  const { foreign } = watch(page, server.url);
  const sessions = [`/sessions/${session}`, `/sessions/${refused.session}`];
  for (const path of [...sessions, '/issue', '/configurations?kind=issuance&id=hostile', '/verify', '/']) {
    await page.goto(`${server.url}/console${path === '/' ? '' : path}`);
    await shownAsText(page, path);
  }
  // The other pages in the same document: an injected script from one page would still run.
  for (const name of ['Sessions', 'Webhooks', 'Status lists', 'Trust and keys', 'Audit', 'Tenants', 'Settings']) {
    await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    await shownAsText(page, name);
  }
  await page.goto(`${server.url}/console/sessions/${session}`);
  await page.getByText('window.hacked=1').first().waitFor();
  assert.deepEqual(foreign, []);
  await context.close();
});

/** Waits until the page has loaded its data. */
async function shownAsText(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('main .loading').first().waitFor({ state: 'detached' });
  assert.equal(await page.evaluate('window.hacked'), undefined, name);
  assert.equal(await page.evaluate('document.querySelectorAll("img[src=x], svg[onload]").length'), 0, name);
}
