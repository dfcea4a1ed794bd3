import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import type { ConfigurationContext } from '../../src/configuration/common-configuration.ts';
import { parseCredentialConfiguration } from '../../src/configuration/credential-configuration.ts';
import type { SdJwtConfiguration } from '../../src/configuration/sd-jwt-configuration.ts';

const context: ConfigurationContext = {
  publicUrl: 'https://h.example',
  tenant: 't1',
  id: 'pid',
  checkWebhook: () => [],
  checkShape: () => [],
  imageExists: () => true,
  checkFrame: () => [],
};
const VCT = 'https://h.example/credentials/t1/vct/pid';

function parse(written: Json): SdJwtConfiguration {
  const parsed = parseCredentialConfiguration(written, context);
  assert.ok(parsed.ok, JSON.stringify(parsed));
  assert.ok(parsed.configuration.format === 'dc+sd-jwt');
  return parsed.configuration;
}

function findings(written: Json, more: Partial<ConfigurationContext> = {}): readonly string[] {
  const parsed = parseCredentialConfiguration(written, { ...context, ...more });
  return parsed.ok ? [] : parsed.errors.map(({ pointer }) => pointer);
}

function config(change: JsonObject = {}): JsonObject {
  return { config: { format: 'dc+sd-jwt', ...change } };
}

const types: readonly [name: string, change: JsonObject, type: JsonObject | undefined][] = [
  ['a vct of ours without a name', {}, { vct: VCT }],
  ['a vct of ours with a display', { display: [{ name: 'PID' }, { name: 'x' }] }, { vct: VCT, name: 'PID' }],
  [
    'the other URL of ours',
    { vct: 'https://h.example/t1/credentials/vct/pid' },
    { vct: 'https://h.example/t1/credentials/vct/pid' },
  ],
  ['the URL of another configuration', { vct: 'https://h.example/t1/credentials/vct/other' }, undefined],
  ['a vct elsewhere', { vct: 'https://types.example/pid', display: [{ name: 'PID' }] }, undefined],
];

for (const [name, change, type] of types) {
  test(`type metadata: ${name}`, () => {
    assert.deepEqual(parse(config(change)).typeMetadata, type);
  });
}

test('written type metadata is served unchanged', () => {
  const vct = { vct: 'urn:x', name: 'X', claims: [{ path: ['a'], sd: 'always' }] };
  assert.deepEqual(parse({ ...config({ vct: 'urn:x' }), vct }).typeMetadata, vct);
});

test('findings of the disclosure frame get the pointer of the frame', () => {
  const checkFrame = (frame: JsonObject) => Object.keys(frame).map((name) => ({ pointer: `/${name}`, detail: 'no' }));
  assert.deepEqual(findings({ ...config(), disclosureFrame: { vct: 1 } }, { checkFrame }), ['/disclosureFrame/vct']);
});

test('names of the frame that no description contains are errors, unconfirmed ones are kept', () => {
  const described = { claims: { name: 'N' }, schema: { properties: { name: {} } } };
  assert.deepEqual(findings({ ...config(), ...described, disclosureFrame: { _sd: ['nam'] } }), [
    '/disclosureFrame/_sd/0',
  ]);
  assert.deepEqual(parse({ ...config(), disclosureFrame: { _sd: ['nam'] } }).unconfirmedNames, [['nam']]);
});

test('members of an mdoc are refused; an empty object or false, which generated clients send, counts as none', () => {
  const types = { 'org.example': { age: 'integer' } };
  assert.deepEqual(findings({ ...config(), element_types: types }), ['/element_types']);
  assert.deepEqual(findings({ ...config(), protected_certificate: true }), ['/protected_certificate']);
  assert.deepEqual(findings({ ...config(), element_types: {}, protected_certificate: false }), []);
});
