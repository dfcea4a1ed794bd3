import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../src/log.ts';
import { openConfiguredMongo } from '../../src/runtime/configured-mongo.ts';

const settings = { MONGODB_DATABASE: 'countersign', MONGODB_TIMEOUT: 100 };

test('without an address, or with what is none, nothing is opened', () => {
  assert.throws(
    () => openConfiguredMongo({ ...settings, MONGODB_URL: undefined }, silentLog),
    /MONGODB_URL is not set/,
  );
  assert.throws(
    () => openConfiguredMongo({ ...settings, MONGODB_URL: 'mongodb://' }, silentLog),
    /MONGODB_URL is no connection string/,
  );
});
