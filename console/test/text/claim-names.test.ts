import assert from 'node:assert/strict';
import { test } from 'node:test';
import { language } from '../../src/state/settings.ts';
import { claimLabel, claimName } from '../../src/text/claim-names.ts';

test('common claims have names in both languages, others lose their underscores', (t) => {
  t.after(() => {
    language.value = 'en';
  });
  assert.deepEqual(
    [claimName('birthdate'), claimName('tour_pass'), claimName('constructor')],
    ['date of birth', 'tour pass', 'constructor'],
  );
  assert.equal(claimLabel('family_name'), 'Family name');
  assert.deepEqual([claimLabel(''), claimLabel('org.iso_x.1')], ['', 'org.iso_x.1']);
  language.value = 'de';
  assert.equal(claimName('birthdate'), 'Geburtsdatum');
});
