import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimTexts, shownClaims } from '../../src/login/claim-texts.ts';
import { requestedClaims } from '../../src/login/requested-claims.ts';
import { clientOf } from './given.ts';

const none = { claim: () => undefined };
const claims = (...names: string[]) => names.map((name) => ({ name, path: [name] }));

test('claims have the words of the language, each once', () => {
  const names = claims('given_name', 'birthdate', 'birth_date', 'age_over_18', '21', 'resident_city');
  assert.deepEqual(claimTexts(names, 'en', none), [
    'given name',
    'date of birth',
    'at least 18 years old',
    'at least 21 years old',
    'town',
  ]);
  assert.deepEqual(claimTexts(names, 'de', none), [
    'Vorname',
    'Geburtsdatum',
    'mindestens 18 Jahre alt',
    'mindestens 21 Jahre alt',
    'Ort',
  ]);
});

test('a claim of the tenant is called by its name', () => {
  assert.deepEqual(claimTexts(claims('member_number', 'toString'), 'de', none), ['member number', 'toString']);
});

test('the configuration of the credential comes first', () => {
  const named = { claim: ([name]: readonly string[]) => (name === 'member_number' ? 'Mitgliedsnummer' : undefined) };
  assert.deepEqual(claimTexts(claims('member_number', 'given_name'), 'de', named), ['Mitgliedsnummer', 'Vorname']);
});

test('the claims of the application are shown, or what tells people apart', () => {
  const client = clientOf();
  const shown = (scope: string) => shownClaims(client, requestedClaims(client, { scope })).map(({ name }) => name);
  assert.deepEqual(shown('openid membership'), ['member']);
  assert.deepEqual(shown('openid'), ['given_name', 'birthdate']);
});
