/** Keys of a purpose. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import type { KeysOfPurpose } from '../../../src/pages/keys/key.ts';
import { KeyTable } from '../../../src/pages/keys/key-table.tsx';

const certificate = {
  subject: 'O=acme, CN=issuer.example',
  sha256: 'ab'.repeat(32),
  pem: 'PEM',
  notAfter: '2030-01-01T00:00:00.000Z',
  daysLeft: 364,
};
const usedFrom = '2029-01-01T00:00:00.000Z';
const credential: KeysOfPurpose = {
  purpose: 'credential',
  rotation: 'call',
  keys: [
    { state: 'retiring', kid: 'old', privateKey: 'erased', usedFrom, certificate: { ...certificate, daysLeft: 12 } },
    { state: 'active', kid: 'present', privateKey: 'vault', usedFrom, certificate },
    { state: 'pending', kid: 'next', privateKey: 'local', usedFrom },
  ],
};

test('keys are shown latest first, with state, place of the private key and days left', () => {
  const html = renderToString(<KeyTable of={credential} />);
  assert.ok(html.indexOf('next') < html.indexOf('present') && html.indexOf('present') < html.indexOf('old'));
  assert.match(html, /pending.*active.*retiring/s);
  assert.match(html, /HashiCorp Vault/);
  assert.match(html, /badge warn">12 days left/);
  assert.match(html, /364 days left/);
});

test('a key of a set that waits for its certificate shows its certificate request to copy', () => {
  const keys = [{ state: 'requested', kid: 'next', privateKey: 'local', request: 'CSR' }] as const;
  const of: KeysOfPurpose = { purpose: 'request', set: 'shop', rotation: 'certificate_request', keys };
  const html = renderToString(<KeyTable of={of} />);
  assert.match(html, /waiting for its certificate/);
  assert.match(html, /Certificate request, next/);
});
