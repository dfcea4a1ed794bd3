import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pairwiseSubject, subjectRule } from '../../src/login/subject.ts';

const key = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
const erika = {
  sector: 'rp.example.org',
  type: 'urn:eudi:pid:1',
  trust: 'urn:trust:pid-de',
  claims: [
    [['birthdate'], '1964-08-12'],
    [['family_name'], 'Mustermann'],
    [['given_name'], 'Erika'],
  ],
} as const;

test('a known input makes a known subject', () => {
  assert.equal(pairwiseSubject(key, erika), '-wzuGZ9Trkw61fl1tcy64jj4n92qJg8UhgSBgLIrCw0');
  const elsewhere = pairwiseSubject(key, { ...erika, sector: 'other.example.org' });
  assert.equal(elsewhere, 'zmR0BbkatrIqmXxSU0LB9--GklRypGYW3Bm6ILWW8qk');
});

test('neither the order of claims nor the way in which a name is encoded makes another person', () => {
  const [birthdate, , given] = erika.claims;
  const decomposed = [['family_name'], ' Mu\u0308ller '] as const;
  const composed = [['family_name'], 'M\u00fcller'] as const;
  assert.equal(
    pairwiseSubject(key, { ...erika, claims: [given, decomposed, birthdate] }),
    pairwiseSubject(key, { ...erika, claims: [birthdate, composed, given] }),
  );
});

test('each part of the input makes another person', () => {
  const first = pairwiseSubject(key, erika);
  const others = [
    { ...erika, type: 'urn:eudi:pid:2' },
    { ...erika, trust: 'urn:trust:other' },
    { ...erika, claims: erika.claims.slice(1) },
  ];
  for (const other of others) assert.notEqual(pairwiseSubject(key, other), first);
  assert.notEqual(pairwiseSubject(Buffer.alloc(32), erika), first);
});

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
