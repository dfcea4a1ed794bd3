import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { askedByDeviceRequest, askedByQuery, type CredentialQuery } from '../../src/registration/asked.ts';
import { coverageOf } from '../../src/registration/coverage.ts';
import type { AskedClaim, PathStep } from '../../src/registration/registered-paths.ts';
import type { RegisteredCredential } from '../../src/registration/registration-claims.ts';
import { type CoverageRules, EU_REGISTRATION } from '../../src/registration/settings.ts';

const claims = (...paths: readonly (readonly PathStep[])[]) => paths.map((path) => ({ path }));
const entry = (vct: readonly string[], more: object): RegisteredCredential => ({
  format: 'dc+sd-jwt',
  meta: { vct_values: vct },
  ...more,
});
const query = (vct: readonly string[], asked?: readonly AskedClaim[]): CredentialQuery => ({
  format: 'dc+sd-jwt',
  vctValues: vct,
  ...(asked === undefined ? {} : { claims: asked }),
});

function coverage(
  credentials: readonly RegisteredCredential[] | undefined,
  queries: readonly CredentialQuery[],
  rules: Partial<CoverageRules> = {},
) {
  const asked = askedByQuery({ credentials: queries });
  const registered = credentials === undefined ? {} : { credentials };
  const { refused, warnings } = coverageOf(asked, registered, { ...EU_REGISTRATION.coverage, ...rules });
  return {
    refused: refused.map(({ pointer }) => pointer),
    warned: warnings.map(({ pointer }) => pointer),
    findings: refused,
  };
}

const at = (claim: number, credential = 0): string => `/credentials/${credential}/claims/${claim}/path`;
const pid = entry(['pid'], { claim: claims(['given_name'], ['address']) });

describe('a query within what is registered', () => {
  it('is covered', () => {
    const { refused, warned } = coverage([pid], [query(['pid'], claims(['given_name'], ['address']))]);
    assert.deepEqual([refused, warned], [[], []]);
  });

  it('is covered with a warning where only the exact rule refuses', () => {
    const asked = query(['pid'], claims(['given_name'], ['address', 'country']));
    assert.deepEqual(coverage([pid], [asked]), { refused: [], warned: [at(1)], findings: [] });
    const exact = coverage([pid], [asked], { rule: 'exact' });
    assert.deepEqual([exact.refused, exact.warned], [[at(1)], []]);
  });

  it('takes its claims from all entries for the type, with a warning for wallets that read the first', () => {
    const entries = [entry(['pid'], { claim: claims(['a']) }), entry(['pid', 'other'], { claim: claims(['b']) })];
    const asked = [query(['pid'], claims(['a'], ['b']))];
    assert.deepEqual(coverage(entries, asked), { refused: [], warned: [at(1)], findings: [] });
    assert.deepEqual(coverage(entries, asked, { rule: 'exact' }).refused, [at(1)]);
  });

  it('may ask an index where all are registered', () => {
    const entries = [entry(['pid'], { claim: claims(['nationalities', null]) })];
    const asked = [query(['pid'], claims(['nationalities', 7]))];
    assert.deepEqual(coverage(entries, asked), { refused: [], warned: [at(0)], findings: [] });
  });
});

describe('a query beyond what is registered', () => {
  it('is refused with one claim more, and the registered claims beside it', () => {
    const { refused, findings } = coverage([pid], [query(['pid'], claims(['given_name'], ['family_name']))]);
    assert.deepEqual(refused, [at(1)]);
    const [finding] = findings;
    assert.equal(finding?.reason, 'registration_exceeded');
    assert.deepEqual(finding?.registered, { pointer: '/credentials/0/claim', value: [['given_name'], ['address']] });
  });

  it('is refused with the parent of a registered member', () => {
    const entries = [entry(['pid'], { claim: claims(['address', 'country']) })];
    assert.deepEqual(coverage(entries, [query(['pid'], claims(['address']))]).refused, [at(0)]);
  });

  const paths: readonly (readonly [registered: readonly PathStep[], asked: readonly unknown[]])[] = [
    [
      ['a', 0],
      ['a', null],
    ],
    [
      ['a', '0'],
      ['a', 0],
    ],
    [
      ['a', 1],
      ['a', true],
    ],
    [
      ['a', 'b'],
      ['a', '__proto__'],
    ],
    [['a', 'b'], ['constructor']],
  ];
  for (const [registered, asked] of paths) {
    it(`is refused with ${JSON.stringify(asked)} where ${JSON.stringify(registered)} is registered`, () => {
      const entries = [entry(['pid'], { claim: claims(registered) })];
      const claim = { path: asked as readonly PathStep[] };
      assert.deepEqual(coverage(entries, [query(['pid'], [claim])]).refused, [at(0)]);
    });
  }

  it('is refused without claims against listed ones', () => {
    const { refused, findings } = coverage([pid], [query(['pid'])]);
    assert.deepEqual(refused, ['/credentials/0']);
    assert.deepEqual(findings[0]?.registered?.value, [['given_name'], ['address']]);
  });

  it('is refused where an entry has no claim, an empty list, or an empty path', () => {
    for (const more of [{}, { claim: [] }, { claim: [{ path: [] }] }, { claim: [{}] }]) {
      const entries = [entry(['pid'], more)];
      assert.deepEqual(coverage(entries, [query(['pid'], claims(['a']))]).refused, [at(0)]);
      assert.deepEqual(coverage(entries, [query(['pid'])]).refused, ['/credentials/0']);
    }
  });

  it('is everything by setting where an entry has no claim, but not where the list is empty', () => {
    const rules = { entryWithoutClaim: 'all' } as const;
    for (const asked of [query(['pid'], claims(['a'])), query(['pid'])]) {
      assert.deepEqual(coverage([entry(['pid'], {})], [asked], rules), { refused: [], warned: [], findings: [] });
    }
    assert.deepEqual(coverage([entry(['pid'], { claim: [] })], [query(['pid'])], rules).refused, ['/credentials/0']);
  });

  it('is refused by the narrow `claim` where `claims` beside it is wide', () => {
    const both = [entry(['pid'], { claim: claims(['a']), claims: claims(['a'], ['b']) })];
    assert.deepEqual(coverage(both, [query(['pid'], claims(['a'], ['b']))]).refused, [at(1)]);
    const empty = [entry(['pid'], { claim: [], claims: claims(['a']) })];
    assert.deepEqual(coverage(empty, [query(['pid'], claims(['a']))]).refused, [at(0)]);
    const alone = [entry(['pid'], { claims: claims(['a'], ['b']) })];
    assert.deepEqual(coverage(alone, [query(['pid'], claims(['a'], ['b']))]).refused, []);
  });

  it('is refused with a type more, in another format, and where nothing is registered', () => {
    const asked = claims(['given_name']);
    assert.deepEqual(coverage([pid], [query(['pid', 'other'], asked)]).refused, ['/credentials/0/meta/vct_values/1']);
    const mdoc: CredentialQuery = { format: 'mso_mdoc', doctype: 'pid', claims: claims(['ns', 'a']) };
    assert.deepEqual(coverage([pid], [mdoc]).refused, ['/credentials/0/format']);
    for (const nothing of [undefined, []]) {
      assert.deepEqual(coverage(nothing, [query(['pid'], asked)]).refused, ['/credentials/0/format']);
    }
  });

  it('is refused with claims of two entries for different types', () => {
    const entries = [entry(['a'], { claim: claims(['x']) }), entry(['b'], { claim: claims(['y']) })];
    assert.deepEqual(coverage(entries, [query(['a'], claims(['x'], ['y']))]).refused, [at(1)]);
    assert.deepEqual(coverage(entries, [query(['a', 'b'], claims(['x']))]).refused, ['/credentials/0/meta/vct_values']);
  });

  it('is refused in an option of claim_sets or credential_sets too', () => {
    const sets = { claimSets: [['1'], ['2']], credentialSets: [{ options: [['a'], ['b']], required: false }] };
    const asked = claims(['given_name'], ['family_name']).map((claim, index) => ({ ...claim, id: `${index + 1}` }));
    const queries = [{ ...query(['pid'], asked), ...sets }, query(['other'], claims(['x']))];
    assert.deepEqual(coverage([pid], queries).refused, [at(1), '/credentials/1/meta/vct_values/0']);
  });

  it('is refused without values where only certain ones are registered', () => {
    const entries = [entry(['pid'], { claim: [{ path: ['age'], values: ['18'] }] })];
    const refusedWith = (values?: AskedClaim['values']) =>
      coverage(entries, [query(['pid'], [{ path: ['age'], ...(values === undefined ? {} : { values }) }])]);
    const { refused, findings } = refusedWith();
    assert.deepEqual(refused, ['/credentials/0/claims/0/values']);
    assert.deepEqual(findings[0]?.registered, { pointer: '/credentials/0/claim', value: ['18'] });
    assert.deepEqual(refusedWith(['18']).refused, []);
    assert.deepEqual(refusedWith(['18', '21']).refused, ['/credentials/0/claims/0/values']);
  });
});

describe('a device request', () => {
  const NS = 'org.iso.18013.5.1';
  const registered = (...paths: readonly (readonly PathStep[])[]): readonly RegisteredCredential[] => [
    { format: 'mso_mdoc', meta: { doctype_value: `${NS}.mDL` }, claim: claims(...paths) },
  ];
  const asks = (docType: string, ...elements: readonly string[]) =>
    askedByDeviceRequest([{ docType, nameSpaces: new Map([[NS, new Map(elements.map((name) => [name, false]))]]) }]);
  const refused = (credentials: readonly RegisteredCredential[], asked: ReturnType<typeof asks>) =>
    coverageOf(asked, { credentials }, EU_REGISTRATION.coverage).refused.map(({ pointer }) => pointer);

  it('is covered by its namespace and elements', () => {
    assert.deepEqual(refused(registered([NS, 'portrait']), asks(`${NS}.mDL`, 'portrait')), []);
    assert.deepEqual(refused(registered([NS]), asks(`${NS}.mDL`, 'portrait', 'age_over_18')), []);
  });

  it('is refused at each element that is not registered, and at its type', () => {
    const asked = asks(`${NS}.mDL`, 'portrait', 'a/b');
    assert.deepEqual(refused(registered([NS, 'portrait']), asked), [`/docRequests/0/nameSpaces/${NS}/a~1b`]);
    assert.deepEqual(refused(registered([NS, null]), asks(`${NS}.mDL`, 'portrait')), [
      `/docRequests/0/nameSpaces/${NS}/portrait`,
    ]);
    assert.deepEqual(refused(registered([NS]), asks('other', 'portrait')), ['/docRequests/0/docType']);
  });
});

describe('coverage of large documents', () => {
  it('is computed in time that does not multiply', () => {
    const many = Array.from({ length: 3000 }, (_, index) => ({ path: ['a', `${index}`] }));
    const asked = Array.from({ length: 4000 }, (_, index) => ({ path: ['a', `${index}`] }));
    const { refused, findings } = coverage([entry(['pid'], { claim: many })], [query(['pid'], asked)]);
    assert.equal(refused.length, 1000);
    assert.ok(findings.every(({ registered }) => Array.isArray(registered?.value) && registered.value.length === 20));
  });
});
