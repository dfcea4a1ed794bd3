/** The form of a certificate request. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { EMPTY_CERTIFICATE } from '../../../src/pages/keys/certificate-draft.ts';
import { CertificateFields } from '../../../src/pages/keys/new-certificate.tsx';

const fields = (holder: 'organization' | 'person', wrong = ''): string =>
  renderToString(
    <CertificateFields
      draft={{ ...EMPTY_CERTIFICATE, holder }}
      edit={() => undefined}
      at={(pointer) => (pointer === wrong ? 'Missing' : undefined)}
    />,
  );

test('an organisation and a person have their own fields', () => {
  assert.match(fields('organization'), /Organisation identifier/);
  assert.doesNotMatch(fields('organization'), /Surname/);
  assert.match(fields('person'), /Surname[\s\S]*Personal identifier/);
  assert.doesNotMatch(fields('person'), /Organisation identifier/);
});

test('contacts are one field for addresses and e-mail addresses', () => {
  for (const pointer of ['/uris', '/emails'])
    assert.match(fields('person', pointer), /Contacts[\s\S]*<p class="error"[^>]*>Missing/);
});
