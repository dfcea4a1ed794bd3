/** A secret that was just created. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { NewSecret } from '../../src/parts/new-secret.tsx';

test('a new secret is shown with a button to copy it', () => {
  const html = renderToString(
    <NewSecret title="Secret of museum-1" secret="cs_1" onHide={() => undefined}>
      Once
    </NewSecret>,
  );
  assert.match(html, /Secret of museum-1[\s\S]*Once[\s\S]*cs_1[\s\S]*aria-label="Copy: Secret of museum-1"/);
});
