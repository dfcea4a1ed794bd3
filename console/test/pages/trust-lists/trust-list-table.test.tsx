/** Trust lists on the page "Trust and keys". */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { type TrustList, TrustListTable } from '../../../src/pages/trust-lists/trust-list-table.tsx';
import { language } from '../../../src/state/settings.ts';
import { loadGerman } from '../../../src/text/reason-text.ts';

const NOW = Date.UTC(2029, 0, 2);
const change = { entity: 'Ministry', service: 'pid/issuance', sha256: 'ab' };
const list: TrustList = {
  id: 'pid',
  url: 'https://l.example',
  state: 'suspect',
  inForce: true,
  list: { operator: 'Commission', sequenceNumber: 12, nextUpdate: '2029-03-01T00:00:00.000Z', entries: 2 },
  check: {
    outcome: 'suspect',
    reason: 'trust_list_signer',
    at: '2029-01-01T23:00:00.000Z',
    explanation: 'The signer is not trusted.',
    hint: 'Compare it.',
  },
  changes: [
    {
      at: '2029-01-01T12:00:00.000Z',
      sequenceNumber: 12,
      added: [change],
      removed: [],
      counts: { added: 1, removed: 0 },
    },
    {
      at: '2028-12-01T12:00:00.000Z',
      sequenceNumber: 11,
      added: [],
      removed: [change],
      counts: { added: 0, removed: 1 },
    },
  ],
};
const rendered = (...lists: readonly TrustList[]): string =>
  renderToString(<TrustListTable lists={lists} now={NOW} onShow={() => undefined} />);

test('a list says its state, why its last check failed, and what the last day changed', () => {
  const html = rendered(list);
  assert.match(html, /new list refused/);
  assert.match(html, /The signer is not trusted\. Compare it\./);
  assert.match(html, /1 added, 0 removed/);
  assert.match(html, /Added: Ministry, pid\/issuance/);
  assert.doesNotMatch(html, /Removed: Ministry/);
  assert.doesNotMatch(html, /Its entries are not used/);
});

test('why a check failed is German in a German console', async (t) => {
  t.after(() => {
    language.value = 'en';
  });
  language.value = 'de';
  await loadGerman();
  assert.match(rendered(list), /nicht vertraut wird\. Vergleichen Sie das Zertifikat/);
  const known = { code: 'new_address', detail: 'The list has a new address: https://n', value: 'https://n' };
  const accepted = { operator: 'Commission', sequenceNumber: 12, entries: 2 };
  const html = rendered({ ...list, list: { ...accepted, warnings: [known, { code: 'new', detail: 'Later.' }] } });
  assert.match(html, /<p class="small">Die Liste hat eine neue Adresse\. .*: https:\/\/n<\/p>/);
  assert.match(html, /<p class="small" lang="en">Later\.<\/p>/, 'a code of a later version stays English');
});

test('a list that has ended says that nothing counts; without lists the page says how to add one', () => {
  assert.match(rendered({ ...list, state: 'expired', inForce: false }), /Its entries are not used/);
  assert.match(rendered({ id: 'a', url: 'u', state: 'absent', inForce: false, changes: [] }), /not fetched yet/);
  assert.match(rendered(), /trust\/lists/);
});

test('only a list that was stored here has buttons to change it', () => {
  const can = { onEdit: () => undefined, onDelete: () => undefined };
  const html = (origin: object, more: object = can): string =>
    renderToString(<TrustListTable lists={[{ ...list, ...origin }]} now={NOW} onShow={() => undefined} {...more} />);
  assert.match(html({ origin: 'api' }), /Edit: pid.*Delete: pid/s);
  assert.doesNotMatch(html({ origin: 'api' }, {}), /Edit: pid/);
  assert.match(html({ origin: 'file' }), /From a file/);
  assert.match(html({ pointedBy: 'europe' }), /Pointed to by europe/);
  for (const origin of [{ origin: 'file' }, { pointedBy: 'europe' }]) assert.doesNotMatch(html(origin), /Delete: pid/);
});

test('every list can be loaded from a file by whoever may change it, and shows that it was', () => {
  const html = (more: object): string =>
    renderToString(
      <TrustListTable lists={[{ ...list, pointedBy: 'europe' }]} now={NOW} onShow={() => undefined} {...more} />,
    );
  assert.match(html({ onLoad: () => undefined }), /Load list: pid/);
  assert.doesNotMatch(html({}), /Load list: pid/);
  assert.doesNotMatch(rendered(list), /Handed over/);
  assert.match(
    rendered({ ...list, list: { operator: 'O', sequenceNumber: 1, entries: 1, loaded: true } }),
    /Handed over/,
  );
});
