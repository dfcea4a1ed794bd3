import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paired } from '../../src/credential/signable-credentials.ts';
import { signer } from '../support.ts';

const keys = [signer().jwk, signer().jwk];
const references = [0, 1].map((idx) => ({ uri: 'https://h.example/list', idx }));

test('each key gets a place of its own', () => {
  assert.deepEqual(
    paired(keys, references).map(({ key, status }) => [key, status?.idx]),
    keys.map((key, index) => [key, index]),
  );
});

test('credentials without a status have no place', () => {
  const places = keys.map(() => undefined);
  assert.deepEqual(
    paired(keys, places).map(({ status }) => status),
    places,
  );
});

test('a status service that returned fewer places is a fault', () => {
  assert.throws(() => paired(keys, references.slice(1)), /fewer indexes/);
});
