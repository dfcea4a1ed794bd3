import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { Hits } from '../../../src/parts/search/search-dialog.tsx';

const createdAt = '2026-01-26T09:30:00.000Z';

test('each result leads to its session, and says what was found', () => {
  const html = renderToString(
    <Hits
      hits={[
        {
          found: 'reference',
          session: 's/1',
          status: 'issued',
          createdAt,
          kind: 'issuance',
          configurations: ['<pid>'],
        },
        { found: 'delivery', session: 's2', status: 'created', createdAt },
      ]}
    />,
  );
  assert.match(html, /href="\/console\/sessions\/s%2F1"[^>]*>Issuance/);
  assert.match(html, /issued[\s\S]*Your reference, &lt;pid>[\s\S]*Webhook delivery/);
});
