import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cachedUntilEdit } from '../../src/kernel/cached-until-edit.ts';

/** A value by key that counts how often it is created. */
function counted(during?: () => void) {
  const state = { version: 0, made: 0 };
  const of = cachedUntilEdit({ version: () => state.version }, (key) => {
    state.made += 1;
    during?.();
    return { key };
  });
  return { state, of };
}

test('a value is made once for each key, and again after an edit', () => {
  const { state, of } = counted();
  const first = of('a');
  assert.deepEqual(first, { key: 'a' });
  assert.equal(of('a'), first);
  assert.deepEqual(of('b'), { key: 'b' });
  assert.equal(state.made, 2);
  state.version += 1;
  assert.notEqual(of('a'), first);
  assert.equal(state.made, 3);
});

test('a value is not cached where a file was edited, or may change unreported, while it was made', () => {
  const { state, of } = counted(() => {
    state.version += 1;
  });
  of('a');
  of('a');
  assert.equal(state.made, 2);
});

test('a value whose making throws is made again', () => {
  const { state, of } = counted(() => {
    if (state.made === 1) throw new Error('broken');
  });
  assert.throws(() => of('a'), /broken/);
  assert.deepEqual(of('a'), { key: 'a' });
});

test('a bounded number of keys is cached', () => {
  const { state, of } = counted();
  of('first');
  for (let other = 0; other < 10_000; other += 1) of(String(other));
  const before = state.made;
  of('first');
  assert.equal(state.made, before + 1);
});

test('without edits each value is made anew', () => {
  const of = cachedUntilEdit(undefined, (key) => ({ key }));
  assert.notEqual(of('a'), of('a'));
});
