/** The form that stores one thing, and the dialog that deletes it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { AddForm } from '../../src/parts/add-form.tsx';
import { DeleteButton, DeleteDialog } from '../../src/parts/delete-dialog.tsx';
import { Field } from '../../src/parts/field.tsx';

const nothing = async (): Promise<void> => undefined;

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

test('the dialog asks by name, and is there while nothing is asked', () => {
  const dialog = (asked: string | undefined): string =>
    renderToString(
      <DeleteDialog asked={asked} title={(id) => `Delete ${id}?`} onDelete={nothing} onClose={() => undefined}>
        It ends.
      </DeleteDialog>,
    );
  assert.match(dialog('shop'), /Delete shop\?.*It ends\..*button danger/s);
  assert.match(dialog(undefined), /<dialog/);
  assert.doesNotMatch(dialog(undefined), /It ends/);
  assert.match(renderToString(<DeleteButton name="shop" onDelete={() => undefined} />), /aria-label="Delete: shop"/);
});
