import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInProcessCache } from '@countersign/shared/cache/in-process';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { createAddressLimit } from '../../src/edge/address-limit.ts';
import { createCallQuota } from '../../src/quotas/call-quota.ts';

/** How many of the requests pass. */
function passing(limit: (address: string) => unknown, address: string, requests: number): number {
  let passed = 0;
  for (let n = 0; n < requests; n += 1) {
    try {
      limit(address);
      passed += 1;
    } catch (error) {
      assert.ok(error instanceof ProtocolError && error.code === 'rate_limited');
    }
  }
  return passed;
}

test('each address has a number of requests per second', () => {
  let now = 5000;
  const limit = createAddressLimit({ clock: () => now, kind: 'wallet', perSecond: 3 });
  assert.equal(passing(limit, '192.0.2.1', 10), 3);
  assert.equal(passing(limit, '192.0.2.2', 2), 2);
  assert.equal(passing(limit, '2001:db8:1:2::1', 2) + passing(limit, '2001:db8:1:2:9::1', 2), 3, 'one /64');
  now += 999;
  assert.equal(passing(limit, '192.0.2.1', 1), 0);
  now += 1;
  assert.equal(passing(limit, '192.0.2.1', 10), 3);
});

test('the default limit allows fifty wallets of one address to begin in one second', () => {
  const { settings } = readSettings({});
  const limit = createAddressLimit({ clock: () => 0, kind: 'wallet', perSecond: settings.RATE_WALLET });
  assert.equal(passing(limit, '192.0.2.1', 50 * 4), 200);
  assert.equal(passing(limit, '192.0.2.1', 1), 0);
});

test('0 switches it off', () => {
  assert.equal(passing(createAddressLimit({ clock: () => 0, kind: 'wallet', perSecond: 0 }), '192.0.2.1', 5000), 5000);
});

test('of workers that count together, an address has the number once', async () => {
  let now = 5000;
  const cache = createInProcessCache({ clock: () => now });
  const workers = [0, 1, 2].map(() =>
    createAddressLimit({
      clock: () => now,
      kind: 'open',
      perSecond: 40,
      together: createCallQuota({ cache, clock: () => now, window: 1000 }),
    }),
  );
  const passed = async (address: string): Promise<number> => {
    const requests = Array.from({ length: 120 }, (_, i) =>
      Promise.resolve(workers[i % 3]?.(address)).then(
        () => 1,
        (error: unknown) => {
          assert.ok(error instanceof ProtocolError && error.code === 'rate_limited');
          return 0;
        },
      ),
    );
    return (await Promise.all(requests)).reduce((sum: number, one) => sum + one, 0);
  };
  assert.equal(await passed('192.0.2.1'), 40);
  assert.equal(await passed('192.0.2.2'), 40);
  assert.equal(await passed('192.0.2.1'), 0);
  now += 1000;
  assert.equal(await passed('192.0.2.1'), 40);
});

test('a refusal names the setting of its kind, and kinds that count together have counters of their own', async () => {
  const cache = createInProcessCache({ clock: () => 0 });
  const together = createCallQuota({ cache, clock: () => 0, window: 1000 });
  const [wallet, open] = (['wallet', 'open'] as const).map((kind) =>
    createAddressLimit({ clock: () => 0, kind, perSecond: 1, together }),
  );
  await wallet?.('192.0.2.1');
  await open?.('192.0.2.1');
  await assert.rejects(async () => wallet?.('192.0.2.1'), /^ProtocolError: RATE_WALLET allows 1 /);
  await assert.rejects(async () => open?.('192.0.2.1'), /^ProtocolError: RATE_OPEN allows 1 /);
});

test('the default of RATE_OPEN admits the documents of what RATE_WALLET admits', () => {
  const { settings } = readSettings({});
  const limit = createAddressLimit({ clock: () => 0, kind: 'open', perSecond: settings.RATE_OPEN });
  // Fifty issuances of one address, each with offer, two kinds of metadata, page, keys, types, schema and credential.
  assert.equal(passing(limit, '192.0.2.1', 50 * 10), 500);
  assert.ok(passing(limit, '192.0.2.1', 10_000) < 10_000);
});
