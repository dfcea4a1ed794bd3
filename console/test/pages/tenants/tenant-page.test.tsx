/** The page of one tenant: what it offers in each state, and the receipt of its erasure. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import type { Tenant } from '../../../src/pages/tenants/tenant.ts';
import { PresentTenant } from '../../../src/pages/tenants/tenant-page.tsx';
import { language } from '../../../src/state/settings.ts';

const at = '2030-01-01T00:00:00.000Z';
const museum: Tenant = { id: 'museum', name: 'Museum', source: 'api', state: 'active', since: at, createdAt: at };
const original = globalThis.fetch;

beforeEach(() => {
  globalThis.fetch = (() => new Promise(() => undefined)) as typeof fetch;
});
afterEach(() => {
  language.value = 'en';
  globalThis.fetch = original;
});

function page(tenant: Tenant): string {
  return renderToString(<PresentTenant tenant={tenant} onChanged={() => undefined} />);
}

test('each state offers what can be done', () => {
  assert.match(page(museum), />Suspend</);
  assert.match(page(museum), /Clients of museum/);
  assert.doesNotMatch(page(museum), />Erase</);
  assert.match(page({ ...museum, state: 'suspended' }), />Resume<[\s\S]*>Erase</);
  const ofFiles = page({ id: 'default', source: 'file', state: 'active' });
  assert.match(ofFiles, /change or remove it there[\s\S]*Clients of default/);
  assert.doesNotMatch(ofFiles, />Suspend</);
  assert.match(page({ ...museum, hiddenByFiles: true }), /takes precedence/);
});

test('an erasure shows what it has removed, and no clients', () => {
  const html = page({ ...museum, state: 'erasing', removed: { sessions: 12, clients: 0 } });
  assert.match(html, /is being erased[\s\S]*two minutes[\s\S]*sessions[\s\S]*12/);
  assert.doesNotMatch(html, /<code>clients|Clients of/);
  assert.match(page({ ...museum, state: 'erasing' }), /Nothing has been erased yet/);
});

test('the receipt says who asked, when, what is gone and what stays, in both languages', () => {
  const receipt = {
    requestedBy: { client: 'root', tenant: 'root', request: 'r-1' },
    startedAt: at,
    endedAt: at,
    removed: { sessions: 12 },
    kept: { statusLists: 2 },
    chain: 'c-h-a-i-n',
  };
  const html = page({ ...museum, state: 'erased', receipt });
  assert.match(html, /root of root[\s\S]*r-1[\s\S]*c-h-a-i-n[\s\S]*sessions[\s\S]*12[\s\S]*statusLists[\s\S]*2/);
  assert.doesNotMatch(html, /Clients of|>Erase</);
  language.value = 'de';
  assert.match(page({ ...museum, state: 'erased', receipt }), /Löschbestätigung[\s\S]*Für Prüfstellen aufbewahrt/);
});
