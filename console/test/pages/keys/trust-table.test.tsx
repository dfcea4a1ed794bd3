/** Trust anchors. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { TrustTable } from '../../../src/pages/keys/trust-table.tsx';

const certificate = {
  subject: 'O=acme, CN=issuer.example',
  sha256: 'ab'.repeat(32),
  pem: 'PEM',
  notAfter: '2030-01-01T00:00:00.000Z',
  daysLeft: 364,
};

test('an anchor shows its types by format, and no format for which it does not count', () => {
  const source = 'file' as const;
  const anchors = [
    { ...certificate, source, vct: [], doctype: ['org.iso.18013.5.1.mDL'] },
    { ...certificate, sha256: 'cd'.repeat(32), source, doctype: [] },
  ];
  const html = renderToString(<TrustTable of={{ purpose: 'issuers', anchors }} />);
  assert.match(html, /mdoc: org\.iso\.18013\.5\.1\.mDL.*SD-JWT VC: any type/s);
  assert.equal(html.split('SD-JWT VC').length, 2);
  assert.equal(html.split('mdoc').length, 2);
});

test('anchors show where they come from, and what issuers under them may issue', () => {
  const anchors = [
    { ...certificate, source: 'own' as const },
    { ...certificate, sha256: 'cd'.repeat(32), source: 'file' as const, vct: ['urn:a', 'urn:b'] },
  ];
  const html = renderToString(<TrustTable of={{ purpose: 'issuers', anchors }} />);
  assert.match(html, /this tenant.*any type.*urn:a, urn:b/s);
  assert.match(renderToString(<TrustTable of={{ purpose: 'wallet-providers', anchors: [] }} />), /No anchors/);
});

test('an anchor that was written through the interface shows its id', () => {
  const anchors = [
    { ...certificate, source: 'file' as const },
    { ...certificate, source: 'api' as const, id: 'authority' },
  ];
  const html = renderToString(<TrustTable of={{ purpose: 'issuers', anchors }} />);
  assert.match(html, /API: authority/);
});

test('only anchors that were written through the interface can be deleted, and only if the page allows it', () => {
  const anchors = [
    { ...certificate, source: 'file' as const },
    { ...certificate, source: 'api' as const, id: 'authority' },
  ];
  const of = { purpose: 'issuers' as const, anchors };
  const html = renderToString(<TrustTable of={of} onDelete={() => undefined} />);
  assert.deepEqual(html.match(/aria-label="Delete: [^"]*"/g), ['aria-label="Delete: authority"']);
  assert.doesNotMatch(renderToString(<TrustTable of={of} />), /Delete/);
});
