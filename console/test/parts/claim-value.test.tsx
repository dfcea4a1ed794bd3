import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { ClaimValue } from '../../src/parts/claim-value.tsx';

test('an image, a size, or the text of a value', () => {
  assert.match(
    renderToString(<ClaimValue value="_9j_4AAQ" />),
    /<img class="claim-image" src="data:image\/jpeg;base64,/,
  );
  assert.match(renderToString(<ClaimValue value={'A'.repeat(400)} />), /300 bytes/);
  assert.equal(renderToString(<ClaimValue value="<b>" />), '&lt;b>');
  assert.equal(renderToString(<ClaimValue value={[1]} />), '[1]');
});
