/** What each format demands of claims. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimRules } from '../../src/configuration/claim-rules.ts';
import type { CredentialConfiguration } from '../../src/configuration/credential-configuration.ts';

const common = { id: 'x', scope: 'x', metadata: {}, claims: {} };
const examples: Readonly<Record<CredentialConfiguration['format'], CredentialConfiguration>> = {
  'dc+sd-jwt': { ...common, format: 'dc+sd-jwt', vct: 'urn:x', disclosureFrame: { _sd: ['name'] } },
  mso_mdoc: {
    ...common,
    format: 'mso_mdoc',
    doctype: 'org.example',
    nameSpaces: new Map([['space', new Set(['name'])]]),
    elementTypes: new Map(),
  },
  jwt_vc_json: { ...common, format: 'jwt_vc_json', types: ['VerifiableCredential', 'Diploma'] },
};

test('only an SD-JWT VC reserves names of claims from outside before they are checked', () => {
  const reserved = Object.entries(claimRules).map(([name, rules]) => [name, rules.reserved({ iss: 'x' }, '').length]);
  assert.deepEqual(Object.fromEntries(reserved), { 'dc+sd-jwt': 1, mso_mdoc: 0, jwt_vc_json: 0 });
});

test('each format takes the claims of a sign-in where its claims are', () => {
  const taken = Object.values(examples).map((one) => claimRules[one.format].signedIn(one, { name: 'N' }));
  assert.deepEqual(taken, [{ name: 'N' }, { space: { name: 'N' } }, { credentialSubject: { name: 'N' } }]);
});

test('errors may contain the names of the format', () => {
  const names = Object.values(examples).map((one) => claimRules[one.format].names(one, {}));
  assert.deepEqual(names[0], ['name', '_sd']);
  assert.deepEqual(names[1], ['space', 'name']);
  assert.ok(names[2]?.includes('credentialSubject'));
});

test('each format refuses claims that it can not contain', () => {
  const pointers = Object.values(examples).map((one) => claimRules[one.format].finding(one, { other: 1 }, {})?.pointer);
  assert.deepEqual(pointers, [undefined, '/other', '/other']);
});
