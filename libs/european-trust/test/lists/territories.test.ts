import assert from 'node:assert/strict';
import { it } from 'node:test';
import { asTerritory } from '../../src/lists/territories.ts';

it('is the country, but for Greece and the United Kingdom', () => {
  assert.deepEqual(['GR', 'GB', 'DE', 'EL', '__proto__'].map(asTerritory), ['EL', 'UK', 'DE', 'EL', '__proto__']);
});
