import assert from 'node:assert/strict';
import { test } from 'node:test';
import { didYouMean, nearestName } from '../../src/kernel/nearest-name.ts';

const known = ['given_name', 'family_name', 'birthdate', 'age', 'PUBLIC_URL', 'PORT'];

test('a name with one or two wrong, missing, extra or swapped characters finds the known one', () => {
  for (const name of ['givenname', 'given_naem', 'Given_Name', 'givn_nme', 'ggiven_namee']) {
    assert.equal(nearestName(name, known), 'given_name', name);
  }
  assert.equal(nearestName('PUBLIC_ULR', known), 'PUBLIC_URL');
  assert.equal(nearestName('aeg', known), 'age');
});

test('a name that is further away finds none, and short names allow one edit only', () => {
  for (const name of ['surname', 'given', 'POT_', '', 'xyz', 'a'.repeat(1000)]) {
    assert.equal(nearestName(name, known), undefined, name);
  }
  assert.equal(nearestName('abcd', ['abxy']), undefined);
});

test('the name with the fewest edits wins, and of equally near ones the first', () => {
  assert.equal(nearestName('name2', ['name31', 'name3', 'name4']), 'name3');
});

test('the sentence for an error', () => {
  assert.equal(didYouMean('given-name', known), '. Did you mean "given_name"?');
  assert.equal(didYouMean('other', known), '');
});
