import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClientAddress, limitKey } from '../../src/http/client-address.ts';

test('without a configured proxy X-Forwarded-For is not read', () => {
  assert.equal(createClientAddress([])('192.0.2.1', '203.0.113.9'), '192.0.2.1');
  assert.equal(createClientAddress([])('::ffff:192.0.2.1', undefined), '192.0.2.1');
  assert.equal(createClientAddress([])(undefined, '203.0.113.9'), '');
});

test('the address that the last trusted proxy saw counts, not what the client claims', () => {
  const address = createClientAddress(['10.0.0.0/8', '::1']);
  assert.equal(address('10.1.2.3', '203.0.113.9'), '203.0.113.9');
  assert.equal(address('10.1.2.3', '198.51.100.1, 203.0.113.9'), '203.0.113.9');
  assert.equal(address('10.1.2.3', '198.51.100.1, 203.0.113.9, 10.9.9.9'), '203.0.113.9');
  assert.equal(address('::1', '2001:db8::5'), '2001:db8::5');
  assert.equal(address('::ffff:10.1.2.3', '203.0.113.9'), '203.0.113.9');
  assert.equal(address('192.0.2.1', '203.0.113.9'), '192.0.2.1', 'the connection is no proxy');
  assert.equal(address('10.1.2.3', 'nonsense'), '10.1.2.3');
  assert.equal(address('10.1.2.3', ''), '10.1.2.3');
});

test('a wrong entry stops the start', () => {
  for (const entry of ['proxy', '10.0.0.0/33', '10.0.0.0/x', '10.0.0.0/', '::/129', '1.2.3']) {
    assert.throws(() => createClientAddress([entry]), /TRUST_PROXY/, entry);
  }
});

test('an IPv6 address counts by its /64', () => {
  assert.equal(limitKey('192.0.2.1'), '192.0.2.1');
  assert.equal(limitKey('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2');
  assert.equal(limitKey('2001:DB8:1:2::9'), limitKey('2001:db8:1:2:ffff::1'));
  assert.equal(limitKey('2001:db8::1'), '2001:db8:0:0');
  assert.equal(limitKey('::1'), '0:0:0:0');
  assert.notEqual(limitKey('2001:db8:1:2::1'), limitKey('2001:db8:1:3::1'));
});
