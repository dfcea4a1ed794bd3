import assert from 'node:assert/strict';
import { relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  createAccessAuthority,
  createRegistrar,
  ENTITLEMENT,
  NOW,
  TENANT_KEY,
} from '@countersign/european-trust/test/registration/registrar';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { checkTenantFolder } from '../../src/configuration/check-tenant-folder.ts';
import { folderOf } from './config-folder.ts';

const registrar = await createRegistrar();
const authority = await createAccessAuthority();
const access = await authority.certificate();

const allowed = { format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] }, claim: [{ path: ['given_name'] }] };
const jwt = await registrar.jwt({ claims: { credentials: [allowed] } });

const asking = (name: string, id = 'r') => ({
  dcql_query: {
    credentials: [
      { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] }, claims: [{ path: [name] }] },
    ],
  },
  registrationCert: { id, body: {} },
});

const FILES = {
  'tenant.json': { profile: 'eu' },
  'keys/request.key.pem': String(TENANT_KEY.privateKey.export({ type: 'pkcs8', format: 'pem' })),
  'keys/request.chain.pem': access.certificate.toString(),
  'trust/access-authorities/authority.pem': authority.authority.certificate.toString(),
  'trust/registration-providers/registrar.pem': registrar.authority.certificate.toString(),
  'registration-certificates/r.jwt': jwt,
};

/** The problems with a registration: file, pointer and message. */
async function found(t: TestContext, files: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  const root = folderOf(t, files);
  const { settings } = readSettings({ CONFIG_FOLDER: root });
  const folder = { settings, tenant: 'default', clock: () => NOW, reserved: new Set<string>(), environment: {} };
  return (await checkTenantFolder(folder)).map(({ level = 'error', file, pointer, detail }) =>
    [level, relative(root, file), pointer, detail].join(' '),
  );
}

test('a certificate that covers the configurations that name it has no finding', async (t) => {
  assert.deepEqual(await found(t, { ...FILES, 'presentation/a.json': asking('given_name') }), []);
});

test('a configuration that asks for more is an error at its path, with the registered value', async (t) => {
  const [over = '', ...others] = await found(t, { ...FILES, 'presentation/a.json': asking('birthdate') });
  assert.deepEqual(others, []);
  assert.match(
    over,
    /^error presentation\/a\.json \/dcql_query\/credentials\/0\/claims\/0\/path .*registered is .*given_name/,
  );
  const lenient = { ...FILES, 'tenant.json': { profile: 'haip' }, 'presentation/a.json': asking('birthdate') };
  assert.match((await found(t, lenient))[0] ?? '', /^warning presentation\/a\.json \/dcql_query/);
});

test('what is wrong with a certificate is said once, at its file', async (t) => {
  const files = { ...FILES, 'presentation/a.json': asking('given_name'), 'presentation/b.json': asking('given_name') };
  const foreign = await registrar.jwt({ claims: { sub: 'NTRDE-HRB999', credentials: [allowed] } });
  const [bound = '', ...others] = await found(t, { ...files, 'registration-certificates/r.jwt': foreign });
  assert.deepEqual(others, []);
  assert.match(bound, /^error registration-certificates\/r\.jwt {2}registration certificate at \/sub: /);
  const { 'trust/registration-providers/registrar.pem': _, ...untrusted } = files;
  assert.match((await found(t, untrusted))[0] ?? '', /^error registration-certificates\/r\.jwt {2}header of the/);
  const { 'keys/request.key.pem': _key, 'keys/request.chain.pem': _chain, ...keyless } = files;
  assert.match((await found(t, keyless))[0] ?? '', /^error registration-certificates\/r\.jwt .* no access certificate/);
});

test('a configuration without a certificate, and a file that nothing reads', async (t) => {
  const files = { ...FILES, 'presentation/a.json': asking('given_name', 's'), 'registration-certificates/r.cer': 'x' };
  assert.deepEqual(await found(t, files), [
    'error registration-certificates/r.cer  This file is not read: its name must be an id and end with .jwt, or with .cwt next to the JWT with that id',
    'warning presentation/a.json /registrationCert/id The tenant has no registration certificate with this id among its files: there are r',
  ]);
  assert.deepEqual(await found(t, { 'presentation/a.json': asking('given_name', 's') }), []);
});

test('the certificate of the issuer is compared with what it issues, and with the key of its metadata', async (t) => {
  const provides = [{ format: 'dc+sd-jwt', meta: { vct_values: ['urn:card'] } }];
  const claims = { entitlements: [`${ENTITLEMENT}Non_Q_EAA_Provider`], provides_attestations: provides };
  const config = (vct: string) => ({ config: { format: 'dc+sd-jwt', vct }, claims: {}, disclosureFrame: {} });
  const files = {
    'tenant.json': { registration: { issuer: 'issuer', onInvalid: 'refuse' } },
    'keys/metadata.key.pem': FILES['keys/request.key.pem'],
    'keys/metadata.chain.pem': FILES['keys/request.chain.pem'],
    'trust/registration-providers/registrar.pem': FILES['trust/registration-providers/registrar.pem'],
    'registration-certificates/issuer.jwt': await registrar.jwt({ claims }),
    'issuance/card.json': config('urn:card'),
  };
  assert.deepEqual(await found(t, files), []);
  const [over = '', ...others] = await found(t, { ...files, 'issuance/other.json': config('urn:other') });
  assert.deepEqual(others, []);
  assert.match(over, /^error issuance\/other\.json \/config\/vct The type is not registered; registered is .*urn:card/);
});

test('a CWT is checked beside its JWT, and by itself it is not read', async (t) => {
  const cwt = await registrar.cwt({ claims: { credentials: [] } });
  const files = { ...FILES, 'registration-certificates/r.cwt': cwt, 'registration-certificates/x.cwt': cwt };
  const [beyond = '', alone = '', ...others] = (
    await found(t, { ...files, 'presentation/a.json': asking('given_name') })
  ).toSorted();
  assert.deepEqual(others, []);
  assert.match(beyond, /^error presentation\/a\.json \/dcql_query\/credentials\/0/);
  assert.match(alone, /^error registration-certificates\/x\.cwt {2}This file is not read/);
});

test('a tenant that acts for a party: the identifier of the intermediary, the certificate and the end of the claims', async (t) => {
  const { registrationCert: _, ...unnamed } = asking('given_name');
  const files = { ...FILES, 'tenant.json': { profile: 'eu', actsFor: { sub: 'NTRDE-HRB123456' } } };
  const all = await found(t, { ...files, 'presentation/a.json': unnamed });
  for (const expected of [
    /^error tenant\.json \/actsFor The setting INTERMEDIARY_ID must contain/,
    /^error presentation\/a\.json \/registrationCert\/id The tenant acts for a party/,
    /^error presentation\/a\.json \/retention An intermediary must pass on the claims/,
    /^error registration-certificates\/r\.jwt {2}registration certificate at \/intermediary\/sub: /,
  ]) {
    assert.ok(
      all.some((line) => expected.test(line)),
      `${expected} in\n${all.join('\n')}`,
    );
  }
});
