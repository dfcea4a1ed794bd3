import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import type { Listed } from '../../../../src/pages/configurations/configuration-kinds.ts';
import { PresentationForm } from '../../../../src/pages/configurations/form/presentation-form.tsx';
import { withId } from '../../../../src/pages/configurations/review.ts';
import { recordsOf } from '../../../../src/parts/records.ts';

const read = (name: string) =>
  withId(
    JSON.parse(readFileSync(new URL(`../../../../../../docs/reference/schemas/${name}.json`, import.meta.url), 'utf8')),
  );
const issued = recordsOf(read('issuance').examples) as readonly Listed[];
const schema = read('presentation');

function formOf(document: Readonly<Record<string, unknown>>, errors: Readonly<Record<string, string>> = {}): string {
  const form = { document, schema, edit: () => undefined, errorAt: (pointer: string) => errors[pointer] };
  return renderToString(<PresentationForm form={form} issued={issued} />);
}

test('the claims of the picked credential are boxes with their labels, and the asked ones are ticked', () => {
  const [staffCheck = {}] = recordsOf(schema.examples);
  const html = formOf(staffCheck);
  assert.match(html, /Credential 1: Staff card/);
  assert.match(html, /checked[^>]*><label[^>]*>Name</);
  assert.doesNotMatch(html, /checked[^>]*><label[^>]*>Department</);
  assert.match(html, /value="Checking who enters"/);
});

test('another type has fields for its type and paths; choices have texts; an empty query says so at its button', () => {
  const other = { id: 'a', format: 'mso_mdoc', meta: { doctype_value: 'd' }, claims: [{ path: ['d.1', 'x'] }] };
  const html = formOf({ id: 'q', dcql_query: { credentials: [other] }, retention: 'webhook' });
  assert.match(html, />d\.1\/x<\/textarea>/);
  assert.match(html, /<option[^>]*selected[^>]*>Until the webhook has received them/);
  const wrong = formOf({ id: 'q', dcql_query: { credentials: [] } }, { '/dcql_query/credentials': 'Pick one' });
  assert.equal(wrong.split('Pick one').length, 2);
});
