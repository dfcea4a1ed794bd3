/** The module that pages import, as served. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGateway } from '../open-gateway.ts';

const files = {
  '/dc-api.js': 'text/javascript; charset=utf-8',
  '/dc-api.d.ts': 'application/typescript; charset=utf-8',
};

for (const [path, contentType] of Object.entries(files)) {
  test(`${path} may be imported by pages of any origin, and kept for a while`, async (t) => {
    const gateway = await openGateway(t);
    const answer = await gateway.request(path, { headers: { origin: 'https://shop.example' } });
    const { status, headers } = answer;
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), contentType);
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.equal(headers.get('cache-control'), 'public, max-age=300');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    const etag = headers.get('etag') ?? '';
    const again = await gateway.request(path, { headers: { 'if-none-match': etag } });
    assert.equal(again.status, 304);
    assert.equal(await again.text(), '');
  });
}

test('the script is a module without imports, and runs as it is served', async (t) => {
  const gateway = await openGateway(t);
  const script = await (await gateway.request('/dc-api.js')).text();
  assert.doesNotMatch(script, /^\s*import\b|\bimport\(|\beval\(|new Function/m);
  const module: unknown = await import(`data:text/javascript,${encodeURIComponent(script)}`);
  const names = Object.keys(module as object).sort();
  assert.deepEqual(names, ['createCredential', 'isSupported', 'requestCredential']);
  const types = await (await gateway.request('/dc-api.d.ts')).text();
  for (const name of names) assert.match(types, new RegExp(`export declare function ${name}\\(`));
  // What each one does is in the types: an editor shows it.
  assert.match(types, /@returns the response to post, or why there isn't one; never rejects/);
});

test('neither counts for a variant or a tenant', async (t) => {
  const gateway = await openGateway(t);
  for (const path of ['/issuers/default/dc-api.js', '/default/dc-api.js', '/dc-api.js/x', '/dc-api.mjs']) {
    assert.equal((await gateway.request(path)).status, 404, path);
  }
});
