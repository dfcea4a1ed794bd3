import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBeginRun } from '../src/open-runs.ts';

const refused = { code: 'rate_limited' };

test('one run of a tenant at a time, and five of the process', () => {
  const begin = createBeginRun();
  const [end] = ['a', 'b', 'c', 'd', 'e'].map((tenant) => begin(tenant));
  assert.throws(() => begin('a'), refused);
  assert.throws(() => begin('f'), refused);
  end?.();
  begin('f');
  assert.throws(() => begin('a'), refused);
});
