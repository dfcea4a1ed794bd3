import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Vault } from '@countersign/shared/keys/vault';
import type { Platform } from '@countersign/shared/runtime/service';
import { type ChainedRequest, chainedStatuses } from '../../src/credential/chained-statuses.ts';

const uri = 'https://provider.example/list';
/** Opens only text that contains its context. */
const vault = {
  open: (sealed: string, context: string) => {
    assert.equal(context, 'session/s/wallet-status');
    return sealed;
  },
} as Vault;
const platform = { vaults: { of: async () => vault } } as unknown as Platform;
const of = (more: Partial<ChainedRequest>) =>
  chainedStatuses(platform, {
    session: { id: 's', tenant: 't' },
    grant: {},
    configuration: { revocationChaining: true },
    statuses: [],
    ...more,
  });
const grant = { sealedWalletStatus: JSON.stringify({ uri, idx: 3, exp: 200 }) };

test('the references of wallet and keys, each once, and the first end of both', async () => {
  const statuses = [
    { uri, idx: 3, exp: 100 },
    { uri, idx: 3, exp: 300 },
    { uri, idx: 4 },
  ];
  assert.deepEqual(await of({ grant, statuses }), {
    statuses: [
      { uri, idx: 3, of: 'wallet' },
      { uri, idx: 3, of: 'keys' },
      { uri, idx: 4, of: 'keys' },
    ],
    before: 100,
  });
  assert.deepEqual(await of({ grant }), { statuses: [{ uri, idx: 3, of: 'wallet' }], before: 200 });
  assert.deepEqual(await of({ statuses: [{ uri, idx: 4 }] }), { statuses: [{ uri, idx: 4, of: 'keys' }] });
});

test('nothing where the configuration does not ask for it, or where nothing has a status', async () => {
  assert.equal(await of({ grant, configuration: {} }), undefined);
  assert.equal(await of({}), undefined);
});
