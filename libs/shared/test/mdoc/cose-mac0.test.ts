import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CborValue, Tagged } from '../../src/mdoc/cbor-value.ts';
import { readCoseMac0, verifyCoseMac0 } from '../../src/mdoc/cose-mac0.ts';
import { writeCbor } from '../../src/mdoc/write-cbor.ts';
import { coseRefusal } from './refuses.ts';

const header = writeCbor(new Map([[1, 5]]));
const [detached, key] = [Buffer.from('This is the content.'), Buffer.alloc(32, 7)];
/** HMAC with SHA-256 over ["MAC0", << {1: 5} >>, h'', 'This is the content.'], by openssl. */
const tag = Buffer.from('f128083c013adc89228640b7c2a210a8c797205d93b8bd2f05a040c5166752f0', 'hex');
const message = [header, new Map(), null, tag];

test('a tag is verified over detached content', () => {
  assert.ok(verifyCoseMac0({ message: readCoseMac0(message), key, detached }));
  assert.ok(verifyCoseMac0({ message: readCoseMac0(new Tagged(17, message)), key, detached }));
});

test('another key, other content and an attached payload are refused', () => {
  const read = readCoseMac0(message);
  assert.ok(!verifyCoseMac0({ message: read, key: Buffer.alloc(32, 8), detached }));
  assert.ok(!verifyCoseMac0({ message: read, key, detached: Buffer.from('Other') }));
  assert.ok(!verifyCoseMac0({ message: readCoseMac0(message.with(2, detached)), key, detached }));
  assert.ok(!verifyCoseMac0({ message: readCoseMac0(message.with(3, tag.subarray(0, 8))), key, detached }));
});

test('HMAC 256/256 is the only algorithm, and it is protected', () => {
  const algorithms: readonly CborValue[] = [4, 6, 7, 14, -7, '5'];
  for (const algorithm of algorithms) {
    const changed = message.with(0, writeCbor(new Map([[1, algorithm]])));
    coseRefusal(() => readCoseMac0(changed), 'algorithm');
  }
  coseRefusal(() => readCoseMac0([Buffer.alloc(0), new Map([[1, 5]]), null, tag]), 'algorithm');
});

test('another tag than 17 is refused', () => {
  coseRefusal(() => readCoseMac0(new Tagged(18, message)), 'structure');
});
