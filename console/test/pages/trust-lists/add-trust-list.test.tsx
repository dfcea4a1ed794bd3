/** The form for the source of a trust list. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { AddTrustList, bodyOf, draftOf, EMPTY_LIST } from '../../../src/pages/trust-lists/add-trust-list.tsx';

test('a stored source comes into the form and out of it as it was', () => {
  const source = { url: 'https://l.example', list: 'pid-providers', graceHours: 3 };
  const draft = draftOf({ id: 'pid', source, pem: 'PEM' });
  assert.deepEqual(bodyOf({ ...draft, id: ' pid ' }), { ...source, id: 'pid', pem: 'PEM' });
  const html = renderToString(<AddTrustList start={draft} onStored={async () => undefined} />);
  assert.match(html, /&quot;graceHours&quot;: 3/);
});

test('what is no JSON object is not sent', () => {
  for (const source of ['{', '[]', 'null', '']) assert.equal(bodyOf({ ...EMPTY_LIST, source }), undefined);
  assert.ok(bodyOf(EMPTY_LIST));
});
