/** The dialog that deletes one thing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { DeleteButton, DeleteDialog } from '../../src/parts/delete-dialog.tsx';

const nothing = async (): Promise<void> => undefined;

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
