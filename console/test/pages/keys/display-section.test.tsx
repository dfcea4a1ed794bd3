/** Name and logo of the issuer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { draftOf } from '../../../src/pages/keys/display-draft.ts';
import { EntryFields } from '../../../src/pages/keys/display-entry.tsx';
import { DisplayForm } from '../../../src/pages/keys/display-section.tsx';
import { session } from '../../../src/state/session.ts';

const entries = [{ name: 'Museum', locale: 'en', logo: { uri: '<PUBLIC_URL>/public/logo.svg', alt_text: 'A vase' } }];
const images = [{ file: 'logo.svg', uri: 'https://h.example/museum/public/logo.svg' }];
const form = (source: 'file' | 'api' | 'none', shown = entries): string =>
  renderToString(<DisplayForm display={{ source, entries: shown }} images={images} onSaved={async () => undefined} />);

test('an administrator edits the entries, with a preview of the logo; without any there is an empty one', () => {
  session.value = { state: 'in', tenant: 'museum', variant: 'b', role: 'admin', name: 'k' } as never;
  const html = form('api');
  assert.match(html, /<img class="logo-preview" src="\/museum\/public\/logo\.svg" alt="A vase"/);
  assert.match(html, /value="Museum"/);
  assert.match(html, /Save display/);
  assert.doesNotMatch(html, /Remove entry/);
  assert.match(form('none', []), /<legend>New entry<\/legend>/);
  assert.match(
    form('api', [...entries, { ...entries[0], name: 'Stadtmuseum', locale: 'de' } as never]),
    /Remove entry/,
  );
});

test('what comes from a file is only shown', () => {
  session.value = { state: 'in', tenant: 'museum', variant: 'b', role: 'admin', name: 'k' } as never;
  const html = form('file');
  assert.match(html, /display\.json/);
  assert.match(html, /<fieldset disabled/);
  assert.doesNotMatch(html, /<button/);
});

test('what the server finds stands at its field', () => {
  const html = renderToString(
    <EntryFields
      draft={draftOf(entries[0] ?? {})}
      images={images}
      mayWrite={true}
      onDraft={() => undefined}
      errorAt={(member) => (member === 'logo/uri' ? 'This is not a PNG image' : undefined)}
    />,
  );
  assert.match(html, /type="file"[^>]*><p class="error"[^>]*>This is not a PNG image/);
  assert.equal(html.split('class="error"').length, 2);
});
