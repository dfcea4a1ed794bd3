/** The form for a trust anchor. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { AnchorFields, bodyOf, EMPTY } from '../../../src/pages/keys/add-anchor.tsx';

const draft = { ...EMPTY, id: ' authority ', pem: 'PEM' };

test('empty lists are no limit, and wallet providers have none', () => {
  assert.deepEqual(bodyOf(draft), { id: 'authority', pem: 'PEM' });
  const limited = { ...draft, vct: 'urn:a\n\n urn:b ', doctype: 'org.iso.18013.5.1.mDL', pinned: true };
  assert.deepEqual(bodyOf(limited), {
    id: 'authority',
    pem: 'PEM',
    pinned: true,
    vct: ['urn:a', 'urn:b'],
    doctype: ['org.iso.18013.5.1.mDL'],
  });
  assert.deepEqual(bodyOf({ ...limited, purpose: 'wallet-providers' }), { id: 'authority', pem: 'PEM' });
});

test('what the server finds stands at its field', () => {
  const at = (pointer: string) => (pointer === '/pem' ? 'Certificate 1 is not a CA certificate' : undefined);
  const fields = (part: object) =>
    renderToString(<AnchorFields draft={{ ...draft, ...part }} at={at} edit={() => undefined} />);
  assert.match(fields({}), /<textarea[^>]*aria-invalid[^>]*>PEM<\/textarea><p class="error"[^>]*>Certificate 1 is not/);
  assert.match(fields({}), /type="file" accept="\.pem,\.crt,\.cer"/);
  assert.match(fields({}), /mdoc document types/);
  assert.doesNotMatch(fields({ purpose: 'wallet-providers' }), /mdoc document types/);
});
