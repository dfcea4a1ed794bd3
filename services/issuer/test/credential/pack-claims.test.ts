import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { packClaims } from '../../src/credential/pack-claims.ts';

/** Salts in their order: `salt1`, `salt2`, ... */
function saltsInOrder(): () => string {
  let made = 0;
  return () => {
    made += 1;
    return `salt${made}`;
  };
}

function digestOf(disclosure: string): string {
  return createHash('sha256').update(disclosure).digest('base64url');
}

function contentsOf(disclosure: string): Json {
  return JSON.parse(Buffer.from(disclosure, 'base64url').toString()) as Json;
}

test('listed members become disclosures, and their sorted digests take their places', () => {
  const claims = { vct: 'v', name: 'A', born: null, adult: false };
  const packed = packClaims(claims, { _sd: ['adult', 'born', 'name'] }, saltsInOrder());
  assert.deepEqual(packed.disclosures.map(contentsOf), [
    ['salt1', 'name', 'A'],
    ['salt2', 'born', null],
    ['salt3', 'adult', false],
  ]);
  assert.deepEqual(packed.claims, { vct: 'v', _sd: packed.disclosures.map(digestOf).sort() });
});

test('claims of a nested frame are disclosed before the claim that holds them', () => {
  const claims = { address: { street: 's', city: 'c' }, list: ['x', { y: 1 }, 'z'] };
  const frame = { _sd: ['address'], address: { _sd: ['street'] }, list: { _sd: [0, 1], 1: { _sd: ['y'] } } };
  const { claims: signed, disclosures } = packClaims(claims, frame, saltsInOrder());
  const [street = '', y = '', x = '', item = '', address = ''] = disclosures;
  assert.deepEqual(disclosures.map(contentsOf), [
    ['salt1', 'street', 's'],
    ['salt2', 'y', 1],
    ['salt3', 'x'],
    ['salt4', { _sd: [digestOf(y)] }],
    ['salt5', 'address', { city: 'c', _sd: [digestOf(street)] }],
  ]);
  assert.deepEqual(signed, {
    list: [{ '...': digestOf(x) }, { '...': digestOf(item) }, 'z'],
    _sd: [digestOf(address)],
  });
});

test('the claims that were given stay as they are', () => {
  const claims = { address: { street: 's' }, list: [1, 2] };
  const before = structuredClone(claims);
  packClaims(claims, { _sd: ['address'], address: { _sd: ['street'] }, list: { _sd: [0] } }, saltsInOrder());
  assert.deepEqual(claims, before);
});

test('names of every object, the empty name too, are claims like others', () => {
  const claims = { constructor: 'c', toString: 't', '': 'e', hasOwnProperty: { valueOf: 1 } } as unknown as JsonObject;
  const frame = { _sd: ['constructor', ''], hasOwnProperty: { _sd: ['valueOf'] } } as unknown as JsonObject;
  const packed = packClaims(claims, frame, saltsInOrder());
  assert.deepEqual(packed.disclosures.map(contentsOf), [
    ['salt1', 'valueOf', 1],
    ['salt2', 'constructor', 'c'],
    ['salt3', '', 'e'],
  ]);
  const [nested = '', ...top] = packed.disclosures;
  assert.deepEqual(
    { ...packed.claims },
    { toString: 't', hasOwnProperty: { _sd: [digestOf(nested)] }, _sd: top.map(digestOf).sort() },
  );
});

test('frames below claims that are no objects change nothing', () => {
  const claims = { name: 'A', none: null };
  const frame = { name: { _sd: ['x'] }, none: { _sd: ['x'] }, missing: { _sd: ['x'] } };
  assert.deepEqual(packClaims(claims, frame, saltsInOrder()), { claims, disclosures: [] });
});
