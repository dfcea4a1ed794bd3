import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aboutPeople, peopleIn } from '../../../src/model/session/people.ts';

const key = Buffer.alloc(32, 7);
const from = [['family_name'], ['birthdate'], ['personal_administrative_number']];
const erika = { family_name: 'Mustermann', birthdate: '1964-08-12', personal_administrative_number: 'A1' };

test('the same claims in another credential are the same person', () => {
  const [one] = peopleIn(key, from, [erika]);
  assert.deepEqual(peopleIn(key, from, [{ ...erika, vct: 'urn:other', given_name: 'Erika' }]), [one]);
  assert.deepEqual(peopleIn(key, from, [erika, { ...erika }]), [one], 'once, however many credentials');
});

test('a homonym with another number is another person', () => {
  const homonym = { ...erika, personal_administrative_number: 'A2' };
  assert.notDeepEqual(peopleIn(key, from, [homonym]), peopleIn(key, from, [erika]));
  assert.equal(peopleIn(key, from, [erika, homonym]).length, 2);
});

test('a missing or empty claim makes nobody, and not everybody', () => {
  const { birthdate: _, ...rest } = erika;
  assert.deepEqual(peopleIn(key, from, [rest, { ...erika, birthdate: '' }, { ...erika, birthdate: null }]), []);
  assert.deepEqual(peopleIn(key, [], [erika]), []);
  assert.deepEqual(peopleIn(key, from, ['text', undefined, null]), []);
});

test('another key makes another pseudonym, and no claim is in it', () => {
  const [one = ''] = peopleIn(key, from, [erika]);
  assert.notEqual(peopleIn(Buffer.alloc(32, 8), from, [erika])[0], one);
  assert.match(one, /^[A-Za-z0-9_-]{43}$/);
  assert.doesNotMatch(Buffer.from(one, 'base64url').toString('latin1'), /Mustermann|1964|A1/);
});

test('a session about nobody has no member', () => {
  assert.deepEqual(aboutPeople([]), {});
  assert.deepEqual(aboutPeople(undefined), {});
  assert.deepEqual(aboutPeople(['p']), { people: ['p'] });
});
