import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { statusReasons } from '../../src/text/status-changes.ts';

test('every reason that the API takes has words', () => {
  const file = new URL('../../../../libs/shared/src/messages/status-update.ts', import.meta.url);
  const list = /const statusReasons = \[([^\]]+)\]/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  const names = [...list.matchAll(/'([a-z_]+)'/g)].map(([, name]) => name ?? '');
  assert.ok(names.length > 5);
  assert.deepEqual(Object.keys(statusReasons()), names);
});
