import assert from 'node:assert/strict';
import { relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  createAccessAuthority,
  NOW,
  subjectWith,
  TENANT_KEY,
} from '@countersign/european-trust/test/registration/registrar';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { checkConfig } from '../../src/configuration/check-config.ts';
import { sharedPartyKeys } from '../../src/configuration/check-party-keys.ts';
import { folderOf } from './config-folder.ts';

const authority = await createAccessAuthority();
/** Two certificates of one key. */
const chains = await Promise.all(
  ['One', 'Two'].map(async (CN) =>
    (await authority.certificate({ subject: subjectWith({ CN }) })).certificate.toString(),
  ),
);
const key = String(TENANT_KEY.privateKey.export({ type: 'pkcs8', format: 'pem' }));

const party = (id: string, chain = '', set = '') => ({
  [`tenants/${id}/tenant.json`]: { actsFor: { sub: id } },
  [`tenants/${id}/keys/${set}request.key.pem`]: key,
  [`tenants/${id}/keys/${set}request.chain.pem`]: chain,
});

async function foundIn(t: TestContext, files: Readonly<Record<string, unknown>>, tenants = ['a', 'b']) {
  const root = folderOf(t, files);
  const { settings } = readSettings({ CONFIG_FOLDER: root, INTERMEDIARY_ID: 'B' });
  const found = await sharedPartyKeys({ settings, tenants, clock: () => NOW });
  const all = await checkConfig({ settings, environment: {}, clock: () => NOW });
  const places = found.map(({ file, detail }) => `${relative(root, file)} ${detail}`);
  for (const { detail } of found) assert.ok(all.findings.some((one) => one.detail === detail));
  return places;
}

test('two parties with one key are reported, also with different certificates and in a set', async (t) => {
  assert.deepEqual(await foundIn(t, { ...party('a', chains[0]), ...party('b', chains[1], 'shop/') }), [
    'tenants/b/keys/shop/request.chain.pem The party a has the same key: each party needs its own',
  ]);
});

test('tenants that ask for themselves may have one key, and a party may use its own in two sets', async (t) => {
  const own = { ...party('a', chains[0]), 'tenants/b/tenant.json': {}, 'tenants/b/keys/request.key.pem': key };
  assert.deepEqual(await foundIn(t, { ...own, 'tenants/b/keys/request.chain.pem': chains[1] }), []);
  assert.deepEqual(await foundIn(t, { ...party('a', chains[0]), ...party('a', chains[1], 'shop/') }), []);
});

test('a broken tenant.json is reported by another check', async (t) => {
  const files = { ...party('a', chains[0]), ...party('b', chains[1]), 'tenants/b/tenant.json': '{' };
  assert.deepEqual(await foundIn(t, files), []);
});
