import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rightsTexts } from '../../src/rights/rights-texts.ts';

test('both languages have every text', () => {
  const { en, de } = rightsTexts;
  for (const part of ['states', 'kinds', 'problems'] as const) {
    assert.deepEqual(Object.keys(de[part]), Object.keys(en[part]));
    for (const text of Object.values(de[part])) assert.notEqual(text, '');
  }
});
