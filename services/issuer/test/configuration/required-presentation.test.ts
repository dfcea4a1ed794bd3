import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CredentialConfiguration } from '../../src/configuration/credential-configuration.ts';
import { requiredPresentation } from '../../src/configuration/required-presentation.ts';

function configuration(presentation?: string, url?: string): CredentialConfiguration {
  return {
    format: 'dc+sd-jwt',
    id: 'c',
    metadata: {},
    scope: 'c',
    vct: 'v',
    claims: {},
    disclosureFrame: {},
    ...(presentation === undefined ? {} : { presentationDuringIssuance: presentation }),
    ...(url === undefined ? {} : { claimsWebhook: { url } }),
  };
}

test('none is required where no configuration names one', () => {
  assert.deepEqual(requiredPresentation([]), { kind: 'none' });
  assert.deepEqual(requiredPresentation([configuration()]), { kind: 'none' });
});

test('one configuration that requires one is enough', () => {
  const required = { configurationId: 'login' };
  assert.deepEqual(requiredPresentation([configuration(), configuration('login')]), { kind: 'one', required });
});

test('the same presentation and webhook twice count as one', () => {
  const url = 'https://a.example/';
  const required = { configurationId: 'login', webhook: { url } };
  for (const more of [configuration('login', url), configuration('login')]) {
    assert.deepEqual(requiredPresentation([configuration('login', url), more]), { kind: 'one', required });
  }
});

test('two presentations or two webhooks are refused', () => {
  assert.deepEqual(requiredPresentation([configuration('login'), configuration('age')]), { kind: 'several' });
  const [one, two] = [configuration('login', 'https://a.example/'), configuration('login', 'https://b.example/')];
  assert.deepEqual(requiredPresentation([one, two]), { kind: 'several' });
});
