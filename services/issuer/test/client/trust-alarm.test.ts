import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '@countersign/shared/kernel/log';
import { createTrustAlarm } from '../../src/client/trust-alarm.ts';

test('each refused request is counted; the log has a line for each tenant and minute', () => {
  let now = 1000;
  const counted: string[] = [];
  const logged: string[] = [];
  const alarm = createTrustAlarm({
    log: { ...silentLog, error: (_, fields) => logged.push(`${fields?.tenant}: ${fields?.detail}`) },
    metrics: { count: (name) => counted.push(name), observe: () => undefined, watch: () => undefined },
    clock: () => now,
  });
  alarm('a', 0);
  alarm('a', 0);
  alarm('b', 2);
  now += 59_999;
  alarm('a', 0);
  now += 1;
  alarm('a', 1);
  assert.equal(counted.length, 5);
  assert.equal(counted[0], 'countersign_wallet_trust_missing_total');
  assert.deepEqual(logged, [
    'a: There is no anchor in trust/wallet-providers',
    'b: No anchor in trust/wallet-providers is valid now',
    'a: No anchor in trust/wallet-providers is valid now',
  ]);
});
