import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { Problem } from '../src/api/problem.ts';
import { Shell } from '../src/shell.tsx';
import { session } from '../src/state/session.ts';
import { language } from '../src/state/settings.ts';

afterEach(() => {
  session.value = { state: 'starting' };
  language.value = 'en';
});

const signedIn = { state: 'in', tenant: 'root', variant: 'b', name: 'Ada', expiresAt: '2030-01-01T00:00:00Z' } as const;

test('the navigation has the pages of the role', () => {
  session.value = { ...signedIn, role: 'viewer' };
  const viewer = renderToString(<Shell />);
  assert.match(viewer, /<nav aria-label="Pages">/);
  assert.match(viewer, /aria-current="page"[^>]*>Home|>Home<\/a>/);
  assert.doesNotMatch(viewer, />Issue<\/a>|>Audit<\/a>/);
  session.value = { ...signedIn, role: 'admin' };
  assert.match(renderToString(<Shell />), />Issue<\/a>[\s\S]*>Audit<\/a>/);
});

test('what the server says is text, never markup', () => {
  session.value = { ...signedIn, role: 'viewer', name: '<img src=x onerror=alert(1)>' };
  const html = renderToString(<Shell />);
  assert.doesNotMatch(html, /<img/);
  assert.match(html, /&lt;img/);
});

test('the sign-in page, a server that is away, and both languages', () => {
  session.value = { state: 'out', ended: true };
  assert.match(renderToString(<Shell />), /You were signed out/);
  language.value = 'de';
  assert.match(renderToString(<Shell />), /Sie wurden abgemeldet/);
  session.value = { state: 'away', problem: new Problem({ status: 0, code: 'no_answer', detail: 'x' }) };
  assert.match(renderToString(<Shell />), /Der Server antwortet nicht[\s\S]*Erneut versuchen/);
});
