import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scopeFindings, typeFindings } from '../../src/metadata/configurations.ts';

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

test('with profile haip a type has one configuration, because it has one scope', () => {
  const others = [{ id: 'pid', vct: 'urn:eudi:pid:1' }];
  assert.deepEqual(typeFindings('open', { vct: 'urn:eudi:pid:1' }, others), []);
  assert.deepEqual(typeFindings('haip', { vct: 'urn:eudi:pid:de:1' }, others), []);
  const [finding] = typeFindings('haip', { vct: 'urn:eudi:pid:1' }, others);
  assert.equal(finding?.pointer, '/config/vct');
  assert.match(finding?.detail ?? '', /pid/);
});
