import assert from 'node:assert/strict';
import { test } from 'node:test';
import { subjectRule } from '../../src/login/subject.ts';

test('the rule changes with the claims, the host and the trust, not with their order', () => {
  const client = (from: string[][], redirectUris = ['https://rp.example/cb'], trust?: string) =>
    subjectRule({ redirectUris, subject: { kind: 'pairwise', from, replaces: false, ...(trust ? { trust } : {}) } });
  const rule = client([['a'], ['b']]);
  assert.equal(client([['b'], ['a']]), rule);
  assert.equal(client([['a'], ['b']], ['https://rp.example/other']), rule);
  for (const other of [
    client([['a']]),
    client([['a'], ['b']], ['https://other.example/cb']),
    client([['a'], ['b']], undefined, 'all'),
  ]) {
    assert.notEqual(other, rule);
  }
  assert.equal(subjectRule({ redirectUris: [], subject: { kind: 'transient' } }), undefined);
});
