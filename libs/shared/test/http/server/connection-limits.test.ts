import assert from 'node:assert/strict';
import { test } from 'node:test';
import { internalConnections, publicConnections } from '../../../src/http/server/connection-limits.ts';

function counter() {
  const counted: unknown[] = [];
  return { counted, metrics: { count: (...args: unknown[]): unknown => counted.push(args) } };
}

test('the public server: room, proxies and what is counted', () => {
  const { counted, metrics } = counter();
  const limits = publicConnections({ MAX_CONNECTIONS: 100, TRUST_PROXY: ['10.0.0.0/8'] }, metrics);
  assert.equal(limits.connections, 100);
  assert.deepEqual(
    ['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.1', ''].map((remote) => limits.isProxy?.(remote)),
    [true, true, false, false],
  );
  limits.dropped?.('unread');
  assert.deepEqual(counted, [['countersign_connections_dropped_total', { reason: 'unread' }]]);
});

test('a proxy that is no address stops the start', () => {
  const settings = { MAX_CONNECTIONS: 100, TRUST_PROXY: ['proxy.example'] };
  assert.throws(() => publicConnections(settings, counter().metrics), /TRUST_PROXY/);
});

test('the server for other services leaves connections to them, and counts too', () => {
  const { counted, metrics } = counter();
  const limits = internalConnections(metrics);
  assert.equal(limits.idleConnections, 'left to the caller');
  limits.dropped?.('pipelined');
  assert.equal(counted.length, 1);
});
