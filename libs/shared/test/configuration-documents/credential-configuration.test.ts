import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  credentialConfigurationSchema,
  credentialConfigurationSchemaA,
} from '../../src/configuration-documents/credential-configuration.ts';
import { presentationConfigSchema } from '../../src/configuration-documents/presentation-configuration.ts';
import { webhookConfigSchema } from '../../src/configuration-documents/webhook.ts';
import { compileSchema } from '../../src/http/validate.ts';
import type { JsonObject } from '../../src/kernel/json.ts';

const credential = { id: 'pid', config: {}, claims: {}, disclosureFrame: {} };
const presentation = { id: 'name', dcql_query: {}, registrationCert: { id: 'r', body: {} } };
const webhook = { url: 'https://b.example/hook' };

function pointers(schema: JsonObject, value: unknown): readonly string[] {
  return compileSchema(schema)(value).map(({ pointer }) => pointer);
}

test('variant A demands the schema of claims, variant B does not', () => {
  assert.deepEqual(pointers(credentialConfigurationSchema, credential), []);
  assert.deepEqual(pointers(credentialConfigurationSchemaA, credential), ['/schema']);
});

test('an mdoc needs neither disclosure frame nor schema, in both variants', () => {
  const { disclosureFrame: _, ...bare } = credential;
  const mdoc = { ...bare, config: { format: 'mso_mdoc' }, element_types: { 'org.example.1': { born: 'full-date' } } };
  for (const schema of [credentialConfigurationSchema, credentialConfigurationSchemaA]) {
    assert.deepEqual(pointers(schema, mdoc), []);
    assert.ok(pointers(schema, bare).includes('/disclosureFrame'));
    const types = { ...mdoc, element_types: { 'org.example.1': { born: 'date' } } };
    assert.deepEqual(pointers(schema, types), ['/element_types/org.example.1/born']);
  }
});

test('a missing disclosure frame is the only finding: the condition itself is none', () => {
  const { disclosureFrame: _, ...bare } = credential;
  assert.deepEqual(compileSchema(credentialConfigurationSchema)(bare), [
    { pointer: '/disclosureFrame', detail: 'is required' },
  ]);
});

test('what a file or the API may not say is refused with its place', () => {
  const cases: readonly [schema: JsonObject, value: object, pointer: string][] = [
    [credentialConfigurationSchema, { ...credential, clams: {} }, '/clams'],
    [credentialConfigurationSchema, { ...credential, id: '../pid' }, '/id'],
    [credentialConfigurationSchema, { ...credential, lifetime: 3599 }, '/lifetime'],
    [credentialConfigurationSchema, { ...credential, lifetime: 3600.5 }, '/lifetime'],
    [credentialConfigurationSchema, { ...credential, lifetime: '3600' }, '/lifetime'],
    [
      credentialConfigurationSchema,
      { ...credential, presentation_during_issuance: { type: '' } },
      '/presentation_during_issuance/type',
    ],
    [presentationConfigSchema, { ...presentation, statusUnreachable: 'ignore' }, '/statusUnreachable'],
    [presentationConfigSchema, { ...presentation, issuerName: 'none' }, '/issuerName'],
    [presentationConfigSchema, { ...presentation, retention: 'never' }, '/retention'],
    [presentationConfigSchema, { ...presentation, registrationCert: { id: 'r' } }, '/registrationCert/body'],
    [webhookConfigSchema, { url: 'ftp://b.example' }, '/url'],
    [webhookConfigSchema, { ...webhook, signingSecret: 'whsec_short' }, '/signingSecret'],
    [webhookConfigSchema, { ...webhook, auth: { type: 'basic', config: {} } }, '/auth/type'],
  ];
  for (const [schema, value, pointer] of cases) assert.ok(pointers(schema, value).includes(pointer), pointer);
});

test('the header of a webhook can be named in both spellings', () => {
  const auth = { type: 'apiKey', config: { headerName: 'x-key', value: 'secret' } };
  for (const member of ['auth', 'auhth'])
    assert.deepEqual(pointers(webhookConfigSchema, { ...webhook, [member]: auth }), []);
});
