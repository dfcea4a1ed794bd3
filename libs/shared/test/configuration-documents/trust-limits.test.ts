import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseLimits } from '@countersign/shared/trust/trust-files';
import { trustLimits } from '../../src/configuration-documents/trust-limits.ts';

test('the schema has the members that the service reads', () => {
  assert.deepEqual(Object.keys(trustLimits), ['vct', 'doctype', 'names', 'pinned']);
  assert.deepEqual(parseLimits('{"vct":["a"]}'), { vcts: ['a'], doctypes: [] });
  assert.deepEqual(parseLimits('{"doctype":["d"],"pinned":true}'), { vcts: [], doctypes: ['d'], pinned: true });
});
