import assert from 'node:assert/strict';
import { relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import {
  AGE_DOCUMENT_SIGNER,
  createDocumentSigner,
  createIssuingAuthority,
} from '@countersign/shared/crypto/mdoc-certificates';
import { systemRandom } from '@countersign/shared/kernel/random';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { mdocIssuerFindings } from '../../src/configuration/check-mdoc-issuer.ts';
import { folderOf } from './config-folder.ts';

const MDL = 'org.iso.18013.5.1.mDL';
const { x5c } = await makeSigningKey();
const PLAIN_CHAIN = `-----BEGIN CERTIFICATE-----\n${x5c[0]}\n-----END CERTIFICATE-----\n`;

async function signerChain(purposes?: readonly string[]): Promise<string> {
  const keys = generateKeyPair();
  const common = { notBefore: 0, notAfter: 1e12, tenant: 'x', host: 'x', random: systemRandom };
  const addresses = { issuerUrl: 'https://x.example', revocationListUrl: 'https://x.example/crl' };
  const certificate = await createIssuingAuthority({ ...common, ...addresses, country: 'DE', keys });
  const authority = { certificate, privateKey: keys.privateKey };
  return createDocumentSigner({
    ...common,
    publicKey: generateKeyPair().publicKey,
    authority,
    ...(purposes && { purposes }),
  });
}

function found(t: TestContext, files: Readonly<Record<string, unknown>>, ...doctypes: string[]): readonly string[] {
  return foundAt('https://issuer.example', t, files, doctypes);
}

function foundAt(
  publicUrl: string,
  t: TestContext,
  files: Readonly<Record<string, unknown>>,
  doctypes: readonly string[],
): readonly string[] {
  const root = folderOf(t, { ...files, x: '' });
  return mdocIssuerFindings({ path: root, publicUrl, doctypes }).map(({ level = 'error', file, pointer }) =>
    [level, relative(root, file), pointer].join(' ').trim(),
  );
}

test('generated certificates need a country', (t) => {
  const warning = ['warning tenant.json /country'];
  assert.deepEqual(found(t, {}, MDL), warning);
  assert.deepEqual(found(t, { 'tenant.json': { profile: 'open' } }, MDL), warning);
  assert.deepEqual(found(t, { 'tenant.json': { country: 'UT' } }, MDL), warning);
  assert.deepEqual(found(t, { 'tenant.json': { country: 'DE' } }, MDL), []);
  assert.deepEqual(found(t, { 'tenant.json': '{' }, MDL), [], 'a finding of tenant.json');
  assert.deepEqual(found(t, {}), [], 'no mdoc is issued');
  assert.deepEqual(foundAt('http://localhost:3000', t, {}, [MDL]), [], 'a server for development');
});

test('the own signer of proofs of age needs their extended key usage', async (t) => {
  const files = { 'keys/mdoc.chain.pem': await signerChain() };
  assert.deepEqual(found(t, files, 'eu.europa.ec.av.1'), ['error keys/mdoc.chain.pem']);
  assert.deepEqual(
    found(t, { 'keys/mdoc.chain.pem': await signerChain([AGE_DOCUMENT_SIGNER]) }, 'eu.europa.ec.av.1'),
    [],
  );
});

test('the own signer of driving licences needs their extended key usage', async (t) => {
  const plain = { 'keys/mdoc.chain.pem': PLAIN_CHAIN };
  assert.deepEqual(found(t, plain, MDL), ['error keys/mdoc.chain.pem']);
  assert.deepEqual(found(t, plain, 'eu.europa.ec.eudi.pid.1'), []);
  assert.deepEqual(found(t, { 'keys/mdoc.chain.pem': await signerChain() }, MDL), []);
  assert.deepEqual(found(t, { 'keys/mdoc.chain.pem': 'x' }, MDL), [], 'a finding of the keys');
});
