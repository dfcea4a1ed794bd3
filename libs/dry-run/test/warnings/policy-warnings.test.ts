import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { policyWarnings, type Requester } from '../../src/warnings/policy-warnings.ts';

const POLICY = { id: 'https://library.example/policies/1' };
const LIBRARY = { identifier: 'NTRDE-HRB1' };
const library: Requester = { sub: 'NTRDE-HRB1', entitlements: ['urn:lend'] };

function found(policy: JsonObject | undefined, requester?: Requester, vct = 'urn:card') {
  const configuration: JsonObject = policy === undefined ? {} : { disclosure_policy: { ...POLICY, ...policy } };
  const query = { id: 'q', format: 'dc+sd-jwt', meta: { vct_values: [vct] } };
  const other = { id: 'other', format: 'dc+sd-jwt', meta: { vct_values: ['urn:other'] } };
  return policyWarnings({
    configuration: { dcql_query: { credentials: [other, query] } },
    issued: [{ id: 'card', format: 'dc+sd-jwt', type: 'urn:card', configuration }],
    requester,
  }).map(({ code, pointer, detail }) => {
    assert.equal(code, 'disclosure_policy_refuses');
    assert.equal(pointer, '/dcql_query/credentials/1');
    assert.match(detail, /^The disclosure policy of card refuses this request: /);
    return detail.split(': ')[1];
  });
}

test('no policy, a policy for anyone, a type of others', () => {
  assert.deepEqual(found(undefined), []);
  assert.deepEqual(found({ type: 'anyone' }), []);
  assert.deepEqual(found({ type: 'parties', parties: [LIBRARY] }, { entitlements: [] }, 'urn:pid'), []);
});

test('a list of parties', () => {
  const policy = { type: 'parties', parties: [{ identifier: 'NTRDE-HRB2' }, LIBRARY] };
  assert.deepEqual(found(policy, library), []);
  const unlisted = ['the policy does not list the `sub` of the registration certificate'];
  assert.deepEqual(found(policy, { ...library, sub: 'NTRDE-HRB3' }), unlisted);
  assert.deepEqual(found(policy, { entitlements: ['urn:lend'] }), unlisted);
  assert.deepEqual(found(policy), ['it has no registration certificate to compare']);
});

test('a party with an entitlement needs exactly this one', () => {
  const entitled = (...entitlements: string[]) => ({
    type: 'parties',
    parties: entitlements.map((entitlement) => ({ ...LIBRARY, entitlement })),
  });
  assert.deepEqual(found(entitled('urn:read', 'urn:lend'), library), []);
  assert.deepEqual(found(entitled('urn:LEND'), library), [
    'the registration certificate does not have the entitlement that the policy requires',
  ]);
});

test('certificates below which the registration certificate was signed', () => {
  const roots = (issuer: string, serial: string) => ({
    type: 'roots',
    roots: [{ issuer_dn: issuer, serial_number: serial }],
  });
  const signed = { ...library, signers: [{ issuer: 'C=DE\nO=Registrar\nCN=Root', serialNumber: '0AB1' }] };
  assert.deepEqual(found(roots('CN=Root, O=Registrar, C=DE', 'ab1'), signed), []);
  const elsewhere = ['the registration certificate was signed below other certificates'];
  assert.deepEqual(found(roots('CN=Root, O=Registrar, C=DE', 'ab2'), signed), elsewhere);
  assert.deepEqual(found(roots('CN=Other, O=Registrar, C=DE', 'ab1'), signed), elsewhere);
  assert.deepEqual(found(roots('CN=Other', '1'), library), [], 'the certificates above are not known');
  assert.deepEqual(found(roots('CN=Other', '1')), ['it has no registration certificate to compare']);
});
