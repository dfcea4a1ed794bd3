import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownAddress, probeHere } from '../../src/surroundings/own-address.ts';

test('a process that listens on all addresses reaches itself over loopback', () => {
  const of = (HOST: string) => ownAddress({ HOST, PORT: 3000 });
  assert.equal(of('0.0.0.0'), 'http://127.0.0.1:3000');
  assert.equal(of('::'), 'http://[::1]:3000');
  assert.equal(of('10.1.2.3'), 'http://10.1.2.3:3000');
});

test('a port without a listener is not reachable', async () => {
  const { signal } = new AbortController();
  const found = await probeHere({ HOST: '127.0.0.1', PORT: 1 }, 'https://wallets.example/x', signal);
  assert.deepEqual(found, { ok: false, why: 'unreachable' });
});
