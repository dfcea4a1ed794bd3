import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { importPublicJwk } from '../../src/crypto/jwk.ts';
import { signJwtWith, verifyJwt } from '../../src/crypto/jwt.ts';
import { certificateHost } from '../../src/crypto/x509.ts';
import { ProtocolError } from '../../src/kernel/errors.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { createGenerations } from '../../src/keys/generations.ts';
import { createKeyRing } from '../../src/keys/key-ring.ts';
import { createMdocIssuers } from '../../src/keys/mdoc-issuer.ts';
import { createVaults } from '../../src/keys/vaults.ts';
import { noMetrics } from '../../src/metrics/metrics.ts';
import { LEAD } from '../../src/model/keys/key-states.ts';
import { openSigners } from '../../src/runtime/open-signers.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { openVaultServer, VAULT_TOKEN } from '../keys/vault-server.ts';
import { keyDocuments } from '../model/every-tenant.ts';
import { temporaryFolder, temporaryStore } from '../store/temporary.ts';

async function world(t: TestContext) {
  const vault = await openVaultServer(t);
  const [store, configFolder] = [await temporaryStore(t), await temporaryFolder(t)];
  const time = { now: Date.UTC(2030, 0, 1) };
  const clock = (): number => time.now;
  const vaults = createVaults({ store, masterKey: Buffer.alloc(32, 1), random: systemRandom, clock });
  const options = (env: Record<string, string>) => {
    const { settings } = readSettings({ PUBLIC_URL: 'https://issuer.example', SIGNER_TIMEOUT: '300', ...env });
    const signers = openSigners({ settings, metrics: noMetrics, log: silentLog });
    t.after(() => signers.close());
    return { store, vaults, publicUrl: 'https://issuer.example', configFolder, clock, log: silentLog, signers };
  };
  const there = { VAULT_ADDRESS: vault.address, VAULT_TOKEN };
  return { vault, store, time, options, there, inVault: { SIGNER: 'vault', ...there } };
}

async function signs(
  key: Parameters<typeof signJwtWith>[0] & { readonly publicJwk: Parameters<typeof importPublicJwk>[0] },
) {
  const token = await signJwtWith(key, { header: { typ: 'x' }, payload: {} });
  verifyJwt({ token, typ: 'x', key: importPublicJwk(key.publicJwk) });
}

test('with Vault no private key is in the store, the CA included, and signatures verify', async (t) => {
  const { vault, store, options, inVault } = await world(t);
  const { signers, ...rest } = options(inVault);
  const ring = createKeyRing({ ...rest, signers });
  await signs(await ring.signer('default', 'credential'));
  const query = { index: 'purpose', equal: ['default'], limit: 10 };
  const stored = (await store.find(keyDocuments, query)).documents.filter(({ purpose }) => purpose !== 'data');
  assert.deepEqual(
    stored.map(({ purpose, sealed, heldBy }) => [purpose, sealed, heldBy?.signer]),
    [
      ['ca', '', 'vault'],
      ['credential', '', 'vault'],
    ],
  );
  assert.deepEqual([...vault.keys.keys()], ['countersign-default-ca-1', 'countersign-default-credential-1']);
  await signers.checks.signer?.();
  // Another process finds the key in the store, and creates none.
  const again = await createKeyRing(options(inVault)).signer('default', 'credential');
  await signs(again);
  assert.equal(vault.keys.size, 2);
});

test('keys move by a rotation, there and back; those that exist still sign where they are', async (t) => {
  const { time, options, there, inVault } = await world(t);
  const local = options(there);
  await signs(await createKeyRing(local).signer('default', 'credential'));
  const of = { tenant: 'default', purpose: 'credential' } as const;
  const parts = {
    host: certificateHost('https://issuer.example'),
    random: systemRandom,
    mdocIssuerOf: createMdocIssuers(local),
  };
  const moved = createGenerations({ ...options(inVault), ...parts });
  assert.equal((await moved.rotate(of)).heldBy?.signer, 'vault');
  const ring = createKeyRing(local);
  await signs(await ring.signer('default', 'credential'));
  time.now += LEAD;
  const inside = await ring.signer('default', 'credential');
  await signs(inside);
  assert.equal((await createGenerations({ ...local, ...parts }).rotate(of)).heldBy, undefined);
  time.now += LEAD;
  assert.notEqual((await ring.signer('default', 'credential')).kid, inside.kid);
});

test('a signer that hangs, or is not configured, is `signer_away` for the wallet; verifiers still get the keys', async (t) => {
  const { vault, options, inVault } = await world(t);
  const ring = createKeyRing(options(inVault));
  const key = await ring.signer('default', 'credential');
  vault.mode = 'hang';
  const away = (detail: string) => (error: unknown) =>
    error instanceof ProtocolError &&
    error.code === 'temporarily_unavailable' &&
    error.options.reason === 'signer_away' &&
    (error.options.facts as { detail?: string } | undefined)?.detail === detail;
  await assert.rejects(key.sign(Buffer.from('x')), away('timeout'));
  assert.equal((await ring.published('default')).length, 1);
  const without = await createKeyRing(options({})).signer('default', 'credential');
  assert.equal(without.kid, key.kid);
  await assert.rejects(without.sign(Buffer.from('x')), away('not_configured'));
});

test('in the process nothing is opened and checked', async () => {
  const { settings } = readSettings({});
  const signers = openSigners({ settings, metrics: noMetrics, log: silentLog });
  assert.deepEqual([signers.forNewKeys, signers.byName.size, signers.checks], [undefined, 0, {}]);
  await signers.close();
});
