import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { AskButton } from '../../src/parts/ask-button.tsx';

test('at first there is only the button, and the dialog asks nothing', () => {
  const html = renderToString(
    <AskButton verb="Revoke" kind="danger" title="Revoke it?" onConfirm={() => assert.fail()}>
      It stays revoked.
    </AskButton>,
  );
  assert.match(html, /<button[^>]*class="button danger"[^>]*>Revoke<\/button>/);
  assert.doesNotMatch(html, /Revoke it\?|It stays revoked/);
});
