import assert from 'node:assert/strict';
import { join, relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { keyOf } from '@countersign/european-trust/test/registration/deterministic-keys';
import { extensionOf, makeTestCertificate } from '@countersign/european-trust/test/registration/made-certificates';
import {
  createAccessAuthority,
  createRegistrar,
  NOW,
  TENANT_KEY,
  VALIDITY,
} from '@countersign/european-trust/test/registration/registrar';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { euFindings } from '../../src/configuration/check-eu.ts';
import { folderOf } from './config-folder.ts';

const authority = await createAccessAuthority();
const access = await authority.certificate();
const registrar = await createRegistrar();
const KEY = String(TENANT_KEY.privateKey.export({ type: 'pkcs8', format: 'pem' }));
const CHAIN = access.certificate.toString();

const WHOLE = {
  'tenant.json': { profile: 'eu' },
  'keys/request.key.pem': KEY,
  'keys/request.chain.pem': CHAIN,
  'trust/access-authorities/authority.pem': authority.authority.certificate.toString(),
  'trust/registration-providers/registrar.pem': registrar.authority.certificate.toString(),
  'registration-certificates/r.jwt': 'a.b.c',
};

async function found(
  t: TestContext,
  files: Readonly<Record<string, unknown>>,
  offers = false,
  claims: JsonObject = {},
): Promise<readonly string[]> {
  const root = folderOf(t, files);
  const { settings } = readSettings({ CONFIG_FOLDER: root });
  const issued = { file: join(root, 'issuance/x.json'), configuration: { format: 'dc+sd-jwt', claims } } as const;
  const flows = { presentations: offers ? [] : [1], credentials: offers ? [issued] : [] };
  const findings = await euFindings({ settings, tenant: 'default', clock: () => NOW, ...flows });
  return findings.map(({ level = 'error', file, detail }) => [level, relative(root, file), detail].join(' '));
}

test('a verifier with all parts has no finding, and other profiles need none', async (t) => {
  assert.deepEqual(await found(t, WHOLE), []);
  assert.deepEqual(await found(t, { 'tenant.json': { profile: 'haip' } }), []);
  assert.deepEqual(await found(t, { 'tenant.json': '{' }), []);
});

test('each missing part is named', async (t) => {
  const lines = await found(t, { 'tenant.json': { profile: 'eu' }, 'trust/access-authorities/broken.pem': 'x' });
  assert.deepEqual(
    lines.map((line) => line.split(' ').slice(0, 2).join(' ')),
    [
      'warning keys/request.chain.pem',
      'warning trust/access-authorities',
      'warning trust/registration-providers',
      'warning registration-certificates',
    ],
  );
  assert.match(lines[0] ?? '', /Profile eu: There is no access certificate/);
});

test('an issuer needs the access certificate of its metadata, and a certificate that tenant.json names', async (t) => {
  const lines = await found(t, WHOLE, true);
  assert.deepEqual(
    lines.map((line) => line.split(' ')[1]),
    ['keys/metadata.chain.pem', 'tenant.json'],
  );
  const { 'keys/request.key.pem': key, 'keys/request.chain.pem': chain, ...rest } = WHOLE;
  const named = { profile: 'eu', registration: { issuer: 'r' } };
  const issuer = { ...rest, 'tenant.json': named, 'keys/metadata.key.pem': key, 'keys/metadata.chain.pem': chain };
  assert.deepEqual(await found(t, issuer, true), []);
});

test('an access certificate that wallets refuse is an error at its chain, in a set too', async (t) => {
  const elsewhere = {
    ...WHOLE,
    'trust/access-authorities/authority.pem': WHOLE['trust/registration-providers/registrar.pem'],
  };
  const [untrusted = '', ...others] = await found(t, elsewhere);
  assert.deepEqual(others, []);
  assert.match(
    untrusted,
    /^error keys\/request\.chain\.pem Access certificate: The chain does not end at a trusted access/,
  );
  const set = { ...elsewhere, 'keys/age/request.key.pem': KEY, 'keys/age/request.chain.pem': CHAIN };
  assert.match((await found(t, set))[1] ?? '', /^error keys\/age\/request\.chain\.pem Access certificate/);
});

test('what is issued as a public body needs a signer whose certificate states it', async (t) => {
  const under = async (...extensions: ReturnType<typeof extensionOf.publicBody>[]): Promise<JsonObject> => {
    const [key, subject] = [keyOf('public body'), [['CN', 'public body']] as const];
    const issuer = authority.authority;
    const made = await makeTestCertificate({ subject, key, issuer, ...VALIDITY, extensions });
    const pem = String(made.key.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    return { 'keys/credential.key.pem': pem, 'keys/credential.chain.pem': made.certificate.toString() };
  };
  const metadata = { 'keys/metadata.key.pem': KEY, 'keys/metadata.chain.pem': CHAIN };
  const issuer = { ...WHOLE, ...metadata, 'tenant.json': { profile: 'eu', registration: { issuer: 'r' } } };
  const [stated, plain] = [await under(extensionOf.publicBody()), await under()];
  const category = { category: 'urn:etsi:esi:eaa:eu:pub' };
  assert.deepEqual(await found(t, { ...issuer, ...stated }, true, category), []);
  assert.deepEqual(await found(t, { ...issuer, ...plain }, true, {}), []);
  const [line = '', ...others] = await found(t, { ...issuer, ...plain }, true, category);
  assert.deepEqual(others, []);
  assert.match(line, /^warning issuance\/x\.json .*does not state the law/);
});
