import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { identifierOf, readClaims, statusOf } from '../../src/registration/registration-certificate.ts';
import type { RegistrationClaims } from '../../src/registration/registration-claims.ts';
import { findingsOf, refusesForm } from './findings.ts';
import { CLAIMS, ENTITLEMENT, STATUS_URI } from './registrar.ts';

const read = (claims: Json) =>
  readClaims({ form: 'jwt', sent: 'sent', claims, chain: [], checkSignature: () => undefined }, []);
const withClaims = (change: Readonly<Record<string, unknown>>): JsonObject => {
  const entries = Object.entries({ ...CLAIMS, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as JsonObject;
};
const status = (idx: unknown, uri: unknown = STATUS_URI) => ({ status: { status_list: { idx, uri } } });
const entry = { format: 'dc+sd-jwt', meta: { vct_values: ['a'] } };

describe('the claims of a registration certificate', () => {
  it('are read with what the standard names, and more', () => {
    const { claims, form, sent } = read(withClaims({ more: [{ of: 1 }], constructor: 1 }));
    assert.deepEqual([claims.sub, form, sent], [CLAIMS.sub, 'jwt', 'sent']);
  });

  it('may lack what the register does not have', () => {
    read({ iat: 1, entitlements: [`${ENTITLEMENT}Service_Provider`] });
  });

  const accepted: readonly (readonly [what: string, change: Readonly<Record<string, unknown>>])[] = [
    ['a flat description of services', { srv_description: [{ lang: 'en', value: 'Shop' }] }],
    ['an email address for support', { support_uri: 'privacy@shop.example' }],
    ['a telephone number for support', { support_uri: 'tel:+49301' }],
    ['an intermediary with either name', { intermediary: { sub: 'x', name: 'y' }, act: { sub: 'x' } }],
    ['an index that is a numeric string', status('7')],
    ['the index 0', status(0)],
    ['the index "0"', status('0')],
    ['an entry without a claim', { credentials: [entry] }],
    ['an entry with an empty list of claims', { credentials: [{ ...entry, claim: [] }] }],
    ['a claim with an empty path', { credentials: [{ ...entry, claim: [{ path: [] }] }] }],
    ['an entry without a format and a type', { credentials: [{}] }],
    ['empty lists', { credentials: [], provides_attestations: [], purpose: [], policy_id: [] }],
    ['values of each type', { credentials: [{ ...entry, claim: [{ path: ['a', 0, null], values: ['a', 1, true] }] }] }],
    ['an unknown entitlement beside a known one', { entitlements: ['x', `${ENTITLEMENT}Service_Provider`] }],
  ];
  for (const [what, change] of accepted) it(`may have ${what}`, () => void read(withClaims(change)));

  const wrong: readonly (readonly [pointer: string, change: Readonly<Record<string, unknown>>])[] = [
    ['/sub', { sub: 1 }],
    ['/sub', { sub: null }],
    ['/name', { name: ['x'] }],
    ['/country', { country: 'DEU' }],
    ['/registry_uri', { registry_uri: 'registrar.example' }],
    ['/registry_uri', { registry_uri: 'javascript:alert(1)' }],
    ['/support_uri', { support_uri: 'none' }],
    ['/srv_description', { srv_description: 'Shop' }],
    ['/srv_description', { srv_description: [[{ lang: 'en' }]] }],
    ['/supervisory_authority', { supervisory_authority: 'x' }],
    ['/supervisory_authority/email', { supervisory_authority: { email: 1 } }],
    ['/policy_id', { policy_id: '0.4.0.19475.3.1' }],
    ['/policy_id/0', { policy_id: ['policy'] }],
    ['/iat', { iat: undefined }],
    ['/iat', { iat: '1795000000' }],
    ['/exp', { exp: '1e99' }],
    ['/exp', { exp: 1e99 }],
    ['/exp', { exp: -1 }],
    ['/exp', { exp: null }],
    ['/exp', { exp: true }],
    ['/nbf', { nbf: 'x' }],
    ['/public_body', { public_body: 'true' }],
    ['/intermediary', { intermediary: 'x' }],
    ['/act/sub', { act: { sub: 1 } }],
    ['/status', { status: 'x' }],
    ['/status/status_list', { status: { status_list: [] } }],
    ['/status/status_list/uri', { status: { status_list: { idx: 1 } } }],
    ['/status/status_list/uri', status(1, 'urn:list')],
    ['/status/status_list/uri', status(1, `https://registrar.example/${'x'.repeat(2048)}`)],
    ...[-1, '007', 2 ** 53, '7 ', ' 7', '+7', '-0', '', 1.5, '9007199254740993', null, true].map(
      (idx) => ['/status/status_list/idx', status(idx)] as const,
    ),
    ['/entitlements', { entitlements: undefined }],
    ['/entitlements', { entitlements: `${ENTITLEMENT}Service_Provider` }],
    ['/entitlements', { entitlements: [] }],
    ['/entitlements/0', { entitlements: [1] }],
    ['/entitlements', { entitlements: ['https://example.com/Entitlement/Service_Provider'] }],
    ['/entitlements', { entitlements: ['https://uri.etsi.org/19475/SubEntitlement/psp/psp-as'] }],
    ['/credentials', { credentials: entry }],
    ['/credentials/0', { credentials: ['x'] }],
    ['/credentials/0/format', { credentials: [{ ...entry, format: null }] }],
    ['/credentials/0/meta', { credentials: [{ ...entry, meta: [] }] }],
    ['/credentials/0/meta', { credentials: [{ ...entry, meta: null }] }],
    ['/credentials/0/meta', { credentials: [{ ...entry, meta: 1 }] }],
    ['/credentials/0/meta', { credentials: [{ ...entry, meta: 'urn:x' }] }],
    ['/credentials/0/claim', { credentials: [{ ...entry, claim: { path: ['a'] } }] }],
    ['/credentials/0/claim/0/path', { credentials: [{ ...entry, claim: [{ path: 'a' }] }] }],
    ['/credentials/0/claim/0/path/0', { credentials: [{ ...entry, claim: [{ path: [true] }] }] }],
    ['/credentials/0/claim/0/path/0', { credentials: [{ ...entry, claim: [{ path: [-1] }] }] }],
    ['/credentials/0/claim/0/path/0', { credentials: [{ ...entry, claim: [{ path: [1.5] }] }] }],
    ['/credentials/0/claim/0/values/0', { credentials: [{ ...entry, claim: [{ path: ['a'], values: [{}] }] }] }],
    ['/credentials/0/claim/0/values', { credentials: [{ ...entry, claim: [{ path: ['a'], values: 'x' }] }] }],
    ['/provides_attestations/0/meta', { provides_attestations: [{ ...entry, meta: 'x' }] }],
  ];
  for (const [pointer, change] of wrong) {
    it(`are refused at ${pointer} with ${JSON.stringify(change).slice(0, 100)}`, () => {
      refusesForm(() => read(withClaims(change)), pointer);
    });
  }

  it('are reported all at once', () => {
    const findings = findingsOf(() => read(withClaims({ sub: 1, exp: 'x', country: '' })));
    assert.deepEqual(findings.map(({ pointer }) => pointer).sort(), ['/country', '/exp', '/sub']);
  });

  it('do not come from a prototype', () => {
    const findings = findingsOf(() => read(Object.create({ ...CLAIMS }) as JsonObject));
    assert.deepEqual(findings.map(({ pointer }) => pointer).sort(), ['/entitlements', '/iat']);
  });
});

describe('what a registration certificate is known by', () => {
  const of = (change: JsonObject) => ({ iat: 1, entitlements: [], ...change }) as unknown as RegistrationClaims;

  it('is its entry in a status list, as number', () => {
    assert.deepEqual(statusOf(of(status('7') as unknown as JsonObject)), { uri: STATUS_URI, idx: 7 });
    assert.equal(statusOf(of({})), undefined);
    assert.equal(statusOf(of({ status: {} })), undefined);
  });

  it('is jti, or the status entry', () => {
    assert.equal(identifierOf(of({ jti: 'one', ...(status(7) as unknown as JsonObject) })), 'one');
    assert.equal(identifierOf(of(status('7') as unknown as JsonObject)), `${STATUS_URI}#7`);
    assert.equal(identifierOf(of({})), undefined);
  });
});
