import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CredentialConfiguration } from '../../src/configuration/credential-configuration.ts';
import { refreshPolicy } from '../../src/configuration/refresh-policy.ts';

const hook = (name: string) => ({ url: `https://backend.example/${name}` });
const one = (id: string, more: Partial<CredentialConfiguration> = {}) =>
  ({ id, refresh: { olderCredentials: 'keep' }, ...more }) as CredentialConfiguration;
const presented = { presentationDuringIssuance: 'login' };

test('every configuration of the grant must be renewable', () => {
  assert.equal(refreshPolicy([], {}), undefined);
  assert.deepEqual(refreshPolicy([one('pid'), one('pass')], {}), {});
  const { refresh: _, ...other } = one('pass');
  assert.equal(refreshPolicy([one('pid'), other], {}), undefined);
});

test('the shortest lifetime holds', () => {
  const lasting = (id: string, lifetime: number) => one(id, { refresh: { olderCredentials: 'keep', lifetime } });
  assert.deepEqual(refreshPolicy([lasting('pid', 7200), one('card'), lasting('pass', 3600)], {}), { lifetime: 3600 });
});

test('one webhook provides the claims: that of refresh, of the offer, of the configuration', () => {
  const own = { ...presented, claimsWebhook: hook('configuration') };
  const renewing = { ...own, refresh: { olderCredentials: 'keep', webhook: hook('refresh') } } as const;
  const offered = { webhook: hook('offer') };
  assert.deepEqual(refreshPolicy([one('pid', renewing)], offered), { webhook: hook('refresh') });
  assert.deepEqual(refreshPolicy([one('pid', own)], offered), { webhook: hook('offer') });
  assert.deepEqual(refreshPolicy([one('pid', own)], {}), { webhook: hook('configuration') });
  assert.deepEqual(refreshPolicy([one('pid')], offered), {});
  assert.equal(refreshPolicy([one('pid', renewing), one('pass', own)], {}), undefined);
});

test('claims that came with the first issuance alone can not be found again', () => {
  assert.equal(refreshPolicy([one('pid')], { claims: { pid: {} } }), undefined);
  assert.equal(refreshPolicy([one('pid')], { signedIn: { given_name: 'Erika' } }), undefined);
  assert.deepEqual(refreshPolicy([one('pid')], { claims: { pass: {} }, signedIn: {} }), {});
  const called = one('pid', { refresh: { olderCredentials: 'keep', webhook: hook('refresh') } });
  assert.deepEqual(refreshPolicy([called], { claims: { pid: {} } }), { webhook: hook('refresh') });
});
