import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkId, checkIndexFields, fromMongo, toMongo } from '../../../src/store/mongo/document.ts';
import { newCollection, type Thing } from '../things.ts';

const things = newCollection();
const kept = (document: object) => toMongo(things, document as Thing, 4, 'w').kept;

describe('toMongo', () => {
  it('has the indexed fields as fields and everything as text', () => {
    const thing = { id: 'a', rev: 3, group: 'g', size: 2, open: false, label: '', note: { $schema: 1, 'a.b': [] } };
    const laid = toMongo(things, thing, 4, 'w');
    assert.deepEqual(laid.kept, {
      _id: 'a',
      rev: 4,
      write: 'w',
      group: 'g',
      size: 2,
      open: false,
      label: '',
      document: '{"group":"g","size":2,"open":false,"label":"","note":{"$schema":1,"a.b":[]}}',
    });
    assert.deepEqual(laid.stored, { ...thing, rev: 4 });
    assert.deepEqual(fromMongo(laid.kept), laid.stored);
  });

  it('has no field for values that JSON drops', () => {
    const laid = kept({ id: 'a', group: undefined, size: Number.NaN, label: null, count: 7 });
    assert.deepEqual(Object.keys(laid).sort(), ['_id', 'document', 'rev', 'write']);
  });

  it('keeps keys of users within the text, also those of prototypes', () => {
    const note = JSON.parse('{"__proto__":{"x":1},"constructor":2,"$where":"1"}') as object;
    const laid = toMongo(things, { id: 'a', rev: 1, note } as Thing, 1, 'w');
    assert.deepEqual(Object.keys(laid.kept).sort(), ['_id', 'document', 'rev', 'write']);
    assert.equal(JSON.stringify(fromMongo<Thing>(laid.kept).note), JSON.stringify(note));
    const odd = JSON.parse('{"id":"a","rev":1,"__proto__":{"group":"g"}}') as Thing;
    assert.equal(toMongo(things, odd, 1, 'w').kept.group, undefined);
  });

  it('refuses objects in place of values and ids, and ids that are too long', () => {
    for (const group of [{ $gt: '' }, ['g']]) assert.throws(() => kept({ id: 'a', group }), TypeError);
    for (const id of [{ $ne: 'a' }, 1, undefined, null]) {
      assert.throws(() => kept({ id }), TypeError);
      assert.throws(() => checkId(id), TypeError);
    }
    assert.throws(() => kept({ id: 'x'.repeat(257) }), RangeError);
  });

  it('refuses an index over a field of the layout, or over a path', () => {
    for (const field of ['_id', 'id', 'rev', 'write', 'document', 'a.b', '$a']) {
      assert.throws(() => checkIndexFields({ name: 'c', indexes: { i: { fields: ['a', field] } } }), /c\.i/);
    }
  });
});
