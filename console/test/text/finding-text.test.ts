import assert from 'node:assert/strict';
import { test } from 'node:test';
import { language } from '../../src/state/settings.ts';
import { findingText } from '../../src/text/finding-text.ts';

test('the API’s finding and the form’s own have one text in each language; others stay as they are', (t) => {
  t.after(() => {
    language.value = 'en';
  });
  assert.equal(findingText('is required'), 'Fill in this field.');
  assert.equal(findingText('must NOT have fewer than 2 characters'), 'At least 2 characters.');
  assert.equal(findingText('must be <= 4'), 'At most 4.');
  assert.equal(findingText('unknown claim'), 'unknown claim');
  language.value = 'de';
  assert.equal(findingText('must match format "date"'), 'Geben Sie ein Datum ein.');
});
