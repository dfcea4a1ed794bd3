import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeOf } from '../../src/revocation/der-time.ts';

const [UTC, GENERALIZED] = [0x17, 0x18];
const read = (tag: number, text: string) => timeOf({ tag, content: Buffer.from(text) });

test('both forms, in UTC and whole seconds', () => {
  assert.equal(read(UTC, '260601120000Z'), Date.UTC(2026, 5, 1, 12));
  assert.equal(read(UTC, '500101000000Z'), Date.UTC(1950, 0, 1), 'RFC 5280, 4.1.2.5.1');
  assert.equal(read(UTC, '491231235959Z'), Date.UTC(2049, 11, 31, 23, 59, 59));
  assert.equal(read(GENERALIZED, '20500101000000Z'), Date.UTC(2050, 0, 1));
});

test('anything else is no time', () => {
  for (const text of [
    '2606011200Z',
    '260601120000',
    '260601120000+0100',
    '260230120000Z',
    '261301120000Z',
    '260601240000Z',
  ]) {
    assert.equal(read(UTC, text), undefined, text);
  }
  assert.equal(read(GENERALIZED, '20260601120000.5Z'), undefined);
  assert.equal(read(0x04, '20260601120000Z'), undefined);
});
