import assert from 'node:assert/strict';
import fs, { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createAuthority } from '@countersign/shared/crypto/certificates';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { certificateHost } from '@countersign/shared/crypto/x509';
import { systemRandom } from '@countersign/shared/kernel/random';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { KEY_NOT_AFTER, makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { checkTenantFolder } from '../../src/configuration/check-tenant-folder.ts';
import { folderOf } from './config-folder.ts';

const PLAIN = { config: { format: 'dc+sd-jwt' }, claims: {}, disclosureFrame: {} };

/** Valid at the time of the checks. */
const anchor = await createAuthority({
  notBefore: -1000,
  notAfter: 1e12,
  tenant: 'provider',
  random: systemRandom,
  host: certificateHost('https://provider.example'),
  keys: generateKeyPair(),
});

/** The problems in a tenant's folder with these files: level, file, pointer. */
async function found(t: TestContext, tenant: string, files: Readonly<Record<string, unknown>>, now = 0) {
  const root = folderOf(t, files);
  const { settings } = readSettings({ CONFIG_FOLDER: root });
  const reserved = new Set(['session']);
  const findings = await checkTenantFolder({ settings, tenant, clock: () => now, reserved, environment: {} });
  return findings.map(({ level = 'error', file, pointer }) => [level, relative(root, file), pointer].join(' ').trim());
}

test('a folder that is not there, and one with good files, have no findings', async (t) => {
  assert.deepEqual(await found(t, 'default', {}), []);
  const files = { 'issuance/a.json': PLAIN, 'display.json': [{ name: 'N' }], 'public/a.svg': '', '.git/x': '' };
  assert.deepEqual(await found(t, 'default', files), []);
});

test('each configuration is read in a turn of its own, so that a server handles requests in between', async (t) => {
  let turn = 0;
  let next: NodeJS.Immediate;
  const count = (): void => {
    turn += 1;
    next = setImmediate(count);
  };
  count();
  t.after(() => clearImmediate(next));
  const turns = new Map<string, number>();
  const { readFileSync } = fs;
  t.mock.method(fs, 'readFileSync', (...given: Parameters<typeof readFileSync>) => {
    const file = basename(String(given[0]));
    if (!turns.has(file)) turns.set(file, turn);
    return readFileSync(...given);
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  const names = ['a', 'b', 'c', 'd'].map((name) => `${name}.json`);
  await found(t, 'default', Object.fromEntries(names.map((name) => [`issuance/${name}`, PLAIN])));
  const own = names.map((name) => turns.get(name));
  assert.equal(new Set(own).size, names.length, `${own}`);
});

test('only the files of one tenant are checked', async (t) => {
  const files = { 'issuance/a.json': '{', 'tenants/b/issuance/b.json': '{', 'tenants/c/issuance/c.json': PLAIN };
  assert.deepEqual(await found(t, 'default', files), ['error issuance/a.json']);
  assert.deepEqual(await found(t, 'b', files), ['error tenants/b/issuance/b.json']);
  assert.deepEqual(await found(t, 'c', files), []);
});

test('a reserved tenant name', async (t) => {
  for (const tenant of ['session', '-x', 'a b']) {
    assert.deepEqual(await found(t, tenant, {}), [`error tenants/${tenant}`]);
  }
});

test('clients.json and tenants belong to the root alone', async (t) => {
  const files = { 'tenants/b/clients.json': { clients: [] }, 'tenants/b/tenants/c/x': '' };
  assert.deepEqual(await found(t, 'b', files), ['warning tenants/b/clients.json', 'warning tenants/b/tenants']);
  assert.deepEqual(await found(t, 'default', { 'clients.json': { clients: [] } }), []);
});

test('a file in the second folder of its kind is named by its place', async (t) => {
  const scoped = { ...PLAIN, config: { format: 'dc+sd-jwt', scope: 'a' } };
  const files = { 'issuance/a.json': scoped, 'credentials/b.json': scoped };
  assert.deepEqual(await found(t, 'default', files), ['error credentials/b.json /config/scope']);
});

test('one broken file hides no other', async (t) => {
  const files = {
    'issuance/a.json': '{',
    'presentation/b.json': '{',
    'wallets.json': '{',
    'display.json': '{',
    'trust/c.pem': 'x',
    'trust/d.json': '{}',
    'trust/e.txt': '',
    'keys/credential.key.pem': 'x',
    'tenant.json': { profil: 'haip' },
  };
  assert.deepEqual((await found(t, 'default', files)).sort(), [
    'error display.json',
    'error issuance/a.json',
    'error keys/credential.key.pem',
    'error presentation/b.json',
    'error tenant.json',
    'error trust/c.pem',
    'error trust/d.json',
    'error trust/e.txt',
    'error wallets.json',
  ]);
});

test('a tenant of profile haip that offers credentials needs the CA of a wallet provider', async (t) => {
  const haip = { 'tenant.json': { profile: 'haip' }, 'issuance/a.json': PLAIN };
  const missing = ['error trust/wallet-providers'];
  assert.deepEqual(await found(t, 'default', haip), missing);
  assert.deepEqual(await found(t, 'default', { ...haip, 'trust/issuers/a.pem': anchor }), missing);
  assert.deepEqual(await found(t, 'default', { ...haip, 'trust/wallet-providers/a.pem': anchor }), []);
  assert.deepEqual(await found(t, 'default', { ...haip, 'tenant.json': { profile: 'open' } }), []);
  assert.deepEqual(await found(t, 'default', { 'tenant.json': { profile: 'haip' } }), [], 'a verifier alone');
});

test('in a tenant of profile haip two configurations of a type are an error, else a warning', async (t) => {
  const typed = { ...PLAIN, config: { format: 'dc+sd-jwt', vct: 'urn:a' } };
  const files = { 'trust/wallet-providers/a.pem': anchor, 'issuance/a.json': typed, 'issuance/b.json': typed };
  assert.deepEqual(await found(t, 'default', files), ['warning issuance/b.json /config/vct']);
  const haip = { ...files, 'tenant.json': { profile: 'haip' } };
  assert.deepEqual(await found(t, 'default', haip), ['error issuance/b.json /config/vct']);
});

const ALGORITHMS = { proof_signing_alg_values_supported: ['ES256'] };
const withProofs = (scope: string, jwt: object) => ({
  ...PLAIN,
  config: { format: 'dc+sd-jwt', scope, vct: `urn:${scope}`, proof_types_supported: { jwt } },
});

test('key attestations: one kind of configuration per tenant, under haip the one that requires them', async (t) => {
  const plain = { 'issuance/a.json': withProofs('a', ALGORITHMS) };
  const attested = { 'issuance/b.json': withProofs('b', { ...ALGORITHMS, key_attestations_required: {} }) };
  const haip = { 'tenant.json': { profile: 'haip' }, 'trust/wallet-providers/a.pem': anchor };
  const finding = 'issuance/a.json /config/proof_types_supported/jwt';
  assert.deepEqual(await found(t, 'default', plain), []);
  const noAnchor = ['warning issuance/b.json /config/proof_types_supported'];
  assert.deepEqual(await found(t, 'default', attested), noAnchor);
  const trusted = { 'trust/wallet-providers/a.pem': anchor };
  assert.deepEqual(await found(t, 'default', { ...attested, ...trusted }), []);
  assert.deepEqual(await found(t, 'default', { ...plain, ...attested, ...trusted }), [`warning ${finding}`]);
  assert.deepEqual(await found(t, 'default', { ...plain, ...attested, ...haip }), [`error ${finding}`]);
  assert.deepEqual(await found(t, 'default', { 'issuance/c.json': PLAIN, ...attested, ...haip }), []);
});

test('a chain of the operator that ends within 30 days is a warning', async (t) => {
  const { privateKey, x5c } = await makeSigningKey();
  const files = {
    'keys/metadata.key.pem': privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    'keys/metadata.chain.pem': `-----BEGIN CERTIFICATE-----\n${x5c[0]}\n-----END CERTIFICATE-----\n`,
  };
  const at = (now: number) => found(t, 'default', files, now);
  assert.deepEqual(await at(KEY_NOT_AFTER - 30 * 86_400_000 - 1), []);
  assert.deepEqual(await at(KEY_NOT_AFTER - 30 * 86_400_000), ['warning keys/metadata.chain.pem']);
});

test('a broken file is compared with others as far as it can be read, and nothing follows from its own mistakes', async (t) => {
  const files = {
    'issuance/a.json': { ...PLAIN, config: { ...PLAIN.config, scope: 's', vct: 'urn:a' } },
    'issuance/b.json': { ...PLAIN, config: { ...PLAIN.config, scope: 's', vct: 'urn:a' }, lifetime: 1 },
    'issuance/c.json': { ...PLAIN, config: { ...PLAIN.config, scope: 1, vct: 7 }, mistyped: 1 },
  };
  assert.deepEqual((await found(t, 'default', files)).sort(), [
    'error issuance/b.json /config/scope',
    'error issuance/b.json /lifetime',
    'error issuance/c.json /config/scope',
    'error issuance/c.json /config/vct',
    'error issuance/c.json /mistyped',
    'warning issuance/b.json /config/vct',
  ]);
});

test('the templates of the European profile have no finding in a tenant of that profile', async (t) => {
  const template = (id: string): unknown =>
    JSON.parse(readFileSync(new URL(`../../../../config/issuance/${id}.json`, import.meta.url), 'utf8'));
  const files = {
    'tenant.json': { profile: 'eu' },
    'trust/wallet-providers/provider.pem': anchor,
    'public/authority.svg': '<svg/>',
    'public/pid.svg': '<svg/>',
    ...Object.fromEntries(['eu-pid', 'pid-mdoc', 'mdl'].map((id) => [`issuance/${id}.json`, template(id)])),
  };
  // What the tenant itself lacks for that profile.
  const parts = [
    'warning keys/metadata.chain.pem',
    'warning trust/access-authorities',
    'warning trust/registration-providers',
    'warning tenant.json',
  ];
  assert.deepEqual(await found(t, 'default', files), parts);
  const { claims, ...pid } = template('eu-pid') as { claims: Record<string, unknown> };
  const { issuing_country: _, ...fewer } = claims;
  assert.deepEqual(await found(t, 'default', { ...files, 'issuance/eu-pid.json': { ...pid, claims: fewer } }), [
    'error issuance/eu-pid.json /claims/issuing_country',
    ...parts,
  ]);
});

test('W3C credentials of one type in any order, and one in a tenant of profile haip', async (t) => {
  const diploma = (scope: string, ...types: string[]) => ({
    config: { format: 'jwt_vc_json', scope, credential_definition: { type: ['VerifiableCredential', ...types] } },
    claims: { credentialSubject: { degree: 'Mathematics' } },
  });
  const files = { 'issuance/a.json': diploma('a', 'A', 'B'), 'issuance/b.json': diploma('b', 'B', 'A') };
  assert.deepEqual(await found(t, 'default', { ...files, 'issuance/c.json': diploma('c', 'A') }), [
    'warning issuance/b.json /config/credential_definition',
  ]);
  const outside = { ...diploma('d', 'D'), claims: { degree: 'Mathematics' } };
  assert.deepEqual(await found(t, 'default', { 'issuance/d.json': outside }), ['error issuance/d.json /claims/degree']);
  const haip = await found(t, 'default', { 'issuance/a.json': diploma('a', 'A'), 'tenant.json': { profile: 'haip' } });
  assert.ok(haip.includes('error issuance/a.json /config/format'), String(haip));
});

test('a provider and a rights configuration that do not exist', async (t) => {
  const providers = { providers: [{ id: 'hr', url: 'https://hr.example/claims' }] };
  const asking = (attribute_provider: string) => ({ ...PLAIN, attribute_provider });
  const rights = { presentation: 'rights', from: [['sub']], authority: { name: 'A', email: 'a@authority.example' } };
  const rightsMissing = 'error tenant.json /rights/presentation';
  const provider = 'error issuance/a.json /attribute_provider';
  const files = { 'issuance/a.json': asking('hr'), 'tenant.json': { rights } };
  assert.deepEqual(await found(t, 'default', files), [provider, rightsMissing]);
  const known = { ...files, 'attribute-providers.json': providers };
  assert.deepEqual(await found(t, 'default', known), [rightsMissing]);
  assert.deepEqual(await found(t, 'default', { ...known, 'issuance/a.json': asking('hrr') }), [
    provider,
    rightsMissing,
  ]);
  const common = { rights: { ...rights, from: [['family_name'], ['birthdate']] } };
  assert.deepEqual(await found(t, 'default', { 'issuance/a.json': PLAIN, 'tenant.json': common }), [
    rightsMissing,
    'warning tenant.json /rights/from',
  ]);
});
