import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { claimFields } from '../../../../src/pages/configurations/form/claim-field.ts';
import { toFormat, toMdoc, toSdJwt } from '../../../../src/pages/configurations/form/convert-format.ts';
import { addField, setType } from '../../../../src/pages/configurations/form/edit-fields.ts';
import type { Schema } from '../../../../src/pages/configurations/json-schema.ts';
import { recordOf, recordsOf } from '../../../../src/parts/records.ts';

const file: Schema = JSON.parse(
  readFileSync(new URL('../../../../../../docs/reference/schemas/issuance.json', import.meta.url), 'utf8'),
);
const [staffCard = {}] = recordsOf(file.examples);

test('the fields go into a namespace, and back, with labels, claims and types', () => {
  const withDate = setType(addField(staffCard, []), ['field_1'], 'date');
  const mdoc = toMdoc(withDate);
  assert.deepEqual([recordOf(mdoc.config).format, mdoc.disclosureFrame, mdoc.vct], ['mso_mdoc', undefined, undefined]);
  assert.deepEqual(mdoc.element_types, { 'org.example.1': { field_1: 'full-date' } });
  assert.deepEqual(
    claimFields(mdoc, ['org.example.1']).map(({ names, type }) => [names.de, type]),
    [
      ['Name', 'text'],
      ['Abteilung', 'text'],
      [undefined, 'date'],
    ],
  );
  const back = toSdJwt(mdoc);
  assert.deepEqual(
    claimFields(back).map(({ path, type, disclosable }) => [path[0], type, disclosable]),
    [
      ['name', 'text', true],
      ['department', 'text', true],
      ['field_1', 'date', true],
    ],
  );
  assert.deepEqual(back.claims, staffCard.claims);
});

test('the claims of a W3C credential are below credentialSubject, and nothing in it is disclosable separately', () => {
  const w3c = toFormat(staffCard, 'jwt_vc_json');
  const { format, vct, credential_definition: definition } = recordOf(w3c.config);
  assert.deepEqual([format, vct, w3c.disclosureFrame, w3c.vct], ['jwt_vc_json', undefined, undefined, undefined]);
  assert.deepEqual(definition, { type: ['VerifiableCredential', ''] });
  assert.deepEqual(w3c.claims, { credentialSubject: staffCard.claims });
  assert.deepEqual(
    claimFields(w3c, ['credentialSubject']).map(({ path, names, disclosable }) => [path, names.de, disclosable]),
    [
      [['credentialSubject', 'name'], 'Name', undefined],
      [['credentialSubject', 'department'], 'Abteilung', undefined],
    ],
  );
  const added = addField(w3c, ['credentialSubject']);
  assert.deepEqual([added.disclosureFrame, recordOf(added.schema).required], [undefined, []]);
  const back = toFormat(toFormat(w3c, 'mso_mdoc'), 'dc+sd-jwt');
  assert.deepEqual([back.claims, recordOf(back.config).credential_definition], [staffCard.claims, undefined]);
  assert.equal(toFormat(w3c, 'jwt_vc_json'), w3c);
});

test('a schema is made of the fields that a W3C credential names elsewhere', () => {
  const { schema: _, ...described } = toFormat(staffCard, 'jwt_vc_json');
  const { properties } = recordOf(addField({ ...described, claims: {} }, ['credentialSubject']).schema);
  const { type, properties: fields } = recordOf(recordOf(properties).credentialSubject);
  assert.deepEqual([type, Object.keys(recordOf(fields))], ['object', ['name', 'department', 'field_1']]);
});
