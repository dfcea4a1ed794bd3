/** The reference in which calls can be tried: its files come from this server alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TRY_POLICY } from '../../src/documents/try-page.ts';
import { openGateway } from '../open-gateway.ts';

test('page, script and style are served from here, under a policy without inline script and style', async (t) => {
  const gateway = await openGateway(t);
  const answer = await gateway.request('/docs/try');
  const text = await answer.text();
  assert.equal(answer.headers.get('content-security-policy'), TRY_POLICY);
  assert.doesNotMatch(TRY_POLICY, /unsafe/);
  assert.doesNotMatch(text, /https?:|<style|style=|<script>| on\w+=/);
  const files = [...text.matchAll(/"(assets\/[\w.-]+)"/g)].map(([, file = '']) => file);
  assert.deepEqual(files, ['assets/swagger-ui.css', 'assets/swagger-ui-bundle.js', 'assets/try-calls.js']);
  for (const file of files) {
    const served = await gateway.request(`/docs/${file}`, { headers: { 'accept-encoding': 'gzip' } });
    assert.equal(served.status, 200, file);
    assert.match(served.headers.get('content-type') ?? '', /^text\/(css|javascript)/);
    assert.equal(served.headers.get('content-encoding'), 'gzip');
    assert.equal(served.headers.get('x-content-type-options'), 'nosniff');
    await served.arrayBuffer();
  }
});

test('no other file of the package is served', async (t) => {
  const gateway = await openGateway(t);
  for (const file of ['index.html', 'package.json', 'swagger-ui-bundle.js.map', 'toString']) {
    assert.equal((await gateway.request(`/docs/assets/${file}`)).status, 404, file);
  }
});
