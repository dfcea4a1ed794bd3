import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync, inflateSync } from 'node:zlib';
import { getListFromStatusListJWT } from '@sd-jwt/jwt-status-list';
import fc from 'fast-check';
import {
  decodeStatusList,
  deflateStatusList,
  emptyStatusList,
  readStatus,
  STATUS,
  STATUS_NAMES,
  writeStatus,
} from '../../src/crypto/status-bits.ts';

test('vector of one bit', async () => {
  const list = emptyStatusList(16, 1);
  const values = [1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1];
  for (const [i, value] of values.entries()) if (value === 1) writeStatus(list, i, 1, 1);
  assert.equal(list.toString('hex'), 'b9a3');
  const decoded = await decodeStatusList('eNrbuRgAAhcBXQ', 2);
  assert.deepEqual(decoded, list);
  assert.deepEqual(
    values.map((_, i) => readStatus(list, i, 1)),
    values,
  );
});

test('vector of two bits', async () => {
  const list = await decodeStatusList('eNo76fITAAPfAgc', 3);
  assert.equal(list?.toString('hex'), 'c944f9');
  const values = [1, 2, 0, 3, 0, 1, 0, 1, 1, 2, 3, 3];
  assert.deepEqual(
    values.map((_, i) => readStatus(list ?? Buffer.alloc(0), i, 2)),
    values,
  );
});

test('entries of two bits are written each for itself', () => {
  const list = emptyStatusList(12, 2);
  const values = [1, 2, 0, 3, 0, 1, 0, 1, 1, 2, 3, 3];
  for (const [i, value] of values.entries()) assert.equal(writeStatus(list, i, value, 2), value !== 0);
  assert.equal(list.toString('hex'), 'c944f9');
  assert.equal(writeStatus(list, 3, 1, 2), true);
  assert.equal(list.toString('hex'), '4944f9');
  assert.throws(() => writeStatus(list, 12, 1, 2), RangeError);
});

test('a list of one bit holds no 2', () => {
  const list = emptyStatusList(8, 1);
  assert.throws(() => writeStatus(list, 0, STATUS.suspended, 1), RangeError);
  assert.equal(list.toString('hex'), '00');
  assert.deepEqual(
    Object.values(STATUS).map((value) => STATUS_NAMES[value]),
    Object.keys(STATUS),
  );
});

test('entries outside the list have no value, and can not be set', () => {
  const list = emptyStatusList(16, 1);
  for (const index of [16, -1, 0.5, Number.NaN, 2 ** 40]) assert.equal(readStatus(list, index, 1), undefined);
  assert.equal(readStatus(list, 2, 8), undefined);
  assert.throws(() => writeStatus(list, 16, 1, 1), RangeError);
  assert.throws(() => writeStatus(list, -1, 1, 1), RangeError);
});

test('an entry is set and cleared alone, and the call returns whether that changed it', () => {
  const list = Buffer.from('ff00', 'hex');
  assert.equal(writeStatus(list, 3, 1, 1), false);
  assert.equal(writeStatus(list, 3, 0, 1), true);
  assert.equal(writeStatus(list, 3, 0, 1), false);
  assert.equal(writeStatus(list, 15, 1, 1), true);
  assert.equal(list.toString('hex'), 'f780');
});

test('exactly the entries that were set are read back, here and by the library', async () => {
  const indexes = fc.uniqueArray(fc.integer({ min: 0, max: 1023 }), { maxLength: 50 });
  await fc.assert(
    fc.asyncProperty(indexes, async (set) => {
      const list = emptyStatusList(1024, 1);
      for (const index of set) writeStatus(list, index, 1, 1);
      const lst = (await deflateStatusList(list)).toString('base64url');
      assert.deepEqual(inflateSync(Buffer.from(lst, 'base64url')), list);
      const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
      const library = getListFromStatusListJWT(`${part({})}.${part({ status_list: { bits: 1, lst } })}.`);
      for (let i = 0; i < 1024; i += 1) {
        assert.equal(readStatus(list, i, 1), set.includes(i) ? 1 : 0);
        assert.equal(library.getStatus(i), set.includes(i) ? 1 : 0);
      }
    }),
    { numRuns: 10, seed: 1 },
  );
});

test('a list larger than the limit is refused without being unpacked', async () => {
  const bomb = deflateSync(Buffer.alloc(50_000_000)).toString('base64url');
  assert.equal(await decodeStatusList(bomb, 1 << 20), undefined);
  const list = Buffer.alloc(1000, 5);
  const lst = (await deflateStatusList(list)).toString('base64url');
  assert.deepEqual(await decodeStatusList(lst, 1000), list);
  assert.equal(await decodeStatusList(lst, 999), undefined);
});

test('any other value is refused', async () => {
  for (const lst of [undefined, 7, '', 'AAAA', 'eNrbuRgAAhcBXQ=', 'eNrbuRgAAhcBX', 'eNrb uRgAAhcBXQ']) {
    assert.equal(await decodeStatusList(lst, 1000), undefined, String(lst));
  }
});
