import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { renderToString } from 'preact-render-to-string';
import { compressed, LoadTrustList } from '../../../src/pages/trust-lists/load-trust-list.tsx';

test('the dialog names the list, and asks for its file', () => {
  const html = (asked: string | undefined): string =>
    renderToString(<LoadTrustList asked={asked} onLoaded={async () => undefined} onClose={() => undefined} />);
  assert.match(html('europe/DE'), /Load list: europe\/DE/);
  assert.match(html('europe/DE'), /type="file"/);
  assert.doesNotMatch(html(undefined), /type="file"/);
});

test('a file is sent byte for byte, whatever is in it', async () => {
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256));
  const sent = Buffer.from(await compressed(new Blob([bytes])), 'base64');
  assert.ok(gunzipSync(sent).equals(bytes));
});
