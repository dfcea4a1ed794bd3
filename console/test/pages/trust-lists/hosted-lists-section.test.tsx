/** The trust lists that a tenant publishes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { type HostedList, HostedListTable } from '../../../src/pages/trust-lists/hosted-lists-section.tsx';

const list: HostedList = {
  id: 'pid',
  url: 'https://issuer.example/trust-lists/pid',
  type: 'pid-providers',
  state: 'ended',
  revision: 3,
  entities: 2,
  sequenceNumber: 7,
  issuedAt: '2029-01-01T00:00:00.000Z',
  sha256: 'ab',
  bytes: 1,
};

test('a list has its address to copy, its state and its number; without one the page says how to begin', () => {
  const html = renderToString(<HostedListTable lists={[list]} onShow={() => undefined} />);
  assert.match(html, /Copy: Address of pid[\s\S]*badge bad">has expired[\s\S]*7/);
  assert.match(
    renderToString(<HostedListTable lists={[]} onShow={() => undefined} />),
    /Create a list here or through the API/,
  );
  assert.doesNotMatch(html, /Edit: pid|Close: pid/);
  const editable = { onEdit: () => undefined, onClose: () => undefined };
  const ofAdmin = renderToString(<HostedListTable lists={[list]} onShow={() => undefined} {...editable} />);
  assert.match(ofAdmin, /Edit: pid[\s\S]*Close: pid/);
  const closed = [{ ...list, state: 'closed' as const }];
  const ofClosed = renderToString(<HostedListTable lists={closed} onShow={() => undefined} {...editable} />);
  assert.doesNotMatch(ofClosed, /Close: pid/);
});
