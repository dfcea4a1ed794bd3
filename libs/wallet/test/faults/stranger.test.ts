import assert from 'node:assert/strict';
import test from 'node:test';
import { byStranger, otherInstance } from '../../src/faults/stranger.ts';
import { newWalletKey } from '../../src/jwt/keys.ts';

test('a stranger signs the same JWT under a chain of its own', () => {
  const parts = {
    kind: 'attestation',
    step: 'par',
    header: { typ: 'a', x5c: ['x'] },
    payload: {},
    sign: newWalletKey(),
  } as const;
  const { header, sign, ...rest } = byStranger(parts);
  assert.deepEqual(Object.keys(header), ['typ', 'x5c']);
  assert.notDeepEqual(header, parts.header);
  assert.notEqual(sign, parts.sign);
  assert.deepEqual(rest, { kind: 'attestation', step: 'par', payload: {} });
});

test('the other instance has one key', () => {
  assert.equal(otherInstance(), otherInstance());
});
