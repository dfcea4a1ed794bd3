import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  credentialConfigurationSchema,
  credentialConfigurationSchemaA,
} from '@countersign/shared/configuration-documents/credential-configuration';
import { presentationConfigSchema } from '@countersign/shared/configuration-documents/presentation-configuration';
import { compileSchema } from '@countersign/shared/http/validate';
import type { Json } from '@countersign/shared/kernel/json';

const config = { id: 'pid', config: {}, claims: {}, disclosureFrame: {} };
const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {},
  required: [],
};
const webhook = { url: 'https://hook.example/x' };

const validA = compileSchema(credentialConfigurationSchemaA);
const validB = compileSchema(credentialConfigurationSchema);

function pointers(found: readonly { pointer: string }[]): string[] {
  return found.map((finding) => finding.pointer);
}

test('A needs the schema, B does not', () => {
  assert.deepEqual(pointers(validA(config)), ['/schema']);
  assert.deepEqual(validB(config), []);
  assert.deepEqual(validA({ ...config, schema }), []);
});

test('an item of the list can be written back', () => {
  const read = {
    ...config,
    schema,
    source: 'api',
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00.123Z',
  };
  assert.deepEqual(validA(read), []);
  assert.deepEqual(validB(read), []);
  assert.deepEqual(pointers(validB({ ...config, createdAt: 'yesterday' })), ['/createdAt']);
  assert.deepEqual(pointers(validB({ ...config, createdAt: '2026-13-01T00:00:00Z' })), ['/createdAt']);
});

test('presentation during issuance takes a URL or a WebhookConfig', () => {
  for (const hook of ['https://hook.example', webhook]) {
    assert.deepEqual(validB({ ...config, presentation_during_issuance: { type: 'pid', webhook: hook } }), []);
  }
  assert.deepEqual(pointers(validB({ ...config, presentation_during_issuance: { type: 'pid', webhook: 7 } })), [
    '/presentation_during_issuance/webhook',
  ]);
});

test('a presentation configuration', () => {
  const presentation = { id: 'p', dcql_query: {}, registrationCert: { id: 'r', body: {} } };
  assert.deepEqual(compileSchema(presentationConfigSchema)(presentation), []);
});

test('a webhook with none of both forms is answered with the forms, without the value', () => {
  const withHook = (webhook: Json) =>
    validB({ ...config, schema, presentation_during_issuance: { type: 'pid', webhook } });
  const [asText, asObject] = [withHook('canary'), withHook({ url: 'canary' })];
  assert.match(asText[0]?.detail ?? '', /^must be a string in the format http-url, or an object with url, /);
  assert.deepEqual(pointers(asObject), ['/presentation_during_issuance/webhook/url']);
  assert.ok(!JSON.stringify([asText, asObject]).includes('canary'));
});
