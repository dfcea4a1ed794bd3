/** The page "Tenants": its list, and what an administrator sees who does not manage the platform. */
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { TenantPage } from '../../../src/pages/tenants/tenant-page.tsx';
import { TenantsPage, TenantTable } from '../../../src/pages/tenants/tenants-page.tsx';
import { session } from '../../../src/state/session.ts';
import { language } from '../../../src/state/settings.ts';

const at = '2030-01-01T00:00:00.000Z';
const original = globalThis.fetch;
let asked: string[] = [];

afterEach(() => {
  session.value = { state: 'starting' };
  language.value = 'en';
  globalThis.fetch = original;
});

function signIn(platform: boolean): void {
  asked = [];
  globalThis.fetch = ((to: string) => {
    asked.push(to);
    return new Promise(() => undefined);
  }) as typeof fetch;
  session.value = { state: 'in', tenant: 'museum', variant: 'b', role: 'admin', name: 'n', expiresAt: at, platform };
}

test('the list says source and state, and what files hide; names of others stay text', () => {
  const html = renderToString(
    <TenantTable
      tenants={[
        { id: 'default', source: 'file', state: 'active' },
        { id: 'museum', name: '<b>Museum</b>', source: 'api', state: 'suspended', since: at, hiddenByFiles: true },
        { id: 'museum', source: 'file', state: 'active' },
      ]}
    />,
  );
  assert.match(html, /href="\/console\/tenants\/default"[\s\S]*active[\s\S]*file or environment/);
  assert.match(html, /&lt;b>Museum[\s\S]*suspended[\s\S]*API[\s\S]*overridden by files/);
  assert.ok(!html.includes('<b>'));
  assert.equal(html.match(/overridden by files/g)?.length, 1);
});

test('the platform sees all tenants, and can make one', () => {
  signIn(true);
  assert.match(renderToString(<TenantsPage parameters={{}} />), /Create tenant/);
  assert.deepEqual(asked, ['/tenants?limit=100']);
  language.value = 'de';
  assert.match(renderToString(<TenantsPage parameters={{}} />), /Mandanten anlegen/);
});

test('another administrator sees the clients of the own tenant alone, whichever tenant the address names', () => {
  for (const page of [
    <TenantsPage key="all" parameters={{}} />,
    <TenantPage key="one" parameters={{ id: 'other' }} />,
  ]) {
    signIn(false);
    const html = renderToString(page);
    assert.deepEqual(asked, ['/tenants/museum/clients?limit=100']);
    assert.match(html, /Clients of museum/);
    assert.doesNotMatch(html, /Create tenant|All tenants|Suspend|other/);
  }
});
