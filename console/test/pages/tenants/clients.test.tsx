/** Clients of a tenant: the table, the secret that is shown once, and the questions before a change. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { ClientDialog } from '../../../src/pages/tenants/client-dialog.tsx';
import { ClientTable } from '../../../src/pages/tenants/client-table.tsx';
import { bodyOf, NewClient } from '../../../src/pages/tenants/new-client.tsx';
import type { Client } from '../../../src/pages/tenants/tenant.ts';
import { language } from '../../../src/state/settings.ts';

const counter: Client = { client_id: 'museum-1', role: 'operator', name: '<i>Counter</i>', source: 'api' };
const nothing = () => undefined;
const table = (...clients: readonly Client[]): string =>
  renderToString(<ClientTable clients={clients} onAsk={nothing} />);

test('a client of the interface can be changed, rotated and removed; one of files can not', () => {
  const html = table(counter);
  for (const label of ['Change museum-1', 'New secret for museum-1', 'Remove museum-1'])
    assert.match(html, new RegExp(`aria-label="${label}"`));
  assert.ok(!html.includes('<i>'));
  assert.doesNotMatch(table({ ...counter, source: 'file' }), /<button/);
  const hidden = table({ ...counter, hiddenByFiles: true });
  assert.match(hidden, /overridden by files/);
  assert.doesNotMatch(hidden, /<button/);
});

test('the state of the secret', () => {
  assert.match(table(counter), /One active secret/);
  assert.match(table({ ...counter, formerSecretUntil: '2030-01-01T00:00:00.000Z' }), /until[\s\S]*dateTime|datetime/i);
  assert.match(table({ ...counter, locked: true }), /locked: rotate/);
  assert.match(table({ ...counter, source: 'file' }), /In files/);
});

test('each change asks first, in both languages', () => {
  const dialog = (what: 'change' | 'rotate' | 'remove'): string =>
    renderToString(
      <ClientDialog tenant="museum" asked={{ what, client: counter }} onDone={nothing} onCancel={nothing} />,
    );
  assert.match(dialog('change'), /<select[\s\S]*operator[\s\S]*Save/);
  assert.match(dialog('rotate'), /Overlap in seconds[\s\S]*value="3600"/);
  assert.match(dialog('remove'), /Remove the client museum-1\?[\s\S]*button danger/);
  const closed = <ClientDialog tenant="museum" asked={undefined} onDone={nothing} onCancel={nothing} />;
  assert.doesNotMatch(renderToString(closed), /<button/);
  language.value = 'de';
  try {
    assert.match(dialog('rotate'), /Übergangsfrist in Sekunden/);
  } finally {
    language.value = 'en';
  }
});

test('a new client is an operator by default, and empty fields are left to the interface', () => {
  assert.match(renderToString(<NewClient tenant="museum" onMade={nothing} />), /<option[^>]*selected[^>]*>operator/);
  assert.deepEqual(bodyOf({ id: ' ', role: 'viewer', name: '' }), { role: 'viewer' });
  assert.deepEqual(bodyOf({ id: ' a ', role: 'admin', name: 'A ' }), { role: 'admin', client_id: 'a', name: 'A' });
});
