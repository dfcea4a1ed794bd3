import 'reflect-metadata';
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import * as x509 from '@peculiar/x509';
import { authorityKeyIdentifier } from '../../src/crypto/certificate-extensions.ts';
import { makeSigningKey } from './signing-key.ts';

test('the authority key identifier is the one that the other reader finds', async () => {
  const { x5c } = await makeSigningKey();
  const der = Buffer.from(x5c[0] ?? '', 'base64');
  const other = new x509.X509Certificate(der).getExtension(x509.AuthorityKeyIdentifierExtension)?.keyId;
  assert.ok(other !== undefined);
  assert.equal(authorityKeyIdentifier(new X509Certificate(der))?.toString('hex'), other);
});

test('a certificate without one has none', async () => {
  const { anchor } = await makeSigningKey();
  assert.equal(authorityKeyIdentifier(new X509Certificate(anchor)), undefined);
});
