/** Trust anchors. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { TrustTable } from '../../../src/pages/keys/trust-table.tsx';

const certificate = {
  ...{ subject: 'O=acme, CN=issuer.example', sha256: 'ab'.repeat(32), pem: 'PEM' },
  ...{ notAfter: '2030-01-01T00:00:00.000Z', daysLeft: 364 },
};

test('anchors show where they come from, and what issuers under them may issue', () => {
  const anchors = [
    { ...certificate, source: 'own' as const },
    { ...certificate, sha256: 'cd'.repeat(32), source: 'file' as const, vct: ['urn:a', 'urn:b'] },
  ];
  const html = renderToString(<TrustTable of={{ purpose: 'issuers', anchors }} />);
  assert.match(html, /this tenant.*any type.*urn:a, urn:b/s);
  assert.match(renderToString(<TrustTable of={{ purpose: 'wallet-providers', anchors: [] }} />), /No anchors/);
});
