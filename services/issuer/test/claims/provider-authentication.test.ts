import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createAuthority } from '@countersign/shared/crypto/certificates';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { certificateHost } from '@countersign/shared/crypto/x509';
import { systemRandom } from '@countersign/shared/kernel/random';
import { authenticationFindings, authenticationOf } from '../../src/claims/provider-authentication.ts';

const environment = { SECRET: 'of-the-environment', HR: 'Bearer x' };
const tokenUrl = 'https://sso.example/token';
const oauth = { tokenUrl, clientId: 'a', clientSecretEnv: 'SECRET' };
const auth = { headerName: 'authorization', valueEnv: 'HR' };
const pointers = (one: object) =>
  authenticationFindings(one, '', { allow: [], environment }).map(({ pointer }) => pointer);

function writer(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-provider-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
}

test('client credentials need a public token endpoint and one secret, and exclude a header', () => {
  assert.deepEqual(pointers({ oauth }), []);
  assert.deepEqual(pointers({ oauth, auth }), ['/oauth']);
  assert.deepEqual(pointers({ oauth: { ...oauth, tokenUrl: 'https://10.0.0.1/' } }), ['/oauth/tokenUrl']);
  assert.deepEqual(pointers({ oauth: { ...oauth, clientSecretEnv: 'X' } }), ['/oauth/clientSecretEnv']);
  assert.deepEqual(pointers({ oauth: { tokenUrl, clientId: 'a' } }), ['/oauth']);
  const missing = { tokenUrl, clientId: 'a', clientSecretFile: '/none/there' };
  assert.deepEqual(pointers({ oauth: missing }), ['/oauth/clientSecretFile']);
  assert.equal(authenticationOf({ oauth: missing }, environment), undefined);
});

test('a secret is from the environment, or from a file without its line break, as it is now', (t) => {
  const write = writer(t);
  const { clientSecret, ...others } = authenticationOf({ oauth: { ...oauth, scope: 's' } }, environment)?.oauth ?? {};
  assert.deepEqual([clientSecret, others], ['of-the-environment', { tokenUrl, clientId: 'a', scope: 's' }]);
  const clientSecretFile = write('secret', 'first\n');
  const inFile = { oauth: { tokenUrl, clientId: 'a', clientSecretFile } };
  assert.deepEqual(pointers(inFile), []);
  assert.equal(authenticationOf(inFile, environment)?.oauth?.clientSecret, 'first');
  write('secret', 'second\n');
  assert.equal(authenticationOf(inFile, environment)?.oauth?.clientSecret, 'second');
});

test('a client certificate has its key', async (t) => {
  const write = writer(t);
  const [keys, others] = [generateKeyPair(), generateKeyPair()];
  const host = certificateHost('https://client.example');
  const common = { notBefore: 0, notAfter: 1e12, tenant: 't', host, random: systemRandom };
  const certificate = await createAuthority({ ...common, keys });
  const pem = ({ privateKey }: typeof keys) => String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const certificateFile = write('client.pem', certificate);
  const keyFile = write('client.key', pem(keys));
  assert.deepEqual(pointers({ tls: { certificateFile, keyFile } }), []);
  assert.deepEqual(authenticationOf({ tls: { certificateFile, keyFile } }, environment), {
    tls: { certificate, key: pem(keys) },
  });
  assert.deepEqual(pointers({ tls: { certificateFile, keyFile: write('other.key', pem(others)) } }), ['/tls/keyFile']);
  assert.deepEqual(pointers({ tls: { certificateFile: keyFile, keyFile: certificateFile } }), [
    '/tls/certificateFile',
    '/tls/keyFile',
  ]);
});
