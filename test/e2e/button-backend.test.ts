/**
 * The sample shop of docs/examples with its button: only the browser that started gets the result, whoever brings the
 * code.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import {
  fetchRequest,
  type HeldCredential,
  post,
  present,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import { freePort } from '../support/child-server.ts';
import { holdPid, pidQuestion } from '../support/presentation.ts';
import { scanned } from '../support/qr.ts';
import { startSampleServer } from '../support/sample-server.ts';
import { API_KEY } from '../support/server.ts';

const BACKEND = join(resolve(import.meta.dirname, '../../..'), 'docs/examples/button-backend.mjs');

async function openSample(t: TestContext) {
  const server = await startSampleServer();
  const port = String(await freePort());
  const origin = `http://localhost:${port}`;
  const [pid] = pidQuestion.dcql_query.credentials;
  const claims = ['given_name', 'family_name'].map((name) => ({ path: [name] }));
  const dcql_query = { credentials: [{ ...pid, claims }] };
  server.writeConfig('presentation/shop.json', { ...pidQuestion, dcql_query, origins: [origin], issuerName: 'any' });
  const env = { COUNTERSIGN_URL: server.url, API_KEY, REQUEST_ID: 'shop', PORT: port, PATH: process.env.PATH };
  const child = spawn(process.execPath, [BACKEND], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((done) => child.once('exit', done));
  t.after(async () => {
    child.kill();
    await ended;
    await server.close();
  });
  assert.ok(child.stdout !== null);
  await new Promise((ready) => createInterface({ input: child.stdout }).once('line', ready));
  const held = await holdPid(server);
  const browser = async (path: string, cookie = '') => {
    const response = await fetch(`${origin}${path}`, { headers: { cookie } });
    const [given = ''] = response.headers.getSetCookie();
    return { status: response.status, text: await response.text(), cookie: given.split(';', 1)[0] ?? '' };
  };
  /** Loads the page, and fetches the ways of its button. */
  const begun = async () => {
    const { text, cookie } = await browser('/');
    const button = /src="([^"]+\/oid4vp\/button\/[^"]+)"/.exec(text)?.[1] ?? assert.fail(text);
    const { link, qr } = (await (await fetch(`${button}/request`, { headers: { origin } })).json()) as {
      readonly link: string;
      readonly qr: { readonly size: number; readonly path: string };
    };
    return { cookie, link, scannedLink: scanned(qr) };
  };
  return { held, browser, begun };
}

async function answer(held: HeldCredential, link: string): Promise<string> {
  const request = await fetchRequest(link);
  const { json } = await post(
    request.response_uri,
    responseFields(request, vpTokenOf(present(held, request), request)),
  );
  return json.redirect_uri === undefined ? '' : new URL(json.redirect_uri).pathname + new URL(json.redirect_uri).search;
}

test('a button on the page of a sample shop', async (t) => {
  const { held, browser, begun } = await openSample(t);

  await t.test('the wallet leads the browser back, which gets the result once', async () => {
    const { cookie, link } = await begun();
    const back = await answer(held, link);
    assert.match((await browser(back, cookie)).text, /Thank you, Erika Mustermann\./);
    assert.equal((await browser(back, cookie)).status, 403);
  });

  await t.test("a victim's wallet that answers an attacker's link brings neither of them the result", async () => {
    const attacker = await begun();
    const back = await answer(held, attacker.link);
    const victim = await browser(back);
    assert.deepEqual([victim.status, victim.text.includes('Erika')], [403, false]);
    const impatient = await browser('/done', attacker.cookie);
    assert.deepEqual([impatient.status, impatient.text.includes('Erika')], [403, false]);
  });

  await t.test('the code of another session, and a guess, open nothing', async () => {
    const [one, other] = [await begun(), await begun()];
    const foreign = await answer(held, other.link);
    await answer(held, one.link);
    for (const path of [foreign, '/back?response_code=guess']) {
      assert.equal((await browser(path, one.cookie)).status, 403, path);
    }
  });

  await t.test('after the code on another device the page asks for the result by its cookie', async () => {
    const { cookie, scannedLink } = await begun();
    assert.equal(await answer(held, scannedLink), '');
    assert.match((await browser('/done', cookie)).text, /Thank you, Erika Mustermann\./);
  });
});
