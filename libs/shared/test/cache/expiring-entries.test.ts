import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ExpiringEntries } from '../../src/cache/expiring-entries.ts';

const START = 1_700_000_000_123;

describe('expiring entries', () => {
  it('are found until their end, and not at it', () => {
    const entries = new ExpiringEntries<string>(START);
    entries.set('a', 'one', START, 10);
    assert.equal(entries.get('a', START + 9), 'one');
    assert.equal(entries.get('a', START + 10), undefined);
    assert.equal(entries.get('b', START), undefined);
  });

  it('leave memory at most a second after their end', () => {
    const entries = new ExpiringEntries<number>(START);
    for (let i = 0; i < 1000; i += 1) entries.set(`${i}`, i, START + i * 10, 500);
    assert.ok(entries.size(START + 10_000) <= (500 + 1000) / 10 + 1);
    assert.equal(entries.size(START + 12_000), 0);
  });

  it('keep their end when they are replaced', () => {
    const entries = new ExpiringEntries<number>(START);
    entries.set('a', 1, START, 1000);
    entries.replace('a', 2);
    assert.equal(entries.get('a', START + 999), 2);
    assert.equal(entries.get('a', START + 1000), undefined);
    entries.replace('b', 1);
    assert.equal(entries.get('b', START), undefined, 'what is not there is not made');
  });

  it('that are set again outlive the bucket of their first end', () => {
    const entries = new ExpiringEntries<number>(START);
    entries.set('a', 1, START, 10);
    entries.set('a', 2, START + 20, 60_000);
    assert.equal(entries.get('a', START + 30_000), 2);
    assert.equal(entries.size(START + 30_000), 1);
    assert.equal(entries.size(START + 62_000), 0);
  });

  it('are not dropped by a clock that is set back', () => {
    const entries = new ExpiringEntries<number>(START);
    entries.set('a', 1, START, 10_000);
    assert.equal(entries.get('a', START - 3_600_000), 1);
    assert.equal(entries.get('a', START + 5000), 1);
  });

  it('have a lifetime that is a positive number', () => {
    const entries = new ExpiringEntries<number>(START);
    for (const lifetime of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.throws(() => entries.set('a', 1, START, lifetime), RangeError);
    }
    assert.equal(entries.size(START), 0);
  });

  it('are gone when they are cleared', () => {
    const entries = new ExpiringEntries<number>(START);
    entries.set('a', 1, START, 1000);
    entries.clear();
    assert.equal(entries.size(START), 0);
  });
});
