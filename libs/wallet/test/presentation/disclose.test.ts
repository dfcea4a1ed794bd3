import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { claimsOf } from '../../src/jwt/disclosed-claims.ts';
import { discloseAsked, mismatchOf } from '../../src/presentation/disclose.ts';
import type { CredentialQuery } from '../../src/presentation/present.ts';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

const given = part(['s1', 'given_name', 'Ada']);
const street = part(['s2', 'street', 'Main']);
const address = part(['s3', 'address', { city: 'Here', _sd: [digest(street)] }]);
const first = part(['s4', 'AT']);
const payload = {
  vct: 'urn:pid',
  over_18: true,
  _sd: [digest(given), digest(address)],
  nationalities: [{ '...': digest(first) }, 'DE'],
};
const credential = [`${part({})}.${part(payload)}.s`, given, street, address, first, ''].join('~');

const query = (more: Partial<CredentialQuery>): CredentialQuery => ({ id: 'q', ...more });
const disclosed = (...paths: (string | number | null)[][]): unknown => {
  const { vct: _, ...claims } = claimsOf(discloseAsked(credential, query({ claims: paths.map((path) => ({ path })) })));
  return claims;
};

const open = { over_18: true, nationalities: ['DE'] };
const cases: readonly [string, (string | number | null)[][], unknown][] = [
  ['nothing', [], open],
  ['a claim', [['given_name']], { ...open, given_name: 'Ada' }],
  [
    'a claim in an object, with what is on the way',
    [['address', 'street']],
    { ...open, address: { city: 'Here', street: 'Main' } },
  ],
  ['an object, with what is below', [['address']], { ...open, address: { city: 'Here', street: 'Main' } }],
  ['a member that is not hidden in one that is', [['address', 'city']], { ...open, address: { city: 'Here' } }],
  ['an element of a list', [['nationalities', 0]], { ...open, nationalities: ['AT', 'DE'] }],
  ['all elements of a list', [['nationalities', null]], { ...open, nationalities: ['AT', 'DE'] }],
];

for (const [name, paths, claims] of cases) {
  test(`asked for ${name}, it discloses that alone`, () => assert.deepEqual(disclosed(...paths), claims));
}

test('of several sets of claims the first that the credential has', () => {
  const claims = [
    { id: 'a', path: ['email'] },
    { id: 'b', path: ['given_name'] },
  ];
  const either = query({ claims, claim_sets: [['a'], ['b']] });
  assert.equal(claimsOf(discloseAsked(credential, either)).given_name, 'Ada');
  assert.equal(mismatchOf(credential, either), undefined);
  assert.match(mismatchOf(credential, query({ claims })) ?? '', /it has no email/);
});

test('a type and values that are asked for must be there', () => {
  assert.equal(mismatchOf(credential, query({ meta: { vct_values: ['urn:pid'] } })), undefined);
  assert.match(mismatchOf(credential, query({ meta: { vct_values: ['urn:card'] } })) ?? '', /type is urn:pid/);
  const over = (value: boolean) => query({ claims: [{ path: ['over_18'], values: [value] }] });
  assert.equal(mismatchOf(credential, over(true)), undefined);
  assert.match(mismatchOf(credential, over(false)) ?? '', /over_18/);
});
