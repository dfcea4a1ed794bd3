import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimAt, pairwiseSubject, tellsApart } from '../../src/crypto/pairwise-subject.ts';

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

test('a text with content tells people apart, everything else does not', () => {
  assert.equal(tellsApart('Erika'), true);
  for (const value of ['', '  ', 'x'.repeat(1025), 7, null, true, ['a'], { a: 'b' }, undefined]) {
    assert.equal(tellsApart(value), false);
  }
});

test('a claim is found at its path, and never in a prototype', () => {
  assert.equal(claimAt({ address: { locality: 'Bonn' } }, ['address', 'locality']), 'Bonn');
  assert.equal(claimAt({ address: 'Bonn' }, ['address', 'locality']), undefined);
  assert.equal(claimAt({}, ['constructor', 'name']), undefined);
});
