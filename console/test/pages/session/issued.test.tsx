import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { Issued } from '../../../src/pages/session/issued.tsx';
import type { SessionView } from '../../../src/parts/flow/session-view.ts';
import { type Role, session } from '../../../src/state/session.ts';

afterEach(() => {
  session.value = { state: 'starting' };
});

const at = '2026-01-26T09:30:00.000Z';
const issued = (id: string, value: 0 | 1) => ({
  credentialConfigurationId: id,
  issuedAt: at,
  status: { uri: 'https://s.example/1', idx: 7, value },
});

function shown(role: Role, credentials: SessionView['issued']): string {
  session.value = { state: 'in', tenant: 't', variant: 'b', name: 'n', expiresAt: at, role };
  const view: SessionView = { id: 's', status: 'issued', createdAt: at, ...(credentials && { issued: credentials }) };
  return renderToString(<Issued session={view} onChanged={async () => undefined} />);
}

test('valid ones can be revoked, revoked ones restored, and those that are partly revoked both', () => {
  const html = shown('operator', [issued('pid', 0), issued('diploma', 1), issued('card', 0), issued('card', 1)]);
  assert.match(html, /aria-label="Revoke: pid"/);
  assert.match(html, /aria-label="Restore: diploma"/);
  assert.match(html, /1 revoked[\s\S]*aria-label="Revoke: card"[\s\S]*aria-label="Restore: card"/);
  assert.doesNotMatch(html, /Restore: pid|Revoke: diploma/);
});

test('a viewer sees the status without buttons; without credentials there is nothing', () => {
  const html = shown('viewer', [issued('pid', 1)]);
  assert.match(html, /revoked/);
  assert.doesNotMatch(html, /<button/);
  assert.equal(shown('admin', undefined), '');
});
