/** The button, ready to paste. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ButtonOptions, backendCall, pageHtml, policyOf } from '../../../src/pages/verify/button-snippets.ts';

const options: ButtonOptions = {
  server: 'https://issuer.example/base',
  variant: 'a',
  configuration: 'name-check',
  origin: 'https://shop.example',
  hasSeveral: false,
  crossDevice: false,
  words: { keep: 'Keep it.', thanks: "It's done", refused: '</script>', expired: 'Reload' },
};

/** Runs a snippet with a server that responds as ours does. @returns the requests, and its results */
async function run(text: string) {
  const sent: { url: string; init: RequestInit }[] = [];
  const fetchIt = async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return Response.json({ session: 's', button: 'b' });
  };
  const AsyncFunction = Object.getPrototypeOf(run).constructor;
  const results = await new AsyncFunction('fetch', 'process', `${text}\nreturn { session, button };`)(fetchIt, {
    env: { API_KEY: 'key', ACCESS_TOKEN: 'token' },
  });
  const [{ url, init } = { url: '', init: {} }] = sent;
  return { url, headers: init.headers, body: JSON.parse(String(init.body)), results };
}

test('the call of variant A sends the key, and gives session and button', async () => {
  assert.deepEqual(await run(backendCall(options)), {
    url: 'https://issuer.example/base/oid4vp',
    headers: { 'x-api-key': 'key', 'content-type': 'application/json' },
    body: { response_type: 'button', requestId: 'name-check', redirectUri: 'https://shop.example/back' },
    results: { session: 's', button: 'b' },
  });
});

test('the call of variant B sends a token; several origins and other devices are said', async () => {
  const { url, headers, body } = await run(
    backendCall({ ...options, variant: 'b', hasSeveral: true, crossDevice: true, configuration: "o'neil" }),
  );
  assert.equal(url, 'https://issuer.example/base/presentation-management/request');
  assert.deepEqual(headers, { authorization: 'Bearer token', 'content-type': 'application/json' });
  assert.deepEqual([body.requestId, body.origin, body.crossDevice], ["o'neil", 'https://shop.example', true]);
});

test('the page loads the element of this server, and its words end no script', () => {
  const html = pageHtml(options);
  assert.match(html, /src="https:\/\/issuer\.example\/base\/countersign-button\/v1\.js"/);
  assert.equal(html.match(/<\/script>/g)?.length, 2);
  const [, script = ''] = /<script type="module">([\s\S]*)<\/script>\n$/.exec(html) ?? [];
  assert.doesNotThrow(() => new Function(script));
  assert.equal(policyOf(options.server), 'script-src https://issuer.example; connect-src https://issuer.example');
});
