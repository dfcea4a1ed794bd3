import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { blankDocument } from '../../../../src/pages/configurations/form/blank.ts';
import { toFormat } from '../../../../src/pages/configurations/form/convert-format.ts';
import { CredentialForm } from '../../../../src/pages/configurations/form/credential-form.tsx';
import type { Document } from '../../../../src/pages/configurations/form/document.ts';
import { secondsOf, unitOf } from '../../../../src/pages/configurations/form/duration-field.tsx';
import { placeOfError } from '../../../../src/pages/configurations/form/place-of-error.ts';
import { withBatch } from '../../../../src/pages/configurations/form/rules-section.tsx';
import { reviewText, withId } from '../../../../src/pages/configurations/review.ts';
import { recordsOf } from '../../../../src/parts/records.ts';

const schema = withId(
  JSON.parse(readFileSync(new URL('../../../../../../docs/reference/schemas/issuance.json', import.meta.url), 'utf8')),
);

function formOf(document: Document, errors: Readonly<Record<string, string>> = {}): string {
  const form = { document, schema, edit: () => undefined, errorAt: (pointer: string) => errors[pointer] };
  return renderToString(<CredentialForm form={form} presentations={[]} />);
}

test('every template is shown with its fields, and an error stands once, at its field', () => {
  for (const example of recordsOf(schema.examples)) {
    const html = formOf(example);
    assert.match(html, new RegExp(`value="${String(example.id)}"`));
    assert.match(html, /Field 2:/);
  }
  const wrong = formOf(blankDocument('issuance', 'en'), { '/config/display/0/name': 'Fill in this field.' });
  assert.equal(wrong.split('Fill in this field.').length, 2);
  assert.match(
    wrong,
    /aria-invalid="true" name="\/config\/display\/0\/name"|name="\/config\/display\/0\/name"[^>]*aria-invalid/,
  );
});

test('a W3C credential has a field for its types, and no choice of what is disclosable', () => {
  const [staffCard = {}] = recordsOf(schema.examples);
  const document = toFormat(staffCard, 'jwt_vc_json');
  const html = formOf(document, { '/config/credential_definition/type': 'Wrong.' });
  assert.match(html, /<option value="jwt_vc_json" selected>W3C \(JWT\)/);
  assert.match(html, /VerifiableCredential\n?<\/textarea>/);
  assert.match(html, /Wrong\./);
  assert.match(html, /Field 2:/);
  assert.deepEqual(
    [formOf(staffCard), html].map((page) => page.includes('The holder can withhold it')),
    [true, false],
  );
});

test('the blank document lacks only an id and a name', () => {
  const { mistakes } = reviewText(JSON.stringify(blankDocument('issuance', 'en')), { schema, refused: [] });
  assert.deepEqual(
    mistakes.map(({ pointer }) => pointer),
    ['/id', '/config/display/0/name'],
  );
});

test('an error is about the innermost field, by its label', () => {
  const [staffCard = {}] = recordsOf(schema.examples);
  const place = { name: '/schema/properties/department', label: 'Department' };
  assert.deepEqual(placeOfError(staffCard, '/disclosureFrame/_sd/1'), place);
  assert.deepEqual(placeOfError(staffCard, '/config/credential_metadata/claims/1/path'), place);
  assert.deepEqual(placeOfError(staffCard, '/id'), { name: '/id', label: 'Id' });
  assert.deepEqual(placeOfError(staffCard, '/elsewhere'), { name: '/elsewhere' });
});

test('durations in the largest whole unit, and a batch as a policy of its own', () => {
  assert.deepEqual([unitOf(86_400), unitOf(7200), unitOf(61), unitOf(undefined)], ['days', 'hours', 'seconds', 'days']);
  assert.deepEqual([secondsOf('2', 'hours'), secondsOf(' ', 'days'), secondsOf('x', 'days')], [7200, undefined, 'x']);
  const batch = withBatch({ id: 'a' }, '10');
  assert.match(JSON.stringify(batch), /"once_only".*"batch_size":10/);
  assert.match(JSON.stringify(withBatch(batch, '12')), /"batch_size":12/);
});
