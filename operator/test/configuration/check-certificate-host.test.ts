import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAuthority } from '@countersign/shared/crypto/certificates';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import type { KeyPurpose } from '@countersign/shared/crypto/keys';
import { certificateHost, x5cElement } from '@countersign/shared/crypto/x509';
import { systemRandom } from '@countersign/shared/kernel/random';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { type IntermediateOptions, makeIntermediate } from '@countersign/shared/test/crypto/intermediate';
import { KEY_NOT_AFTER, KEY_NOT_BEFORE } from '@countersign/shared/test/crypto/signing-key';
import { hostFindings, type NamedKey } from '../../src/configuration/check-certificate-host.ts';

const validity = { notBefore: KEY_NOT_BEFORE, notAfter: KEY_NOT_AFTER };
const keys = generateKeyPair();
const named = { tenant: 'ca', host: certificateHost('https://ca.example'), random: systemRandom };
const issuer = { certificate: await createAuthority({ ...validity, ...named, keys }), keys };

const withNames = async (names: IntermediateOptions['names'] = []): Promise<NamedKey['key']> => ({
  x5c: [x5cElement(await makeIntermediate({ ...validity, keys: generateKeyPair(), issuer, ca: false, names }))],
});
const contact = await withNames([
  { type: 'url', value: 'https://agency.example/contact' },
  { type: 'email', value: 'wallet@agency.example' },
]);
const mailbox = await withNames([{ type: 'email', value: 'wallet@agency.example' }]);
const host = await withNames([{ type: 'dns', value: 'issuer.example' }]);
const identifier = await withNames([{ type: 'url', value: 'https://issuer.example' }]);

/** Levels of the reported problems. */
function levels(purpose: KeyPurpose, key: NamedKey['key'], more: Partial<NamedKey> = {}, prefix = 'x509_hash') {
  const { settings } = readSettings({ PUBLIC_URL: 'https://issuer.example', CLIENT_ID_PREFIX: prefix });
  const of = { settings, tenant: 'default', profile: 'open', purpose, file: 'x.chain.pem', key, ...more } as const;
  return hostFindings(of).map(({ level = 'error' }) => level);
}

test('only the prefix of a host demands the host, and profile haip never uses it', () => {
  assert.deepEqual(levels('request', contact), []);
  assert.deepEqual(levels('request', contact, {}, 'x509_san_dns'), ['error']);
  assert.deepEqual(levels('request', mailbox, {}, 'x509_san_dns'), ['error']);
  assert.deepEqual(levels('request', contact, { profile: 'haip' }, 'x509_san_dns'), []);
  assert.deepEqual(levels('request', host, {}, 'x509_san_dns'), []);
});

test('a certificate of credentials with addresses of others is a warning', () => {
  assert.deepEqual(levels('credential', contact), ['warning']);
  assert.deepEqual(levels('credential', contact, {}, 'x509_san_dns'), ['warning']);
  for (const key of [mailbox, host, identifier]) assert.deepEqual(levels('credential', key), []);
});

test('certificates of metadata and of mdocs need no address', () => {
  assert.deepEqual([...levels('metadata', contact), ...levels('mdoc', contact)], []);
});
