import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createAuthority } from '../../src/crypto/certificates.ts';
import { generateKeyPair } from '../../src/crypto/generate-key.ts';
import { certificateHost } from '../../src/crypto/x509.ts';
import { haipProblems, missingWalletProviders } from '../../src/flow-config/haip-parts.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { temporaryFolder } from '../store/temporary.ts';

const NOW = Date.UTC(2030, 0, 1);
const keys = generateKeyPair();
const authority = await createAuthority({
  notBefore: NOW - 1e9,
  notAfter: NOW + 1e9,
  tenant: 'provider',
  random: systemRandom,
  host: certificateHost('https://provider.example'),
  keys,
});
const privateKey = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const OFFERS = { 'issuance/pid.json': '{}' };
const PROVIDER = { 'trust/wallet-providers/provider.pem': authority };

type Files = Readonly<Record<string, string>>;

async function world(t: TestContext, files: Files, env: Files = { HAIP: 'true' }) {
  const folder = await temporaryFolder(t);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const { settings } = readSettings({ PUBLIC_URL: 'https://issuer.example', CONFIG_FOLDER: folder, ...env });
  const problems = async (service: 'issuer' | 'verifier') =>
    (await haipProblems({ settings, clock: () => NOW }, service)).map((problem) => problem.replaceAll(folder, ''));
  return { folder, problems };
}

/** The files of a tenant that is not `default`. */
function below(tenant: string, files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`tenants/${tenant}/${path}`, text]));
}

test('nothing is missing without a configuration, and where wallet providers are known', async (t) => {
  for (const files of [{}, { ...OFFERS, ...PROVIDER }, { 'presentation/q.json': '{}' }]) {
    const { problems } = await world(t, files);
    assert.deepEqual([await problems('issuer'), await problems('verifier')], [[], []]);
  }
});

test('each tenant of profile haip that offers credentials without a wallet provider is named', async (t) => {
  const { problems } = await world(t, {
    ...OFFERS,
    ...PROVIDER,
    ...below('a', { 'credentials/card.json': '{}' }),
    ...below('b', { ...OFFERS, 'tenant.json': '{"profile":"open"}' }),
    ...below('c', { ...OFFERS, 'trust/wallet-providers/x.pem': 'no certificate', 'trust/issuers/y.pem': authority }),
  });
  const found = await problems('issuer');
  assert.equal(found.length, 2);
  assert.match(found[0] ?? '', /^HAIP=true: tenant a: .*a\/trust\/wallet-providers: There is no CA certificate/);
  assert.match(found[1] ?? '', /^HAIP=true: tenant c: /);
  assert.deepEqual(await problems('verifier'), [], 'the verifier trusts no wallet provider');
});

test('a self-signed certificate of the operator is named, by the service that signs with it', async (t) => {
  const pair = (purpose: string): Files => ({
    [`keys/${purpose}.key.pem`]: privateKey,
    [`keys/${purpose}.chain.pem`]: authority,
  });
  const { problems } = await world(t, { ...pair('credential'), ...below('a', pair('request')) });
  const [ofIssuer, ofVerifier] = [await problems('issuer'), await problems('verifier')];
  assert.equal(ofIssuer.length, 1);
  assert.match(ofIssuer[0] ?? '', /tenant default: .*credential\.chain\.pem.*not contain a self-signed certificate/);
  assert.equal(ofVerifier.length, 1);
  assert.match(ofVerifier[0] ?? '', /tenant a: .*request\.chain\.pem.*not contain a self-signed certificate/);
});

test('a broken tenant.json is named: its profile is unknown', async (t) => {
  const { problems } = await world(t, below('a', { 'tenant.json': '{"profile":"HAIP"}' }));
  assert.deepEqual(await problems('issuer'), [
    'HAIP=true: tenant a: tenant.json: profile must be one of: open, haip, eu',
  ]);
});

test('HAIP=false stops no start, also where a tenant of profile haip lacks a part', async (t) => {
  const { problems, folder } = await world(t, { ...OFFERS, 'tenant.json': '{"profile":"haip"}' }, {});
  assert.deepEqual(await problems('issuer'), []);
  assert.equal(missingWalletProviders(folder, 'default').length, 1);
});
