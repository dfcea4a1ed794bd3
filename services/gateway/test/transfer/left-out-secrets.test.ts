/** Secrets that an export leaves out, and what an import puts in their places. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leaveOutSecrets, putInSecrets } from '../../src/transfer/left-out-secrets.ts';

const webhook = {
  url: 'https://backend.example/',
  auth: { type: 'apiKey', config: { headerName: 'x-key', value: 'of-header' } },
  signingSecret: 'whsec_signs',
};
const configuration = { id: 'pid', claims: { note: '***' }, webhook, refresh: { webhook } };
const signIn = { issuer: 'https://login.example', clientId: 'c', clientSecret: 'of-client' };

test('an export has no secret, and an import of it into the same tenant has all of them again', () => {
  for (const document of [configuration, signIn]) {
    const file = leaveOutSecrets(document);
    assert.ok(!/of-header|whsec_signs|of-client/.test(JSON.stringify(file)));
    assert.deepEqual(putInSecrets(file, document), { document, mistakes: [] });
  }
});

test('each secret that the tenant does not have is a mistake at its place; a text of three stars elsewhere is none', () => {
  const places = (document: typeof configuration | typeof signIn) =>
    putInSecrets(leaveOutSecrets(document), {}).mistakes.map(({ pointer }) => pointer);
  assert.deepEqual(places(configuration), [
    '/webhook/auth/config/value',
    '/webhook/signingSecret',
    '/refresh/webhook/auth/config/value',
    '/refresh/webhook/signingSecret',
  ]);
  assert.deepEqual(places(signIn), ['/clientSecret']);
});

test('a secret that the file has replaces that of the tenant, and a mask that the tenant has stored is no secret', () => {
  const other = { ...signIn, clientSecret: 'another' };
  assert.deepEqual(putInSecrets(other, signIn), { document: other, mistakes: [] });
  const masked = { ...signIn, clientSecret: '***' };
  assert.equal(putInSecrets(masked, masked).mistakes.length, 1);
});
