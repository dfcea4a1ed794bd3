/** The entries of a trust list. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { EntryTable } from '../../../src/pages/trust-lists/trust-entries.tsx';

test('entries have their entity, service and certificates', () => {
  const entry = {
    entity: 'Ministry',
    tradeNames: ['NTRDE-1'],
    service: 'Issuance',
    purpose: 'pid/issuance',
    certificates: [{ sha256: 'ab12' }],
  };
  const html = renderToString(<EntryTable id="pid" found={{ count: 120, entries: [entry] }} />);
  assert.match(html, /1 of 120/);
  assert.match(html, /Ministry, NTRDE-1/);
  assert.match(html, /ab12/);
  assert.match(renderToString(<EntryTable id="pid" found={{ count: 0, entries: [] }} />), /No entry fits/);
});
