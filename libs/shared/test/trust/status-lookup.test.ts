import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OutboundError } from '../../src/http/outbound-error.ts';
import { reference, statusWorld } from './status-world.ts';

test('valid, invalid with its value, and no such entry', async () => {
  const { lookup } = statusWorld();
  const at = (idx: number) => lookup({ reference: { ...reference, idx }, tenant: 'default' });
  assert.deepEqual(await at(1), { state: 'valid' });
  assert.deepEqual(await at(0), { state: 'invalid', value: 1 });
  assert.deepEqual(await at(16), { state: 'unusable' });
});

test('no server, and an address that is not reached from here', async () => {
  for (const [code, state] of [
    ['refused', 'unreachable'],
    ['timeout', 'unreachable'],
    ['address', 'unusable'],
    ['too_large', 'unusable'],
  ] as const) {
    const { lookup } = statusWorld(() => {
      throw new OutboundError(code);
    });
    assert.equal((await lookup({ reference, tenant: 'default' })).state, state, code);
  }
  for (const [status, state] of [
    [503, 'unreachable'],
    [404, 'unusable'],
  ] as const) {
    const { lookup } = statusWorld(() => ({ status }));
    assert.equal((await lookup({ reference, tenant: 'default' })).state, state);
  }
});

test('a list that was verified without a known signer does not count with one', async () => {
  const w = statusWorld();
  const { signer: _, ...anchored } = reference;
  assert.deepEqual(await w.check([anchored]), ['valid']);
  assert.deepEqual(await w.check([reference]), ['valid']);
  assert.equal(w.fetched.length, 2);
});
