/** The secrets that sign the webhooks of a tenant. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { webhookSecrets } from '@countersign/shared/test/model/every-tenant';
import { tenantSecret, tenantSecrets } from '../../src/sending/tenant-secret.ts';
import { firstWebhookSecret, rotateWebhookSecret } from '../../src/sending/webhook-secret-transitions.ts';
import { world } from '../world.ts';

test('each generation of each tenant has its own secret, the same at each call; the first is that of earlier versions', async (t) => {
  const { platform } = await world(t);
  const vault = await platform.vaults.of('default');
  assert.deepEqual(tenantSecret(vault), vault.derive('webhook-signature'));
  const other = await platform.vaults.of('root');
  const all = [tenantSecret(vault), tenantSecret(vault, 2), tenantSecret(vault, 3), tenantSecret(other, 2)];
  assert.equal(new Set(all.map((secret) => secret.toString('hex'))).size, 4);
  assert.deepEqual(tenantSecret(vault, 2), tenantSecret(vault, 2));
});

test('the present secret, and the earlier ones whose overlap lasts', async (t) => {
  const { platform, store } = await world(t);
  const vault = await platform.vaults.of('default');
  const before = await tenantSecrets(platform, 'default', 0);
  assert.deepEqual([before.present, before.earlier], [tenantSecret(vault), []]);
  const first = { ...firstWebhookSecret('default'), rev: 0 };
  await store.insert(webhookSecrets, rotateWebhookSecret(first, { now: 0, overlap: 10 }).document);
  const during = await tenantSecrets(platform, 'default', 9);
  assert.deepEqual([during.present, during.earlier], [tenantSecret(vault, 2), [tenantSecret(vault)]]);
  assert.deepEqual((await tenantSecrets(platform, 'default', 10)).earlier, []);
});
