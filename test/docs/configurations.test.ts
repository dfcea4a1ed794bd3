/** The tables in docs/reference/configurations.md have the use of each member. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import {
  credentialConfigurationSchema,
  credentialConfigurationSchemaA,
} from '@countersign/shared/configuration-documents/credential-configuration';
import { compileSchema } from '@countersign/shared/http/validate';
import type { JsonObject } from '@countersign/shared/kernel/json';

const root = resolve(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/reference/configurations.md'), 'utf8');
const [, table = ''] = page.split('<!-- made by npm run docs: issuance.json -->');

function needed(member: string): string | undefined {
  const row = table.split('\n').find((line) => line.startsWith(`| \`${member}\` |`));
  return row?.split(' | ')[2]?.trim();
}

test('each member that a call or a file needs has a word in the column Needed', () => {
  const { required } = credentialConfigurationSchemaA.else as { readonly required: readonly string[] };
  assert.ok(required.includes('schema'));
  for (const member of required) assert.notEqual(needed(member), '', member);
  assert.equal(needed('config'), 'yes');
  assert.equal(needed('disclosureFrame'), 'unless mdoc');
  assert.equal(needed('schema'), 'in a `POST` of variant A, unless mdoc');
  assert.equal(needed('lifetime'), '');
});

test('what the table says of `schema` is what the schemas demand', () => {
  const refused = (schema: JsonObject, format: string): boolean => {
    const body = { id: 'x', config: { format }, claims: {}, disclosureFrame: {} };
    return compileSchema(schema)(body).some(({ pointer }) => pointer === '/schema');
  };
  assert.equal(refused(credentialConfigurationSchemaA, 'dc+sd-jwt'), true);
  assert.equal(refused(credentialConfigurationSchemaA, 'mso_mdoc'), false);
  assert.equal(refused(credentialConfigurationSchema, 'dc+sd-jwt'), false);
});
