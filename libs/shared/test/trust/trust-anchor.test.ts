import assert from 'node:assert/strict';
import { test } from 'node:test';
import { credentialFormats, OWN_LIMITS, UNLIMITED } from '../../src/trust/trust-anchor.ts';

test('the own issuer of a format counts for no type of another format', () => {
  const counts = credentialFormats.map((format) => [OWN_LIMITS[format].vcts, OWN_LIMITS[format].doctypes]);
  assert.deepEqual(counts, [
    ['any', []],
    [[], 'any'],
  ]);
});

test('an anchor without a limit counts for both formats', () => {
  assert.deepEqual(UNLIMITED, { vcts: 'any', doctypes: 'any' });
});
