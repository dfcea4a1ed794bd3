import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimTexts } from '../../src/login/claim-texts.ts';

test('claims have the words of the language, each once', () => {
  const names = ['given_name', 'birthdate', 'birth_date', 'age_over_18', '21', 'resident_city'];
  assert.deepEqual(claimTexts(names, 'en'), [
    'given name',
    'date of birth',
    'at least 18 years old',
    'at least 21 years old',
    'town',
  ]);
  assert.deepEqual(claimTexts(names, 'de'), [
    'Vorname',
    'Geburtsdatum',
    'mindestens 18 Jahre alt',
    'mindestens 21 Jahre alt',
    'Ort',
  ]);
});

test('a claim of the tenant is called by its name', () => {
  assert.deepEqual(claimTexts(['member_number', 'toString'], 'de'), ['member number', 'toString']);
});
