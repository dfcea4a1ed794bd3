import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { Facts, SessionPage } from '../../../src/pages/session/session-page.tsx';
import { type Role, session } from '../../../src/state/session.ts';

const at = '2026-01-26T09:30:00.000Z';
const original = globalThis.fetch;

afterEach(() => {
  session.value = { state: 'starting' };
  globalThis.fetch = original;
});

test('what is known about a session, with links to those it belongs to; what is not known has no row', () => {
  const html = renderToString(
    <Facts
      session={{
        id: 's1',
        status: 'issued',
        kind: 'issuance',
        configurations: ['pid', 'diploma'],
        createdAt: at,
        state: '<b>order</b>',
        firstSession: 's0',
        redemptions: { limit: 9, redeemed: 2 },
      }}
    />,
  );
  assert.match(html, /issued[\s\S]*s1[\s\S]*Issuance[\s\S]*pid, diploma/);
  assert.match(html, /&lt;b>order/);
  assert.match(html, /href="\/console\/sessions\/s0"/);
  assert.match(html, /2 of 9/);
  assert.doesNotMatch(html, /Offer that it redeems|Open until/);
  const little = renderToString(<Facts session={{ id: 's', status: 'later', createdAt: at }} />);
  assert.match(little, /later/);
  assert.doesNotMatch(little, /Your reference|Kind/);
});

test('only who administers may erase; the page reads the session and its deliveries', () => {
  const asked: string[] = [];
  globalThis.fetch = ((address: string) => {
    asked.push(address);
    return new Promise(() => undefined);
  }) as typeof fetch;
  const shown = (role: Role): string => {
    session.value = { state: 'in', tenant: 't', variant: 'b', name: 'n', expiresAt: at, role };
    return renderToString(<SessionPage parameters={{ id: 'a/b' }} />);
  };
  assert.match(shown('admin'), />Erase<\/button>/);
  assert.doesNotMatch(shown('operator'), />Erase<\/button>/);
  assert.deepEqual(new Set(asked), new Set(['/session/a%2Fb', '/session/a%2Fb/deliveries']));
});
