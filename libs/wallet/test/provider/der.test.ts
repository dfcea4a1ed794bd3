import assert from 'node:assert/strict';
import test from 'node:test';
import { der } from '../../src/provider/der.ts';

const hex = (bytes: Buffer): string => bytes.toString('hex');

test('lengths take one byte, two or three', () => {
  assert.equal(hex(der.octets(Buffer.from([1]))), '040101');
  assert.equal(hex(der.octets(Buffer.alloc(200))).slice(0, 6), '0481c8');
  assert.equal(hex(der.octets(Buffer.alloc(300))).slice(0, 8), '0482012c');
});

test('values have their tags', () => {
  assert.equal(hex(der.objectId('1.2.840.10045.4.3.2')), '06082a8648ce3d040302');
  assert.equal(hex(der.boolean(true)), '0101ff');
  assert.equal(hex(der.bitString(Buffer.from([6]), 1)), '03020106');
  assert.equal(hex(der.sequence(der.integer(Buffer.from([5])))), '3003020105');
  assert.equal(hex(der.set(der.text('a'))), '31030c0161');
  assert.equal(hex(der.tagged(0, Buffer.from([1]), false)), '800101');
  assert.equal(hex(der.tagged(3, Buffer.from([1]))), 'a30101');
  assert.equal(
    der
      .time(Date.UTC(2030, 0, 2, 3, 4, 5))
      .subarray(2)
      .toString(),
    '300102030405Z',
  );
});
