/** Store contract: races, in one process. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Store } from '../../src/store/port.ts';
import { takeTransition, updateDocument } from '../../src/store/update-document.ts';
import { idsOf, newCollection, present, type Thing, won } from './things.ts';

/** @param store the store of the run, opened before the first test */
export function raceContract(store: () => Store): void {
  describe('races', () => {
    const fifty = Array.from({ length: 50 }, (_, i) => i);

    it('one of 50 replaces of one revision wins', async () => {
      const things = newCollection();
      const first = await store().insert(things, { id: 'a', size: -1 });
      assert.ok(first);
      const results = await Promise.all(fifty.map((size) => store().replace(things, { ...first, size })));
      assert.equal(results.filter(won).length, 1);
      assert.deepEqual(await store().get(things, 'a'), results.find(won));
      assert.equal((await store().find(things, { index: 'size', limit: 99 })).documents.length, 1);
    });

    it('one of 50 inserts of one id wins', async () => {
      const things = newCollection();
      const results = await Promise.all(fifty.map((size) => store().insert(things, { id: 'a', size })));
      assert.equal(results.filter(won).length, 1);
      assert.deepEqual(await store().get(things, 'a'), results.find(won));
    });

    it('one of 50 inserts, and of 50 replaces, to one unique value wins', async () => {
      const things = newCollection();
      const inserted = await Promise.all(
        fifty.map((i) => store().insert(things, { id: `i${i}`, handle: 'h', size: i })),
      );
      assert.equal(inserted.filter(won).length, 1);
      assert.equal((await store().find(things, { index: 'size', limit: 99 })).documents.length, 1);
      const others = await Promise.all(fifty.map((i) => store().insert(things, { id: `r${i}`, handle: `${i}` })));
      const replaced = await Promise.all(
        others.map((other) => (other === undefined ? undefined : store().replace(things, { ...other, handle: 'k' }))),
      );
      assert.equal(replaced.filter(won).length, 1);
      assert.deepEqual(await idsOf(store(), things, { index: 'handle', equal: ['k'], limit: 9 }), [
        replaced.find(won)?.id,
      ]);
    });

    it('either the delete or one replace of a revision wins', async () => {
      const things = newCollection();
      for (let round = 0; round < 10; round += 1) {
        const first = await store().insert(things, { id: `a${round}`, size: round });
        assert.ok(first);
        const results = await Promise.all([
          store()
            .replace(things, { ...first, label: 'r' })
            .then(won),
          store().delete(things, first),
          store().delete(things, first),
          store()
            .replace(things, { ...first, label: 's' })
            .then(won),
        ]);
        assert.equal(results.filter(Boolean).length, 1);
        const left = await idsOf(store(), things, { index: 'size', equal: [round], limit: 9 });
        assert.equal(left.length, results[1] || results[2] ? 0 : 1);
      }
    });

    it('one of 50 decisions takes what may be taken once, and all others see that it is taken', async () => {
      const things = newCollection();
      const stored = await store().insert(things, { id: 'a', open: true, size: 0 });
      assert.ok(stored);
      const taken = await Promise.allSettled(
        fifty.map((size) =>
          takeTransition(
            store(),
            things,
            'a',
            (thing) => {
              if (thing.open !== true && size % 2 === 0) throw new Error('taken');
              if (thing.open !== true) return { document: thing, result: 'none' };
              return { document: { ...thing, open: false, size }, result: 'won' };
            },
            stored,
          ),
        ),
      );
      const outcomes = taken.map((each) => (each.status === 'fulfilled' ? each.value?.result : each.reason.message));
      assert.equal(outcomes.filter((outcome) => outcome === 'won').length, 1);
      const winner = outcomes.indexOf('won');
      assert.ok(outcomes.every((outcome, i) => i === winner || outcome === (i % 2 === 0 ? 'taken' : 'none')));
      assert.deepEqual(await present(store(), things, 'a'), { ...stored, rev: 2, open: false, size: winner });
    });

    it('a decision that loses a race keeps what the winner wrote, in every index', async () => {
      const things = newCollection();
      const stored = await store().insert(things, { id: 'a', group: 'g', size: 0, tags: ['x'] });
      assert.ok(stored);
      const changes: readonly Partial<Thing>[] = [{ size: 1 }, { tags: ['y'] }, { group: 'h' }, { handle: 'k' }];
      const written = await Promise.all(
        changes.map((change) => updateDocument(store(), things, 'a', (thing) => ({ ...thing, ...change }), stored)),
      );
      assert.deepEqual(written.map((thing) => thing?.rev).sort(), [2, 3, 4, 5]);
      const last = await present(store(), things, 'a');
      assert.deepEqual(last, { id: 'a', rev: 5, group: 'h', size: 1, tags: ['y'], handle: 'k' });
      for (const query of [
        { index: 'size', equal: [1] },
        { index: 'tags', equal: ['y'] },
        { index: 'group', equal: ['h'] },
        { index: 'handle', equal: ['k'] },
      ]) {
        assert.deepEqual(await idsOf(store(), things, { ...query, limit: 9 }), ['a']);
      }
      for (const query of [
        { index: 'size', equal: [0] },
        { index: 'tags', equal: ['x'] },
        { index: 'group', equal: ['g'] },
      ]) {
        assert.deepEqual(await idsOf(store(), things, { ...query, limit: 9 }), []);
      }
    });

    it('no update of 50 parallel ones is lost', async () => {
      const things = newCollection();
      await store().insert(things, { id: 'a', count: 0, size: 0 });
      await Promise.all(
        fifty.map(() =>
          updateDocument(store(), things, 'a', (thing) => ({
            ...thing,
            count: (thing.count ?? 0) + 1,
            size: (thing.size ?? 0) + 1,
          })),
        ),
      );
      assert.equal((await present(store(), things, 'a')).count, 50);
      assert.deepEqual(await idsOf(store(), things, { index: 'size', equal: [50], limit: 9 }), ['a']);
      assert.deepEqual(await idsOf(store(), things, { index: 'size', limit: 9 }), ['a']);
    });
  });
}
