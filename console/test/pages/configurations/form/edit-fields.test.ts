import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { blankDocument } from '../../../../src/pages/configurations/form/blank.ts';
import { claimFields, pointersOf } from '../../../../src/pages/configurations/form/claim-field.ts';
import type { Document } from '../../../../src/pages/configurations/form/document.ts';
import * as edit from '../../../../src/pages/configurations/form/edit-fields.ts';
import { reviewText, withId } from '../../../../src/pages/configurations/review.ts';
import { recordsOf } from '../../../../src/parts/records.ts';

const schema = withId(
  JSON.parse(readFileSync(new URL('../../../../../../docs/reference/schemas/issuance.json', import.meta.url), 'utf8')),
);
const [staffCard = {}, licence = {}] = recordsOf(schema.examples);

const rulesOf = (document: Document) =>
  reviewText(JSON.stringify(document), { schema, refused: [] }).mistakes.map(({ pointer }) => pointer);

test('a new field is in schema, metadata and disclosure frame; removing it restores the document', () => {
  const added = edit.addField(staffCard, []);
  assert.deepEqual(
    claimFields(added).map(({ path, type, disclosable }) => [path, type, disclosable]),
    [
      [['name'], 'text', true],
      [['department'], 'text', true],
      [['field_1'], 'text', true],
    ],
  );
  assert.deepEqual(rulesOf(added), []);
  assert.deepEqual(edit.removeField(added, ['field_1']), staffCard);
});

test('a field is renamed everywhere, and not to a name that is taken', () => {
  const renamed = edit.renameField(staffCard, ['name'], 'full_name') ?? {};
  assert.ok(
    !JSON.stringify({ ...renamed, config: (renamed.config as Document).credential_metadata }).includes('"name"]'),
  );
  assert.deepEqual(renamed.disclosureFrame, { _sd: ['full_name', 'department'] });
  assert.deepEqual((renamed.schema as Document).required, ['iss', 'vct', 'cnf', 'full_name']);
  assert.deepEqual(renamed.claims, { full_name: 'Erika Mustermann', department: 'Accounts' });
  assert.deepEqual(edit.renameField(renamed, ['full_name'], 'name'), staffCard);
  assert.equal(edit.renameField(staffCard, ['name'], 'department'), undefined);
  assert.equal(edit.renameField(staffCard, ['name'], ''), undefined);
});

test('a field moves in schema, claims and metadata', () => {
  const moved = edit.moveField(staffCard, ['department'], -1);
  assert.deepEqual(
    claimFields(moved).map(({ path }) => path[0]),
    ['department', 'name'],
  );
  assert.deepEqual(Object.keys(moved.claims as Document), ['department', 'name']);
  assert.deepEqual(edit.moveField(moved, ['department'], 1), staffCard);
  assert.equal(edit.moveField(staffCard, ['name'], -1), staffCard);
});

test('types, groups, lists, and what the holder may withhold', () => {
  let document = edit.addField(blankDocument('issuance', 'en'), []);
  document = edit.setType(document, ['field_1'], 'group');
  document = edit.addField(document, ['field_1']);
  document = edit.setMandatory(document, ['field_1', 'field_1'], true);
  document = edit.addField(document, []);
  document = edit.setType(document, ['field_2'], 'list');
  document = edit.setType(document, ['field_2', null], 'date');
  assert.deepEqual(document.disclosureFrame, { _sd: ['field_1', 'field_2'], field_1: { _sd: ['field_1'] } });
  const [group, list] = claimFields(document);
  assert.deepEqual(
    [group?.type, group?.fields[0]?.mandatory, list?.type, list?.itemType],
    ['group', true, 'list', 'date'],
  );
  assert.deepEqual((document.schema as { properties: Document }).properties.field_1, {
    type: 'object',
    properties: { field_1: { type: 'string' } },
    required: ['field_1'],
  });
  const shown = edit.setDisclosable(document, ['field_1', 'field_1'], false);
  assert.deepEqual(shown.disclosureFrame, { _sd: ['field_1', 'field_2'] });
  assert.ok(group !== undefined && pointersOf(document, group).includes('/disclosureFrame/_sd/0'));
});

test('labels by language, and the name that a label gives', () => {
  let document = edit.addField(blankDocument('issuance', 'de'), []);
  document = edit.setName(document, ['field_1'], 'de', 'Größe (in cm)');
  document = edit.namedAfterLabel(document, ['field_1'], 'Größe (in cm)');
  const [field] = claimFields(document);
  assert.deepEqual([field?.path, field?.names], [['groesse_in_cm'], { de: 'Größe (in cm)' }]);
  assert.equal(edit.namedAfterLabel(document, ['groesse_in_cm'], 'Other'), document);
  const unnamed = edit.setName(document, ['groesse_in_cm'], 'de', '');
  assert.deepEqual(claimFields(unnamed)[0]?.names, {});
});

test('an mdoc without a schema gets one of all its elements, in its namespace', () => {
  const [space = ''] = Object.keys(licence.claims as object);
  const before = claimFields(licence, [space]);
  const added = edit.setType(edit.addField(licence, [space]), [space, 'field_1'], 'image');
  assert.deepEqual(
    claimFields(added, [space]).map(({ path, disclosable }) => [path, disclosable]),
    [...before.map(({ path }) => path), [space, 'field_1']].map((path) => [path, undefined]),
  );
  assert.deepEqual(added.element_types, { [space]: { field_1: 'bytes' } });
  assert.deepEqual(rulesOf(added), []);
  assert.equal(edit.removeField(added, [space, 'field_1']).element_types !== undefined, true);
});
