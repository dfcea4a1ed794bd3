/**
 * A login with the synthetic wallet: a server, a sample application that knows nothing but OpenID Connect, and a browser.
 *
 *     npm run demo:login                 one login in Chromium, step by step
 *     npm run demo:login -- --window     the same in a window, which stays open
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { escapeHtml } from '@countersign/shared/pages/page';
import * as client from 'openid-client';
import { chromium } from 'playwright-core';
import { findChromium } from '../browser/chromium.ts';
import { CookieBrowser } from '../support/cookie-browser.ts';
import { answerWith, holdPidOf, loginQuestion } from '../support/login.ts';
import { startSampleServer } from '../support/sample-server.ts';

const { values } = parseArgs({ options: { window: { type: 'boolean', default: false } } });
const SECRET = client.randomState();
const say = (text: string): void => void process.stdout.write(`${text}\n`);

const server = await startSampleServer();
const application = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
application.listen(0, '127.0.0.1');
await once(application, 'listening');
const home = `http://127.0.0.1:${(application.address() as AddressInfo).port}`;
server.writeConfig('presentation/login.json', loginQuestion);
server.writeConfig('login/demo.json', {
  name: 'Sample application',
  redirect_uris: [`${home}/callback`],
  client_secret: SECRET,
  presentation: 'login',
  claims: { given_name: ['given_name'], family_name: ['family_name'], birthdate: ['birthdate'] },
  subject: { kind: 'pairwise', from: [['given_name'], ['family_name'], ['birthdate']] },
});
const issuer = new URL(`${server.url}/login`);
const config = await client.discovery(issuer, 'demo', SECRET, undefined, { execute: [client.allowInsecureRequests] });
const held = await holdPidOf(server);
/** What the application remembers of a browser that it has sent away. */
const pending = new Map<string, { readonly verifier: string; readonly nonce: string }>();

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', home);
  if (url.pathname === '/login') return redirect(response, (await begin()).href);
  if (url.pathname === '/callback') return page(response, await welcome(url));
  page(response, '<h1>Sample application</h1><p><a href="/login">Log in with your wallet</a></p>');
}

async function begin(): Promise<URL> {
  const verifier = client.randomPKCECodeVerifier();
  const [state, nonce] = [client.randomState(), client.randomNonce()];
  pending.set(state, { verifier, nonce });
  return client.buildAuthorizationUrl(config, {
    redirect_uri: `${home}/callback`,
    scope: 'openid profile',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  });
}

async function welcome(callback: URL): Promise<string> {
  const state = callback.searchParams.get('state') ?? '';
  const known = pending.get(state);
  pending.delete(state);
  if (known === undefined) return '<h1>No login of this application</h1>';
  const checks = { pkceCodeVerifier: known.verifier, expectedState: state, expectedNonce: known.nonce };
  const tokens = await client.authorizationCodeGrant(config, callback, checks);
  const user = await client.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '');
  const name = `${user.given_name} ${user.family_name}`;
  return `<h1>Welcome, ${escapeHtml(name)}</h1><p>Subject: <code>${escapeHtml(user.sub)}</code></p>`;
}

function page(response: ServerResponse, main: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sample application</title><main>${main}</main></html>`,
  );
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location }).end();
}

/** The wallet follows the page's link, as a phone would. @returns the address for the browser to return to */
async function presentWith(link: string): Promise<string> {
  return (await answerWith(held, link)).json.redirect_uri;
}

/** The same steps in a browser with a window, or in one without. @returns the text of the application's page */
async function logIn(): Promise<string> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    say('There is no Chromium here: a browser without a window takes its place.');
    const browser = new CookieBrowser();
    const shown = await browser.visit(`${home}/login`);
    const [, link = ''] = /href="([a-z0-9-]+:\/\/\?[^"]+)"/.exec(shown.text) ?? [];
    const { text } = await browser.visit(await presentWith(link.replaceAll('&#38;', '&')));
    return text.replace(/.*<main>|<\/main>.*/gs, '').replace(/<[^>]+>/g, ' ');
  }
  const browser = await chromium.launch({ executablePath, headless: !values.window, args: ['--no-sandbox'] });
  const tab = await browser.newPage();
  await tab.goto(home);
  await tab.getByRole('link', { name: 'Log in with your wallet' }).click();
  say(`2. The page of the login: ${await tab.title()}`);
  const link = await tab.getByRole('link', { name: 'Open wallet on this device' }).getAttribute('href');
  say('3. The wallet presents the names and the date of birth, and opens the way back.');
  await tab.goto(await presentWith(String(link)));
  const text = await tab.locator('main').innerText();
  if (values.window) await tab.waitForEvent('close', { timeout: 0 });
  await browser.close();
  return text;
}

say(`1. The application at ${home} knows the address ${issuer.href}, its client id and its secret.`);
say(`4. The application: ${(await logIn()).trim().replace(/\s+/g, ' ')}`);
application.closeAllConnections();
application.close();
await server.close();
