import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { Issued } from '../../../src/pages/session/issued.tsx';
import type { SessionView } from '../../../src/parts/flow/session-view.ts';
import { type Role, type SignedIn, session } from '../../../src/state/session.ts';

afterEach(() => {
  session.value = { state: 'starting' };
});

const at = '2026-01-26T09:30:00.000Z';
const issued = (id: string, value: 0 | 1 | 2) => ({
  credentialConfigurationId: id,
  issuedAt: at,
  status: { uri: 'https://s.example/1', idx: 7, value },
});

function shown(role: Role, credentials: SessionView['issued'], profile: SignedIn['profile'] = 'open'): string {
  session.value = { state: 'in', tenant: 't', variant: 'b', name: 'n', expiresAt: at, role, profile };
  const view: SessionView = { id: 's', status: 'issued', createdAt: at, ...(credentials && { issued: credentials }) };
  return renderToString(<Issued session={view} onChanged={async () => undefined} />);
}

test('valid ones can be revoked, revoked ones restored, and those that are partly revoked both', () => {
  const html = shown('operator', [issued('pid', 0), issued('diploma', 1), issued('card', 0), issued('card', 1)]);
  assert.match(html, /aria-label="Revoke: pid"/);
  assert.match(html, /aria-label="Reinstate: diploma"/);
  assert.match(html, /1 revoked[\s\S]*aria-label="Revoke: card"[\s\S]*aria-label="Reinstate: card"/);
  assert.doesNotMatch(html, /Reinstate: pid|Revoke: diploma/);
});

test('profile eu: valid ones can be suspended, suspended ones resumed, revoked ones nothing', () => {
  const html = shown('operator', [issued('pid', 0), issued('diploma', 1), issued('card', 2)], 'eu');
  assert.match(html, /aria-label="Suspend: pid"/);
  assert.match(html, /suspended[\s\S]*aria-label="Revoke: card"[\s\S]*aria-label="Resume: card"/);
  assert.doesNotMatch(html, /Reinstate|Resume: pid|Suspend: card|: diploma"/);
});

test('a credential without a status shows that, and no button', () => {
  const html = shown('admin', [{ credentialConfigurationId: 'brief', issuedAt: at }], 'eu');
  assert.match(html, /without a status/);
  assert.doesNotMatch(html, /<button/);
});

test('a viewer sees the status without buttons; without credentials there is nothing', () => {
  const html = shown('viewer', [issued('pid', 1)]);
  assert.match(html, /revoked/);
  assert.doesNotMatch(html, /<button/);
  assert.equal(shown('admin', undefined), '');
});
