import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sealedWalletStatus } from '../../src/token/wallet-status.ts';
import { openIssuer } from '../world.ts';

test('the reference of an attested client is sealed for its session; any other client has none', async (t) => {
  const { platform } = await openIssuer(t);
  const session = { id: 's', tenant: 'default' };
  const status = { uri: 'https://provider.example/list', idx: 7, exp: 1 };
  const client = { clientId: 'w', authenticated: true, attestation: { instanceJkt: 'i', status } };
  const { sealedWalletStatus: sealed = '' } = await sealedWalletStatus(platform, session, client);
  const vault = await platform.vaults.of('default');
  assert.deepEqual(JSON.parse(vault.open(sealed, 'session/s/wallet-status')), status);
  const without = { ...client, attestation: { instanceJkt: 'i' } };
  assert.deepEqual(await sealedWalletStatus(platform, session, without), {});
  assert.deepEqual(await sealedWalletStatus(platform, session, undefined), {});
});
