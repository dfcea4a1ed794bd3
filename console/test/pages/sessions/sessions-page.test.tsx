import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { SessionsPage, SessionTable } from '../../../src/pages/sessions/sessions-page.tsx';
import { address } from '../../../src/state/address.ts';
import { type Role, session } from '../../../src/state/session.ts';

const at = '2026-01-26T09:30:00.000Z';
const original = globalThis.fetch;

afterEach(() => {
  session.value = { state: 'starting' };
  address.value = { path: '/', query: {} };
  globalThis.fetch = original;
});

const items = [
  {
    id: 's/1',
    status: 'failed',
    kind: 'issuance' as const,
    configurations: ['pid'],
    createdAt: at,
    error: { code: 'c', explanation: 'It <i>failed</i>' },
  },
  { id: 's2', status: 'created', createdAt: at },
];

test('each session leads to its page, with its state and why it failed', () => {
  const html = renderToString(<SessionTable found={{ items, next: 'n' }} more={() => undefined} />);
  assert.match(html, /href="\/console\/sessions\/s%2F1"/);
  assert.match(html, /Issuance[\s\S]*pid[\s\S]*failed[\s\S]*It &lt;i>failed/);
  assert.match(html, /Older sessions/);
});

test('a session whose credentials were revoked or suspended says so, in part too', () => {
  const issued = ([0, 1, 2] as const).map((value) => ({
    credentialConfigurationId: value === 2 ? 'mdl' : 'pid',
    issuedAt: at,
    status: { uri: 'https://issuer.example/status/1', idx: value, value },
  }));
  const badgesOf = (credentials: typeof issued): string => {
    const found = { items: [{ id: 's', status: 'issued', createdAt: at, issued: credentials }], next: undefined };
    const html = renderToString(<SessionTable found={found} more={undefined} />);
    return [...html.matchAll(/class="badge ?(\w*)"[^>]*>([^<]*)</g)].map(([, tone, text]) => `${tone} ${text}`).join();
  };
  assert.equal(badgesOf(issued), 'good issued,warn 1 revoked,warn 1 suspended');
  assert.equal(badgesOf(issued.slice(1, 2)), 'good issued,bad revoked');
  assert.equal(badgesOf(issued.slice(0, 1)), 'good issued');
});

test('without older sessions, or with as many as a person reads, there is no button for more', () => {
  assert.doesNotMatch(
    renderToString(<SessionTable found={{ items, next: undefined }} more={() => undefined} />),
    /Older/,
  );
  assert.doesNotMatch(renderToString(<SessionTable found={{ items, next: 'n' }} more={undefined} />), /Older/);
});

test('the filters of the address are asked for; a viewer has no filter by the text of the backend', () => {
  const asked: string[] = [];
  globalThis.fetch = ((to: string) => {
    asked.push(to);
    return new Promise(() => undefined);
  }) as typeof fetch;
  const shown = (role: Role): string => {
    session.value = { state: 'in', tenant: 't', variant: 'b', name: 'n', expiresAt: at, role };
    return renderToString(<SessionsPage parameters={{}} />);
  };
  address.value = { path: '/sessions', query: { status: 'failed', configuration: 'gone', state: 'Erika' } };
  const html = shown('operator');
  assert.ok(asked.includes('/session?status=failed&configuration=gone&limit=25'), asked.join(' '));
  assert.match(html, /<option[^>]*selected[^>]*>failed|<option[^>]*>failed/);
  // A configuration that is gone is still the filter.
  assert.match(html, /<option[^>]*>gone/);
  assert.match(html, /Your reference/);
  assert.doesNotMatch(shown('viewer'), /Your reference/);
});
