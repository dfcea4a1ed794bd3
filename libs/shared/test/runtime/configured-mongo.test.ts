import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeOfMongo } from '../../src/runtime/configured-mongo.ts';

const placeOf = (MONGODB_URL: string | undefined): string =>
  placeOfMongo({ MONGODB_URL, MONGODB_DATABASE: 'sessions' });

test('the place is hosts and database', () => {
  assert.equal(placeOf('mongodb://127.0.0.1:27017'), 'MongoDB at 127.0.0.1:27017, database sessions');
  assert.equal(placeOf('mongodb://a:1,b:2/x?tls=true'), 'MongoDB at a:1,b:2, database sessions');
  assert.equal(placeOf('mongodb+srv://cluster.example/?w=1'), 'MongoDB at cluster.example, database sessions');
  assert.equal(placeOf(undefined), 'MongoDB at an unknown host, database sessions');
});

test('user and password are no part of it, also where they are not encoded', () => {
  for (const password of ['CANARY', 'CANARY@x', 'CANARY/y', 'CANARY?y', 'CANARY/y@z?@CANARY', 'CANARY\n@CANARY']) {
    assert.equal(placeOf(`mongodb://user:${password}@db:27017/?x=1`), 'MongoDB at db:27017, database sessions');
  }
});
