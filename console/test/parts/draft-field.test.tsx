import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { DraftField } from '../../src/parts/draft-field.tsx';

test('a field shows its member, and what is wrong at its place in the body', () => {
  const form = {
    draft: { redirectUris: 'https://shop.example/cb', isOpen: true },
    edit: () => undefined,
    at: (pointer: string) => (pointer === '/redirect_uris' ? 'must be https' : undefined),
  };
  const html = renderToString(
    <DraftField form={form} member="redirectUris" pointer="/redirect_uris" label="Address" />,
  );
  assert.match(html, /value="https:\/\/shop.example\/cb".*must be https/s);
  const other = renderToString(<DraftField form={form} member="redirectUris" label="Address" />);
  assert.doesNotMatch(other, /must be https/);
});
