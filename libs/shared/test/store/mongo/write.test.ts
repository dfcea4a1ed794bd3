import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MongoDocument } from '../../../src/store/mongo/document.ts';
import {
  type Attempt,
  afterDelete,
  afterInsert,
  afterReplace,
  settleWrite,
  type UncertainWrite,
} from '../../../src/store/mongo/write.ts';

const lost: Attempt = { lost: new Error('cut') };
const row = (rev: number, write: string): MongoDocument => ({ _id: 'a', rev, write, document: '{}' });

/** Runs a write whose attempts and reads end as listed; returns their numbers. */
async function run(
  verdict: UncertainWrite['verdict'],
  attempts: readonly Attempt[],
  reads: readonly (MongoDocument | null)[] = [],
  givenUp: () => boolean = () => false,
): Promise<{ readonly outcome: boolean | 'unknown'; readonly tries: number; readonly readCount: number }> {
  let [tries, readCount] = [0, 0];
  const outcome = await settleWrite({
    attempt: async () => attempts[tries++] ?? assert.fail('one try too many'),
    readStored: async () => {
      const found = reads[readCount++];
      return found === undefined ? assert.fail('one read too many') : found;
    },
    verdict,
    givenUp,
  }).catch((error: unknown) => {
    assert.equal(error, (lost as { lost: unknown }).lost);
    return 'unknown' as const;
  });
  return { outcome, tries, readCount };
}

describe('settleWrite', () => {
  it('returns the first answer as it is, without a read', async () => {
    assert.deepEqual(await run(afterInsert('w'), ['applied']), { outcome: true, tries: 1, readCount: 0 });
    assert.deepEqual(await run(afterReplace('w', 1), ['refused']), { outcome: false, tries: 1, readCount: 0 });
  });

  it('never trusts the refusal of a second attempt alone: the first may have been applied', async () => {
    const insert = await run(afterInsert('w'), [lost, 'refused'], [null, row(1, 'w')]);
    assert.deepEqual(insert, { outcome: true, tries: 2, readCount: 2 });
    const replace = await run(afterReplace('w', 1), [lost, 'refused'], [row(1, 'v'), row(2, 'w')]);
    assert.deepEqual(replace, { outcome: true, tries: 2, readCount: 2 });
  });

  it('gives up after three attempts, or once the caller no longer waits', async () => {
    assert.deepEqual(await run(afterInsert('w'), [lost, lost, lost], [null, null, null]), {
      outcome: 'unknown',
      tries: 3,
      readCount: 3,
    });
    assert.deepEqual(await run(afterInsert('w'), [lost], [], () => true), {
      outcome: 'unknown',
      tries: 1,
      readCount: 0,
    });
    let asked = 0;
    const afterTheLook = await run(afterInsert('w'), [lost], [null], () => ++asked > 1);
    assert.deepEqual(afterTheLook, { outcome: 'unknown', tries: 1, readCount: 1 });
  });
});

describe('what the stored document shows after a lost answer', () => {
  const cases: readonly [string, UncertainWrite['verdict'], MongoDocument | null, string][] = [
    ['insert: nothing there', afterInsert('w'), null, 'again'],
    ['insert: ours', afterInsert('w'), row(1, 'w'), 'applied'],
    ['insert: the first revision of another', afterInsert('w'), row(1, 'v'), 'refused'],
    ['insert: a later revision, perhaps of ours', afterInsert('w'), row(2, 'v'), 'unknown'],
    ['replace: ours', afterReplace('w', 3), row(4, 'w'), 'applied'],
    ['replace: as it was', afterReplace('w', 3), row(3, 'v'), 'again'],
    ['replace: the next revision is of another', afterReplace('w', 3), row(4, 'v'), 'refused'],
    ['replace: a later revision, perhaps after ours', afterReplace('w', 3), row(5, 'v'), 'unknown'],
    ['replace: made anew', afterReplace('w', 3), row(1, 'v'), 'unknown'],
    ['replace: gone, perhaps after ours', afterReplace('w', 3), null, 'unknown'],
    ['delete: gone, perhaps by us', afterDelete(3), null, 'unknown'],
    ['delete: as it was', afterDelete(3), row(3, 'v'), 'again'],
    ['delete: replaced by another', afterDelete(3), row(4, 'v'), 'refused'],
  ];
  for (const [name, verdict, found, wanted] of cases) {
    it(name, () => assert.equal(verdict(found), wanted));
  }
});
