import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { RequestFields, VerifyPage } from '../../../src/pages/verify/verify-page.tsx';
import { language } from '../../../src/state/settings.ts';

afterEach(() => {
  language.value = 'en';
});

test('reads the configurations, and shows progress until they are there', (t) => {
  const asked: string[] = [];
  t.mock.method(globalThis, 'fetch', (to: string) => {
    asked.push(to);
    return new Promise(() => undefined);
  });
  assert.match(renderToString(<VerifyPage parameters={{}} />), /<h1[^>]*>Verify<\/h1>[\s\S]*Loading/);
  assert.deepEqual(asked, ['/presentation-management']);
});

test('a request for a wallet on another device needs no address to go back to', () => {
  language.value = 'de';
  const html = renderToString(<RequestFields ids={['age', '<b>']} first="age" onMade={() => undefined} />);
  assert.match(html, /<option[^>]*>age[\s\S]*&lt;b>[\s\S]*Anfrage erstellen/);
  assert.doesNotMatch(html, /redirectUri/);
});
