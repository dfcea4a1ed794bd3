import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRedisUrl, type RedisAddress } from '../../../src/cache/redis/address.ts';

const read: readonly [url: string, address: RedisAddress][] = [
  ['redis://cache', { host: 'cache', port: 6379, db: 0, tls: false }],
  ['redis://127.0.0.1:6380/', { host: '127.0.0.1', port: 6380, db: 0, tls: false }],
  ['rediss://cache.example:6390/15', { host: 'cache.example', port: 6390, db: 15, tls: true }],
  ['redis://[::1]:6380/2', { host: '::1', port: 6380, db: 2, tls: false }],
  ['redis://:p%40ss@cache', { host: 'cache', port: 6379, password: 'p@ss', db: 0, tls: false }],
  ['redis://u:p@cache', { host: 'cache', port: 6379, username: 'u', password: 'p', db: 0, tls: false }],
  // The query must not set options of the client.
  ['redis://cache?enableOfflineQueue=true', { host: 'cache', port: 6379, db: 0, tls: false }],
];

for (const [url, address] of read) {
  test(`read: ${url}`, () => assert.deepEqual(parseRedisUrl(url), address));
}

for (const url of [
  '',
  'cache:6379',
  'http://cache',
  'redis:cache',
  'redis://',
  'redis://cache/x',
  'redis://:%@cache',
]) {
  test(`no Redis address: ${url}`, () => assert.equal(parseRedisUrl(url), undefined));
}
