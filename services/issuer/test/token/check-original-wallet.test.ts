import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RefreshGrantDocument } from '@countersign/shared/model/refresh-grants';
import type { Platform } from '@countersign/shared/runtime/service';
import type { ListedStatus } from '@countersign/shared/trust/status-lookup';
import { checkOriginalWallet } from '../../src/token/check-original-wallet.ts';
import { NOW } from '../support.ts';

const listed = { uri: 'https://provider.example/list', idx: 7 };

function asking(state: ListedStatus['state'], status: object | undefined, keys: object = {}) {
  let asked = 0;
  const vault = {
    open: (sealed: string, context: string) => (sealed.startsWith(context) ? sealed.slice(context.length) : '{}'),
  };
  const platform = { clock: () => NOW, vaults: { of: async () => vault }, log: { warn: () => undefined } };
  const check = () =>
    checkOriginalWallet({
      platform: platform as unknown as Platform,
      trustAnchors: async () => [],
      statusOf: async ({ reference: { uri, idx } }) => {
        assert.deepEqual({ uri, idx }, listed);
        asked += 1;
        return { state, value: 1 } as ListedStatus;
      },
      record: {
        ...{ id: 'r', tenant: 't1', configurationIds: ['pid'], issued: [], ...keys },
        ...(status === undefined ? {} : { sealedWalletStatus: `refresh/r/wallet-status${JSON.stringify(status)}` }),
      } as Partial<RefreshGrantDocument> as RefreshGrantDocument,
    });
  return { check, asked: () => asked };
}

test('a wallet that is not revoked passes, and one without a status is not asked about', async () => {
  await asking('valid', listed).check();
  const none = asking('invalid', undefined);
  await none.check();
  assert.equal(none.asked(), 0);
});

test('a revoked wallet gets no token; while its list is unreachable it asks again', async () => {
  await assert.rejects(asking('invalid', listed).check(), { code: 'invalid_grant' });
  await assert.rejects(asking('unusable', listed).check(), { code: 'invalid_grant' });
  await assert.rejects(asking('unreachable', listed).check(), { code: 'temporarily_unavailable' });
});

test('a status is asked for until its provider drops it', async () => {
  const before = asking('invalid', { ...listed, exp: NOW / 1000 + 1 });
  await assert.rejects(before.check(), { code: 'invalid_grant' });
  const after = asking('invalid', { ...listed, exp: NOW / 1000 });
  await after.check();
  assert.equal(after.asked(), 0);
});

test('keys that were revoked since are not renewed; those of a configuration that is not renewed do not count', async () => {
  const sealedKeyStatuses = `refresh/r/key-statuses${JSON.stringify([listed])}`;
  const issued = (configurationId: string) => ({ issued: [{ configurationId, session: 's', sealedKeyStatuses }] });
  await assert.rejects(asking('invalid', undefined, issued('pid')).check(), { code: 'invalid_grant' });
  await assert.rejects(asking('unreachable', undefined, issued('pid')).check(), { code: 'temporarily_unavailable' });
  await asking('valid', undefined, issued('pid')).check();
  const other = asking('invalid', undefined, issued('pass'));
  await other.check();
  assert.equal(other.asked(), 0);
});
