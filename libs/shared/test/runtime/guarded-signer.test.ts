import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '../../src/kernel/errors.ts';
import { silentLog } from '../../src/kernel/log.ts';
import type { Signer } from '../../src/keys/signer.ts';
import { guardedSigner } from '../../src/runtime/guarded-signer.ts';

const input = Buffer.from('input');
const signature = Buffer.alloc(64);

function world(sign: Signer['sign'], limits = { timeout: 1000, parallel: 2 }) {
  const outcomes: string[] = [];
  const signer = guardedSigner({
    signer: {
      name: 'vault',
      createKey: () => Promise.reject(new Error('none here')),
      sign,
      check: async () => undefined,
      close: async () => undefined,
    },
    limits: { ...limits, pause: 20 },
    metrics: {
      count: (_, labels) => void outcomes.push((labels as { outcome: string }).outcome),
      observe: () => undefined,
    },
    log: silentLog,
  });
  const trouble = async (): Promise<unknown> => {
    try {
      await signer.sign('k', input);
      return 'ok';
    } catch (error) {
      assert.ok(error instanceof ProtocolError);
      assert.equal(error.code, 'temporarily_unavailable');
      assert.equal(error.options.reason, 'signer_away');
      assert.equal(error.options.headers?.['retry-after'], '5');
      return (error.options.facts as { detail?: string } | undefined)?.detail;
    }
  };
  return { signer, trouble, outcomes };
}

test('a signature passes, and is counted', async () => {
  const { signer, outcomes } = world(async () => signature);
  assert.equal(await signer.sign('k', input), signature);
  assert.deepEqual(outcomes, ['ok']);
});

test('a signer that does not answer is given up at the limit', async () => {
  const { trouble, outcomes } = world(() => new Promise(() => undefined), { timeout: 20, parallel: 2 });
  assert.equal(await trouble(), 'timeout');
  assert.deepEqual(outcomes, ['timeout']);
});

test('one that fails is not asked for a while, then asked again', async () => {
  let [asked, away] = [0, true];
  const { trouble, signer } = world(async () => {
    asked += 1;
    if (away) throw new Error('secret of the token');
    return signature;
  });
  for (let turn = 0; turn < 5; turn += 1) assert.equal(await trouble(), 'failed');
  assert.equal(await trouble(), 'breaker_open');
  assert.equal(asked, 5);
  away = false;
  while ((await trouble()) !== 'ok') await new Promise((tick) => setTimeout(tick, 5));
  assert.equal(await signer.sign('k', input), signature);
});

test('calls at once are limited, in the order in which they come; too many are refused', async () => {
  let [running, most] = [0, 0];
  const order: string[] = [];
  const { signer, trouble } = world(
    async (reference) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((tick) => setImmediate(tick));
      running -= 1;
      order.push(reference);
      return signature;
    },
    { timeout: 5000, parallel: 2 },
  );
  const names = Array.from({ length: 10 }, (_, place) => `k${place}`);
  const all = names.map((name) => signer.sign(name, input));
  assert.equal(await trouble(), 'busy');
  await Promise.all(all);
  assert.equal(most, 2);
  assert.deepEqual(order, names);
});
