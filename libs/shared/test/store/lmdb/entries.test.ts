import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '../../../src/kernel/errors.ts';
import { CollectionKeys, type Entry, readCursor } from '../../../src/store/lmdb/entries.ts';
import { encodeKey } from '../../../src/store/lmdb/index-key.ts';
import type { Collection, FindQuery, StoredDocument } from '../../../src/store/port.ts';

const things: Collection<StoredDocument> = {
  name: 'things',
  indexes: { handle: { fields: ['handle'], unique: true }, age: { fields: ['tenant', 'createdAt'] } },
};

const keys = new CollectionKeys(things);

function entriesOf(document: StoredDocument): readonly Entry[] {
  return [...keys.entriesOf(document).values()];
}

function thing(id: string, createdAt: number, handle?: string): StoredDocument {
  return { id, rev: 1, tenant: 'a', createdAt, ...(handle === undefined ? {} : { handle }) } as StoredDocument;
}

function isWithin(key: Buffer, { start, end }: { readonly start: Buffer; readonly end: Buffer }): boolean {
  return key.compare(start) >= 0 && key.compare(end) < 0;
}

test('a document has an entry for each index whose first field it has; only entries of unique indexes lack the id', () => {
  assert.deepEqual(
    entriesOf(thing('1', 5, 'h')).map(({ unique }) => unique),
    [true, false],
  );
  assert.equal(entriesOf(thing('1', 5)).length, 1);
  const [one = [], other = []] = ['1', '2'].map((id) => [...keys.entriesOf(thing(id, 5, 'h')).keys()]);
  assert.equal(one[0], other[0]);
  assert.notEqual(one[1], other[1]);
  assert.notDeepEqual(keys.documentKey('1'), keys.documentKey('2'));
});

test('the keys of a document are those of its values, whatever was encoded before', () => {
  for (const [id, createdAt, handle] of [
    ['1', 5, 'h'],
    ['2', 6, 'ü'],
    ['1', 5, 'h'],
  ] as const) {
    assert.deepEqual(keys.documentKey(id), encodeKey(['things', 'd', id]));
    assert.deepEqual(
      entriesOf(thing(id, createdAt, handle)).map(({ key }) => key),
      [encodeKey(['things', 'i', 'handle', handle]), encodeKey(['things', 'i', 'age', 'a', createdAt, id])],
    );
  }
});

test('a missing or null first field is in no index, a missing later one is', () => {
  const keysOf = (fields: object): Buffer[] =>
    entriesOf({ id: '1', rev: 1, ...fields } as StoredDocument).map(({ key }) => key);
  assert.deepEqual(keysOf({ handle: null, createdAt: 5 }), []);
  assert.deepEqual(keysOf({ tenant: 'a', createdAt: null }), [encodeKey(['things', 'i', 'age', 'a', undefined, '1'])]);
});

test('the range of a query holds exactly the entries that match it', () => {
  const keyOf = (createdAt: number): Buffer => entriesOf(thing('1', createdAt))[0]?.key ?? Buffer.alloc(0);
  const query = (bounds: Partial<FindQuery>): FindQuery => ({ index: 'age', equal: ['a'], limit: 10, ...bounds });
  for (const [bounds, found] of [
    [{}, [1, 5, 9]],
    [{ from: 5 }, [5, 9]],
    [{ below: 5 }, [1]],
    [{ from: 1, below: 9 }, [1, 5]],
    [{ equal: ['b'] }, []],
  ] as const) {
    const range = keys.rangeOf(query(bounds));
    assert.deepEqual(
      [1, 5, 9].filter((createdAt) => isWithin(keyOf(createdAt), range)),
      found,
    );
  }
});

test('at most one document matches where all fields of a unique index are given', () => {
  assert.deepEqual(
    keys.pointOf({ index: 'handle', equal: ['h'], limit: 1 }),
    encodeKey(['things', 'i', 'handle', 'h']),
  );
  assert.equal(keys.pointOf({ index: 'handle', limit: 1 }), undefined);
  assert.equal(keys.pointOf({ index: 'handle', equal: ['h'], limit: 1, after: 'x' }), undefined);
  assert.equal(keys.pointOf({ index: 'age', equal: ['a', 5], limit: 1 }), undefined);
});

test('a cursor is a key of the range, or refused', () => {
  const { start, end, prefix } = keys.rangeOf({ index: 'age', equal: ['a'], from: 5, limit: 1 });
  const key = entriesOf(thing('1', 7))[0]?.key ?? Buffer.alloc(0);
  const cursor = key.subarray(prefix.length).toString('base64url');
  assert.deepEqual(readCursor(cursor, prefix, start, end), key);
  const before = entriesOf(thing('1', 3))[0]?.key.subarray(prefix.length).toString('base64url') ?? '';
  for (const bad of ['', `${cursor}=`, 'ü', before]) {
    assert.throws(() => readCursor(bad, prefix, start, end), ProtocolError);
  }
});
