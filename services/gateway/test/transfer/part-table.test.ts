import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partMembers, parts, putOf, removalOf } from '../../src/transfer/part-table.ts';

test('an item has the id by which its route addresses it', () => {
  const items = { images: { file: 'a.svg' }, trust: { purpose: 'issuers', id: 'a' }, hostedLists: { id: 'l' } };
  const ids = Object.entries(items).map(([member, item]) => parts[member as keyof typeof items].idOf?.(item));
  assert.deepEqual(ids, ['a.svg', 'issuers/a', 'l']);
  for (const one of ['display', 'wallets'] as const) assert.equal(parts[one].idOf, undefined, 'there is one only');
});

test('an item is written as by its route: the purpose of an anchor is in the path', () => {
  const anchor = { purpose: 'issuers', id: 'a', certificate: 'PEM' };
  assert.deepEqual(putOf('trust', anchor), {
    operation: 'issuer.trust.put',
    params: { purpose: 'issuers' },
    body: { id: 'a', certificate: 'PEM' },
  });
  const image = { file: 'a.svg', content: 'AAAA' };
  assert.deepEqual(putOf('images', image), { operation: 'issuer.image.put', params: {}, body: image });
});

test('an item is removed as by its route, except a hosted list, which leaves a trace', () => {
  assert.deepEqual(removalOf('trust', { purpose: 'issuers', id: 'a', certificate: 'PEM' }), {
    operation: 'issuer.trust.delete',
    params: { purpose: 'issuers', id: 'a' },
  });
  assert.deepEqual(removalOf('images', { file: 'a.svg' })?.params, { file: 'a.svg' });
  const item = { id: 'x', file: 'x', purpose: 'issuers' };
  const kept = partMembers.filter((member) => removalOf(member, item) === undefined);
  assert.deepEqual(kept, ['hostedLists']);
});

test('the body of each part is checked by the schema of its route', () => {
  for (const member of partMembers) assert.notDeepEqual(parts[member].validate({ nothing: 'of this' }), [], member);
});
