import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { IssuePage } from '../../../src/pages/issue/issue-page.tsx';

test('reads the configurations, and shows progress until they are there', (t) => {
  const asked: string[] = [];
  t.mock.method(globalThis, 'fetch', (to: string) => {
    asked.push(to);
    return new Promise(() => undefined);
  });
  const html = renderToString(<IssuePage parameters={{}} />);
  assert.match(html, /<h1[^>]*>Issue<\/h1>[\s\S]*Loading/);
  assert.deepEqual(asked, ['/issuer-management']);
});
