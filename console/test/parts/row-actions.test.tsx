import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { RowActions } from '../../src/parts/row-actions.tsx';

test('a row has the buttons of what can be done, each named after the row', () => {
  const actions = [
    { text: 'Show', label: 'Show: pid', run: () => undefined },
    { text: 'Edit', label: 'Edit: pid', run: undefined },
  ];
  const html = renderToString(
    <RowActions name="pid" actions={actions}>
      7
    </RowActions>,
  );
  assert.match(html, /7.*Show: pid/s);
  assert.doesNotMatch(html, /Edit|Delete/);
  const deletable = renderToString(<RowActions name="pid" actions={[]} onDelete={() => undefined} />);
  assert.match(deletable, /Delete: pid/);
});
