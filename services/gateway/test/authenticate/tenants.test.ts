/** Which tenants exist. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@countersign/shared/test/store/temporary';
import type { Client } from '../../src/authenticate/client.ts';
import { createTenants } from '../../src/authenticate/tenants.ts';
import { reservedWords } from '../../src/edge/match.ts';

test('a tenant exists as soon as it has a folder or a client', async (t) => {
  const configFolder = await temporaryFolder(t);
  mkdirSync(join(configFolder, 'tenants', 'by-folder'), { recursive: true });
  writeFileSync(join(configFolder, 'tenants', 'a-file'), '');
  const clients = new Map<string, Client>();
  const exists = createTenants({ configFolder, clients: async () => clients, reserved: new Set(['health']) });
  assert.equal(await exists('by-folder'), true);
  assert.equal(await exists('a-file'), false);
  assert.equal(await exists('by-client'), false);
  clients.set('c', { id: 'c', tenant: 'by-client', role: 'admin', secret: { kind: 'plain', stored: 's' } });
  assert.equal(await exists('by-client'), true);
});

test('a folder with trust or keys alone makes no tenant of files, and one with anything else does', async (t) => {
  const configFolder = await temporaryFolder(t);
  const exists = createTenants({ configFolder, clients: async () => new Map(), reserved: new Set() });
  const folder = join(configFolder, 'tenants', 'museum');
  mkdirSync(join(folder, 'trust', 'issuers'), { recursive: true });
  assert.equal(await exists('museum'), false, 'trust');
  mkdirSync(join(folder, 'keys'));
  writeFileSync(join(folder, '.keep'), '');
  assert.equal(await exists('museum'), false, 'trust, keys and a hidden file');
  writeFileSync(join(folder, 'display.json'), '[]');
  assert.equal(await exists('museum'), true);
});

test('a reserved word, the default tenant and a path out of the folder are no tenants, even with such a folder', async (t) => {
  const configFolder = await temporaryFolder(t);
  for (const name of ['health', 'default', 'other'])
    mkdirSync(join(configFolder, 'tenants', name), { recursive: true });
  const exists = createTenants({ configFolder, clients: async () => new Map(), reserved: reservedWords() });
  for (const id of ['health', 'default', '..', '.', '', '../tenants/other', 'a/b', '\0']) {
    assert.equal(await exists(id), false, id);
  }
});

test('with edits of the folder it is asked again only after an edit', async (t) => {
  const configFolder = await temporaryFolder(t);
  const state = { count: 0 };
  const edits = {
    count: () => state.count,
    version: () => state.count,
    doubt: () => undefined,
    covers: () => true,
    known: () => Promise.resolve(),
    close: () => undefined,
  };
  const exists = createTenants({ configFolder, clients: async () => new Map(), reserved: new Set(), edits });
  assert.equal(await exists('t1'), false);
  mkdirSync(join(configFolder, 'tenants', 't1'), { recursive: true });
  assert.equal(await exists('t1'), false, 'no edit was reported');
  state.count += 1;
  assert.equal(await exists('t1'), true);
});
