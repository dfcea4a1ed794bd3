import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { join, relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createAccessAuthority, DAY, NOW, TENANT_KEY } from '@countersign/european-trust/test/registration/registrar';
import { createAuthority, createLeaf } from '@countersign/shared/crypto/certificates';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { certificateHost } from '@countersign/shared/crypto/x509';
import { systemRandom } from '@countersign/shared/kernel/random';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { keyFindings } from '../../src/configuration/check-keys.ts';
import { folderOf } from './config-folder.ts';

const { certificate } = await (await createAccessAuthority()).certificate();
const KEY = String(TENANT_KEY.privateKey.export({ type: 'pkcs8', format: 'pem' }));
const CHAIN = certificate.toString();

async function found(t: TestContext, files: Readonly<Record<string, string>>, now = NOW): Promise<readonly string[]> {
  const root = folderOf(t, { ...files, x: '' });
  const { settings } = readSettings({ CONFIG_FOLDER: root });
  const folder = { settings, tenant: 'default', clock: () => now, profile: 'eu' } as const;
  return (await keyFindings(folder, join(root, 'keys'))).map(({ level = 'error', file, detail }) =>
    [level, relative(root, file), detail].join(' '),
  );
}

test('keys of the tenant and of its sets are checked alike', async (t) => {
  const good = { 'keys/age/request.key.pem': KEY, 'keys/age/request.chain.pem': CHAIN };
  assert.deepEqual(await found(t, good), []);
  assert.deepEqual(await found(t, { ...good, 'keys/request.key.pem': KEY, 'keys/request.chain.pem': CHAIN }), []);
  const [ends = ''] = await found(t, good, NOW + 690 * DAY * 1000);
  assert.match(ends, /^warning keys\/age\/request\.chain\.pem A certificate in it expires in \d+ days$/);
});

test('a set without its key, and what nothing reads, are found', async (t) => {
  const [broken = '', ...others] = await found(t, { 'keys/age/request.chain.pem': CHAIN });
  assert.deepEqual(others, []);
  assert.match(broken, /^error keys\/age\/request\.key\.pem .*missing, but there is a chain/);
  const [unread = ''] = await found(t, {
    'keys/age/request.key.pem': KEY,
    'keys/age/request.chain.pem': CHAIN,
    'keys/age/metadata.key.pem': KEY,
  });
  assert.match(unread, /^warning keys\/age\/metadata\.key\.pem This is not read here/);
});

test('a key of another algorithm than ES256 is usable, with a warning', async (t) => {
  const keys = generateKeyPair();
  const common = {
    notBefore: NOW - DAY * 1000,
    notAfter: NOW + 200 * DAY * 1000,
    tenant: 'acme',
    random: systemRandom,
  };
  const host = certificateHost('https://issuer.example');
  const authority = { certificate: await createAuthority({ ...common, host, keys }), privateKey: keys.privateKey };
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const chain = await createLeaf({ ...common, host, publicKey, authority });
  const key = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const files = { 'keys/age/credential.key.pem': key, 'keys/age/credential.chain.pem': chain };
  const [warning = ''] = await found(t, files);
  assert.match(warning, /^warning keys\/age\/credential\.chain\.pem The key signs with EdDSA.*credential_signing_alg/);
});
