import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { claimFields } from '../../../../src/pages/configurations/form/claim-field.ts';
import { toMdoc, toSdJwt } from '../../../../src/pages/configurations/form/convert-format.ts';
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
