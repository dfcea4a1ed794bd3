import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Vault } from '@countersign/shared/keys/vault';
import { callId, requestHash } from '../../src/idempotency/call-hash.ts';

const vaultOf = (fill: number): Vault => ({
  seal: (text) => text,
  open: (text) => text,
  derive: (purpose) => Buffer.alloc(32, fill + purpose.length),
});
const vault = vaultOf(1);
const call = { params: { id: 'a' }, query: {}, body: { claims: { name: 'Erika', 2: 'x', 10: 'y' }, list: [1, 2] } };

test('the order of members does not count, that of a list does', () => {
  const turned = { ...call, body: { list: [1, 2], claims: { 10: 'y', 2: 'x', name: 'Erika' } } };
  assert.equal(requestHash(vault, 'op', turned), requestHash(vault, 'op', call));
  const other = { ...call, body: { ...call.body, list: [2, 1] } };
  assert.notEqual(requestHash(vault, 'op', other), requestHash(vault, 'op', call));
});

test('operation, parameters, query, body and tenant each change the hash', () => {
  const all = [
    requestHash(vault, 'op', call),
    requestHash(vault, 'other', call),
    requestHash(vault, 'op', { ...call, params: { id: 'b' } }),
    requestHash(vault, 'op', { ...call, query: { mode: 'apply' } }),
    requestHash(vault, 'op', { ...call, body: {} }),
    requestHash(vault, 'op', { params: { id: 'a' }, query: {}, body: undefined }),
    // An object differs from the list of its entries.
    requestHash(vault, 'op', { ...call, body: { claims: [], list: [] } }),
    requestHash(vault, 'op', { ...call, body: { claims: {}, list: [] } }),
    requestHash(vaultOf(2), 'op', call),
  ];
  assert.equal(new Set(all).size, all.length);
});

test('an id names tenant and key, and reveals no key', () => {
  const id = callId(vault, 'acme', 'order-4711');
  assert.match(id, /^acme\/[A-Za-z0-9_-]{43}$/);
  assert.notEqual(callId(vault, 'other', 'order-4711'), id);
  assert.notEqual(callId(vault, 'acme', 'order-4712'), id);
  assert.ok(callId(vault, 'a'.repeat(128), 'k').length <= 256);
});
