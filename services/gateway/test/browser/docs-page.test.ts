/** The page's scripts: served from here, with their imports, and nothing else from their folder. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGateway } from '../open-gateway.ts';

test('the script of the page and all that it imports are served', async (t) => {
  const gateway = await openGateway(t);
  const seen: string[] = [];
  for (const names = ['docs-page.js']; names.length > 0; ) {
    const name = names.pop() ?? '';
    const answer = await gateway.request(`/docs/assets/${name}`);
    assert.deepEqual(
      [answer.status, answer.headers.get('content-type')],
      [200, 'text/javascript; charset=utf-8'],
      name,
    );
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    seen.push(name);
    const imported = [...(await answer.text()).matchAll(/from '\.\/([^']+)'/g)].map(([, file = '']) => file);
    names.push(...imported.filter((file) => !seen.includes(file) && !names.includes(file)));
  }
  assert.deepEqual(seen.sort(), [
    'call-snippet.js',
    'docs-elements.js',
    'docs-languages.js',
    'docs-page.js',
    'docs-try.js',
  ]);
});

test('no other file of the folder is served', async (t) => {
  const gateway = await openGateway(t);
  for (const file of ['dc-api.js', 'docs-page.d.ts', 'tsconfig.tsbuildinfo', 'toString']) {
    assert.equal((await gateway.request(`/docs/assets/${file}`)).status, 404, file);
  }
});
