import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type Access,
  type Call,
  idempotent,
  isLinearizable,
  type Model,
  type Repeated,
  register,
  singleUse,
  type Use,
} from './linearizability.ts';

/** `[what, sent, answered]`; a call without a response has no third member. */
type Row<Step> = readonly [Step, number, number?];

function history<Step>(rows: readonly Row<Step>[]): readonly Call<Step>[] {
  return rows.map(([step, sent, answered]) => ({ step, sent, ...(answered === undefined ? {} : { answered }) }));
}

function holds<Step, State>(
  model: Model<Step, State>,
  given: {
    readonly good: Readonly<Record<string, readonly Row<Step>[]>>;
    readonly bad: Readonly<Record<string, readonly Row<Step>[]>>;
  },
): void {
  for (const [what, rows] of Object.entries(given.good)) {
    it(`accepts ${what}`, () => assert.equal(isLinearizable(model, history(rows)), true));
    it(`accepts ${what}, recorded in another order`, () =>
      assert.equal(isLinearizable(model, history(rows.toReversed())), true));
  }
  for (const [what, rows] of Object.entries(given.bad)) {
    it(`finds ${what}`, () => assert.equal(isLinearizable(model, history(rows)), false));
  }
}

describe('something that is used once', () => {
  holds<Use, 'free' | 'used'>(singleUse, {
    good: {
      'no call': [],
      'one use, then a refusal': [
        ['accepted', 1, 2],
        ['refused', 3, 4],
      ],
      'a refusal that was answered first, of two at the same time': [
        ['refused', 1, 2],
        ['accepted', 1, 4],
      ],
      'a refusal after a lost response': [
        ['unknown', 1],
        ['refused', 3, 4],
      ],
      'an accepted use after a lost request': [
        ['unknown', 1],
        ['accepted', 3, 4],
        ['refused', 5, 6],
      ],
      'a lost response that is all there is': [['unknown', 1]],
    },
    bad: {
      'two accepted uses at the same time': [
        ['accepted', 1, 4],
        ['accepted', 2, 3],
      ],
      'two accepted uses far apart': [
        ['accepted', 1, 2],
        ['refused', 3, 4],
        ['accepted', 900, 901],
      ],
      'a refusal before anybody used it': [
        ['refused', 1, 2],
        ['accepted', 3, 4],
      ],
      'a refusal that a later lost request can not explain': [
        ['refused', 1, 2],
        ['unknown', 3],
      ],
      'a refusal of what nobody used': [['refused', 1, 2]],
      'an accepted use after a refusal that only a lost one explains': [
        ['unknown', 1],
        ['refused', 2, 3],
        ['accepted', 4, 5],
      ],
    },
  });
});

describe('a status entry', () => {
  holds<Access, number>(register, {
    good: {
      'what was last written': [
        [{ write: 1 }, 1, 2],
        [{ read: 1 }, 3, 4],
        [{ write: 0 }, 5, 6],
        [{ read: 0 }, 7, 8],
      ],
      'either of two writes at the same time': [
        [{ write: 1 }, 1, 5],
        [{ write: 2 }, 1, 5],
        [{ read: 1 }, 6, 7],
      ],
      'an old value while the write is under way': [
        [{ write: 1 }, 1, 9],
        [{ read: 0 }, 2, 3],
        [{ read: 1 }, 4, 5],
      ],
      'a write whose response was lost and that shows late': [
        [{ write: 1 }, 1],
        [{ read: 0 }, 5, 6],
        [{ read: 1 }, 7, 8],
      ],
    },
    bad: {
      'a revocation that was acknowledged and is not there': [
        [{ write: 1 }, 1, 2],
        [{ read: 0 }, 3, 4],
      ],
      'a revocation that comes and goes': [
        [{ write: 1 }, 1],
        [{ read: 1 }, 2, 3],
        [{ read: 0 }, 4, 5],
      ],
      'a value that nobody wrote': [
        [{ write: 1 }, 1, 2],
        [{ read: 2 }, 3, 4],
      ],
      'an older write that returns': [
        [{ write: 1 }, 1, 2],
        [{ write: 2 }, 3, 4],
        [{ read: 2 }, 5, 6],
        [{ read: 1 }, 7, 8],
      ],
    },
  });
});

describe('a call with an idempotency key', () => {
  holds<Repeated, string>(idempotent, {
    good: {
      'the same answer each time': [
        [{ answer: 'a' }, 1, 2],
        [{ answer: 'a' }, 3, 4],
        [{ answer: 'a' }, 3, 9],
      ],
      'an answer after a lost one': [
        ['unknown', 1],
        [{ answer: 'a' }, 3, 4],
        ['unknown', 5],
        [{ answer: 'a' }, 6, 7],
      ],
    },
    bad: {
      'a second answer': [
        [{ answer: 'a' }, 1, 2],
        [{ answer: 'b' }, 3, 4],
      ],
      'two answers at the same time': [
        [{ answer: 'a' }, 1, 5],
        [{ answer: 'b' }, 1, 5],
      ],
      'a second answer after a lost one': [
        [{ answer: 'a' }, 1, 2],
        ['unknown', 3],
        [{ answer: 'b' }, 5, 6],
      ],
    },
  });
});

it('a history of many calls at the same time is searched, not enumerated', () => {
  const many = Array.from({ length: 60 }, (): Row<Use> => ['refused', 1, 100]);
  assert.equal(isLinearizable(singleUse, history([...many, ['accepted', 1, 100]])), true);
  const twice = history<Use>([...many, ['accepted', 1, 100], ['accepted', 1, 100]]);
  assert.equal(isLinearizable(singleUse, twice), false);
  const lost = Array.from({ length: 60 }, (): Row<Use> => ['unknown', 1]);
  assert.equal(isLinearizable(singleUse, history<Use>([...lost, ['accepted', 1, 100]])), true);
  assert.equal(isLinearizable(singleUse, [...history(lost), ...twice]), false);
});
