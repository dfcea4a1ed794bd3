import assert from 'node:assert/strict';
import { test } from 'node:test';
import { elementsOf } from '../../src/mdoc/elements.ts';
import { issuedFaults } from '../../src/mdoc/issued-faults.ts';
import { readIssuerSigned } from '../../src/mdoc/issuer-signed.ts';
import { discloseAsked, formatOf, mismatchOf } from '../../src/presentation/disclose.ts';
import { discloseElements, mdocMismatch } from '../../src/presentation/disclose-elements.ts';
import type { ClaimQuery, CredentialQuery } from '../../src/presentation/present.ts';
import { MDL, MDL_SPACE, madeMdl, NOW } from '../mdoc/made-mdl.ts';

const { credential, key } = madeMdl();
const claim = (name: string, more: Partial<ClaimQuery> = {}): ClaimQuery => ({
  id: name,
  path: [MDL_SPACE, name],
  ...more,
});
const query = (more: Partial<CredentialQuery>): CredentialQuery => ({
  id: 'q',
  format: 'mso_mdoc',
  meta: { doctype_value: MDL },
  ...more,
});

test('the elements that are asked for are disclosed, as they were signed', () => {
  const claims = [claim('given_name'), claim('portrait'), claim('points', { path: ['org.example', 'points'] })];
  const shown = discloseElements(credential, query({ claims }));
  assert.deepEqual(elementsOf(shown), {
    [MDL_SPACE]: { given_name: 'Ada', portrait: '_9j_' },
    'org.example': { points: 3 },
  });
  assert.deepEqual(issuedFaults({ credential: shown, key, docType: MDL, now: NOW }), []);
});

test('no claims disclose nothing, and a namespace without an element is left out', () => {
  assert.equal(readIssuerSigned(discloseElements(credential, query({}))).nameSpaces.size, 0);
  const shown = readIssuerSigned(discloseElements(credential, query({ claims: [claim('given_name')] })));
  assert.deepEqual([...shown.nameSpaces.keys()], [MDL_SPACE]);
});

test('of the sets of claims the first that is held is disclosed', () => {
  const claims = [claim('given_name'), claim('age_over_21'), claim('age_over_18')];
  const claim_sets = [['age_over_21'], ['age_over_18', 'given_name'], ['given_name']];
  const shown = discloseElements(credential, query({ claims, claim_sets }));
  assert.deepEqual(elementsOf(shown)[MDL_SPACE], { given_name: 'Ada', age_over_18: true });
});

test('intent_to_retain changes nothing', () => {
  const asked = [claim('given_name'), { ...claim('given_name'), intent_to_retain: true }];
  const [plain, retained] = asked.map((one) => discloseElements(credential, query({ claims: [one] })));
  assert.equal(plain, retained);
});

const mismatches: readonly (readonly [string, Partial<CredentialQuery>, RegExp])[] = [
  ['another type', { meta: { doctype_value: 'org.example' } }, /its type is org\.iso\.18013\.5\.1\.mDL/],
  ['an element that is not there', { claims: [claim('age_over_21')] }, /it has no org\.iso\.18013\.5\.1\.age_over_21/],
  ['another namespace', { claims: [claim('points')] }, /points/],
  ['a path of one part', { claims: [{ path: [MDL_SPACE] }] }, /it has no/],
  ['a path of three parts', { claims: [{ path: [MDL_SPACE, 'portrait', 0] }] }, /it has no/],
  ['a path with a null', { claims: [{ path: [null, 'portrait'] }] }, /it has no/],
  ['another value', { claims: [claim('given_name', { values: ['Eve'] })] }, /given_name/],
];
for (const [name, more, why] of mismatches) {
  test(`${name} does not match`, () => assert.match(mdocMismatch(credential, query(more)) ?? '', why));
}

test('what is held matches, by its value too', () => {
  const claims = [claim('given_name', { values: ['Eve', 'Ada'] }), claim('age_over_18', { values: [true] })];
  assert.equal(mdocMismatch(credential, query({ claims })), undefined);
  assert.equal(mdocMismatch(credential, { id: 'q' }), undefined);
});

test('a query of one format takes no credential of the other', () => {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const sdJwt = `${part({})}.${part({ vct: 'urn:pid' })}.s~`;
  assert.deepEqual([formatOf(sdJwt), formatOf(credential)], ['dc+sd-jwt', 'mso_mdoc']);
  assert.equal(mismatchOf(sdJwt, { id: 'q', format: 'mso_mdoc' }), 'its format is dc+sd-jwt');
  assert.equal(mismatchOf(credential, { id: 'q', format: 'dc+sd-jwt' }), 'its format is mso_mdoc');
  assert.equal(mismatchOf(credential, query({})), undefined);
  assert.equal(
    discloseAsked(credential, query({ claims: [claim('given_name')] })),
    discloseElements(credential, query({ claims: [claim('given_name')] })),
  );
});

test('a wallet with that habit answers an age by the nearest one that it holds', () => {
  const ages = { age_over_16: true, age_over_21: true, age_over_40: false, age_over_65: false };
  const held = madeMdl({ nameSpaces: { [MDL_SPACE]: ages } }).credential;
  const shown = (name: string): unknown =>
    elementsOf(discloseElements(held, query({ claims: [claim(name)] }), { nearestAge: true }))[MDL_SPACE];
  assert.deepEqual(shown('age_over_18'), { age_over_21: true });
  assert.deepEqual(shown('age_over_21'), { age_over_21: true });
  assert.deepEqual(shown('age_over_70'), { age_over_65: false });
  assert.deepEqual(shown('age_over_30'), undefined);
  assert.deepEqual(shown('family_name'), undefined);
  const exact = query({ claims: [claim('age_over_18')] });
  assert.match(mdocMismatch(held, exact) ?? '', /age_over_18/);
  assert.equal(mdocMismatch(held, exact, { nearestAge: true }), undefined);
});
