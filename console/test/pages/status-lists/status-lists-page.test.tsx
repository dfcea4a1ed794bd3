/** The page "Status lists". */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { StatusEntries, StatusLists } from '../../../src/pages/status-lists/status-lists-page.tsx';

test('each list shows how full it is, when it was signed, and its address', () => {
  const list = { number: 2, uri: 'https://issuer.example/status-list/2', size: 1_048_576, used: 512, free: 1_048_064 };
  const times = { publishedAt: '2030-01-01T00:00:00.000Z', expiresAt: '2030-01-02T00:00:00.000Z' };
  const html = renderToString(<StatusLists lists={[{ ...list, ...times, closed: false, keySet: 'staff' }]} />);
  assert.match(html, /512 of 1,048,576 set aside, 1,048,064 free/);
  assert.match(html, /dateTime="2030-01-01T00:00:00.000Z"/i);
  assert.match(html, /status-list\/2/);
  assert.match(html, /<div>staff<\/div>/);
  assert.match(renderToString(<StatusLists lists={[{ ...list, ...times, closed: false }]} />), /<div>Default<\/div>/);
  assert.match(html, /<meter[^>]*aria-label="How full list 2 is"/);
});

test('without a list it says what opens one', () => {
  assert.match(renderToString(<StatusLists lists={[]} />), /first issued credential/);
});

test('the entries of a session say whether each credential is valid', () => {
  const entry = { credentialConfigurationId: 'pid', uri: 'https://issuer.example/status-list', idx: 7 };
  const html = renderToString(
    <StatusEntries
      entries={[
        { ...entry, status: 0 },
        { ...entry, idx: 9, status: 1 },
        { ...entry, idx: 10, status: 2 },
      ]}
    />,
  );
  assert.match(html, /valid.*revoked.*suspended/s);
});
