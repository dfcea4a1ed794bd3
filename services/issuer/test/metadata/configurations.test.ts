import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scopeFindings } from '../../src/metadata/configurations.ts';

test('a scope belongs to one configuration, which the finding names', () => {
  const others = [
    { id: 'pid', scope: 'identity' },
    { id: 'card', scope: 'card' },
  ];
  assert.deepEqual(scopeFindings({ scope: 'diploma' }, others), []);
  const [finding, ...more] = scopeFindings({ scope: 'identity' }, others);
  assert.deepEqual([finding?.pointer, more], ['/config/scope', []]);
  assert.match(finding?.detail ?? '', /pid/);
});
