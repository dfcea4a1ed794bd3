import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayBeShared } from '../../src/flow-config/unique-claims.ts';

test('names and dates may be shared, also together; one number that is unique tells people apart', () => {
  assert.equal(mayBeShared([['family_name'], ['birthdate']]), true);
  assert.equal(mayBeShared([['family_name'], ['eu.europa.ec.eudi.pid.1', 'personal_administrative_number']]), false);
  assert.equal(mayBeShared([['sub', 'family_name']]), true, 'only the last name counts');
});
