/** The form that stores one thing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { AddForm } from '../../src/parts/add-form.tsx';
import { Field } from '../../src/parts/field.tsx';

test('a form is closed until it is needed, and shows no mistake before it is sent', () => {
  const form = (open: boolean): string =>
    renderToString(
      <AddForm
        title="Add wallet"
        start={{ id: 'a' }}
        open={open}
        mistakes={() => ({ '/id': 'Wrong' })}
        onAdd={async () => 'Added'}
      >
        {({ draft, edit, at }) => (
          <Field label="Id" value={draft.id} onInput={(id) => edit({ id })} error={at('/id')} />
        )}
      </AddForm>,
    );
  assert.match(form(false), /<details class="add"><summary>Add wallet<\/summary>/);
  assert.match(form(true), /<details class="add" open>/);
  assert.match(form(false), /value="a"/);
  assert.doesNotMatch(form(false), /Wrong|Added/);
});
