import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Json } from '@countersign/shared/kernel/json';
import {
  type CredentialType,
  coversType,
  offeredFindings,
  registeredEntries,
  typeFinding,
  type WrittenType,
} from '../../src/registration/registered-types.ts';
import type { RegisteredCredential } from '../../src/registration/registration-claims.ts';

const sdJwt = (...vctValues: readonly string[]): CredentialType => ({ format: 'dc+sd-jwt', vctValues });
const mdoc = (doctype: string): CredentialType => ({ format: 'mso_mdoc', doctype });
const entry = (format: string | undefined, meta: Json | undefined) =>
  ({ format, meta }) as unknown as RegisteredCredential;

const cases: readonly (readonly [what: string, entry: RegisteredCredential, type: CredentialType, covers: boolean])[] =
  [
    ['its only type', entry('dc+sd-jwt', { vct_values: ['a'] }), sdJwt('a'), true],
    ['one of its types', entry('dc+sd-jwt', { vct_values: ['a', 'b'] }), sdJwt('b'), true],
    ['types of which it has one', entry('dc+sd-jwt', { vct_values: ['a'] }), sdJwt('a', 'b'), false],
    ['a type in another case', entry('dc+sd-jwt', { vct_values: ['a'] }), sdJwt('A'), false],
    ['another format', entry('mso_mdoc', { vct_values: ['a'] }), sdJwt('a'), false],
    ['a format where it has none', entry(undefined, { vct_values: ['a'] }), sdJwt('a'), false],
    ['a type where it has no types', entry('dc+sd-jwt', {}), sdJwt('a'), false],
    ['a type where it has no meta', entry('dc+sd-jwt', undefined), sdJwt('a'), false],
    ['a type where the member is a string', entry('dc+sd-jwt', { vct_values: 'a' }), sdJwt('a'), false],
    ['a type where it has a further limit', entry('dc+sd-jwt', { vct_values: ['a'], issuer: 'x' }), sdJwt('a'), false],
    ['a type of an mdoc under vct_values', entry('mso_mdoc', { vct_values: ['a'] }), mdoc('a'), false],
    ['its document type', entry('mso_mdoc', { doctype_value: 'a' }), mdoc('a'), true],
    ['a document type in a list', entry('mso_mdoc', { doctype_value: ['a'] }), mdoc('a'), false],
    ['another document type', entry('mso_mdoc', { doctype_value: 'a' }), mdoc('b'), false],
  ];

describe('a registered entry', () => {
  for (const [what, registered, type, covers] of cases) {
    it(`${covers ? 'is for' : 'is not for'} ${what}`, () => assert.equal(coversType(registered, type), covers));
  }
});

const registered = [entry('dc+sd-jwt', { vct_values: ['a', 'b'] }), entry('dc+sd-jwt', { vct_values: ['c'] })];
const findingFor = (type: CredentialType, document: WrittenType['document'] = 'query') =>
  typeFinding(
    { ...type, document, pointer: '/credentials/2' },
    registeredEntries(registered, '/credentials'),
    '/credentials',
  );

describe('a type that is not registered', () => {
  it('is found at its place, with the registered types beside it', () => {
    const { pointer, registered: beside, reason } = findingFor(sdJwt('a', 'x'));
    assert.deepEqual([reason, pointer], ['registration_exceeded', '/credentials/2/meta/vct_values/1']);
    assert.deepEqual(beside, { pointer: '/credentials', value: [{ vct_values: ['a', 'b'] }, { vct_values: ['c'] }] });
  });

  it('is found as a whole where each type is in another entry', () => {
    assert.equal(findingFor(sdJwt('a', 'c')).pointer, '/credentials/2/meta/vct_values');
  });

  it('is found at its format, with the registered formats', () => {
    const { pointer, registered: beside } = findingFor(mdoc('a'));
    assert.deepEqual([pointer, beside?.value], ['/credentials/2/format', ['dc+sd-jwt']]);
  });

  it('is found where another document has it', () => {
    const entries = registeredEntries([entry('mso_mdoc', { doctype_value: 'a' })], '/credentials');
    const at = (document: WrittenType['document']) =>
      typeFinding({ ...mdoc('b'), document, pointer: '/x' }, entries, '/credentials').pointer;
    assert.deepEqual(
      [at('query'), at('device request'), at('offered types')],
      ['/x/meta/doctype_value', '/x/docType', '/x'],
    );
  });

  it('shows at most 20 of the registered types', () => {
    const many = Array.from({ length: 100 }, (_, index) => entry('mso_mdoc', { doctype_value: `d${index}` }));
    const { registered: beside } = typeFinding(
      { ...mdoc('x'), document: 'query', pointer: '' },
      registeredEntries(many, '/credentials'),
      '/credentials',
    );
    assert.ok(Array.isArray(beside?.value) && beside.value.length === 20);
  });
});

describe('the types that a tenant offers', () => {
  const offer = (type: CredentialType, id: string): WrittenType => ({
    ...type,
    document: 'offered types',
    pointer: `/credential_configurations_supported/${id}`,
  });
  const offered = [offer(sdJwt('a'), 'one'), offer(sdJwt('d'), 'two'), offer(mdoc('m'), 'three')];

  it('are all registered, or found by their configuration', () => {
    assert.deepEqual(offeredFindings(offered.slice(0, 1), registered), []);
    const found = offeredFindings(offered, registered);
    assert.deepEqual(
      found.map(({ pointer, registered: beside }) => [pointer, beside?.pointer]),
      [
        ['/credential_configurations_supported/two', '/provides_attestations'],
        ['/credential_configurations_supported/three', '/provides_attestations'],
      ],
    );
  });

  it('are all found where nothing is registered', () => {
    const [finding] = offeredFindings(offered);
    assert.deepEqual(finding?.registered, { pointer: '/provides_attestations', value: [] });
    assert.equal(offeredFindings(offered).length, 3);
    assert.equal(offeredFindings(offered, []).length, 3);
  });
});
