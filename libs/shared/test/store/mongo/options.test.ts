/** Options of the MongoDB driver: the store's guarantees don't depend on the URL. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { badUrl, mongoOptions } from '../../../src/store/mongo/options.ts';

test('a write is acknowledged by the majority, in the journal, and is never retried by the driver', () => {
  const options = mongoOptions('mongodb://h/?w=1&retryWrites=true&readPreference=secondary', 700, 900);
  assert.deepEqual(options.writeConcern, { w: 'majority', journal: true, wtimeoutMS: 700 });
  assert.deepEqual(
    [options.retryWrites, options.readPreference, options.readConcern.level],
    [false, 'primary', 'majority'],
  );
  assert.deepEqual(
    [options.serverSelectionTimeoutMS, options.waitQueueTimeoutMS, options.socketTimeoutMS],
    [700, 700, 900],
  );
});

test('name and pool size are defaults that the URL overrides', () => {
  const plain = mongoOptions('mongodb://h', 1, 1);
  assert.deepEqual([plain.appName, plain.maxPoolSize, plain.tls], ['countersign', 32, undefined]);
  const own = mongoOptions('mongodb://h/?maxPoolSize=5&appName=x', 1, 1);
  assert.deepEqual([Object.hasOwn(own, 'appName'), Object.hasOwn(own, 'maxPoolSize')], [false, false]);
});

test('with files of TLS the connection is TLS', () => {
  assert.equal(mongoOptions('mongodb://h/?tls=false', 1, 1, {}).tls, true);
});

test('a bad connection string is reported without quoting it', () => {
  const message = badUrl(new Error('option foo is not supported')).message;
  assert.match(message, /\(option foo is not supported\)/);
  for (const error of [
    new Error('Invalid scheme CANARY:secret@'),
    new Error('x CANARY option a is not supported y'),
    'CANARY',
  ]) {
    assert.ok(!badUrl(error).message.includes('CANARY'));
  }
});
