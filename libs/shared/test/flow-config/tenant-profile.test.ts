import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { registrationRules } from '../../src/flow-config/registration-rules.ts';
import {
  createRequirements,
  createTenantProfiles,
  parseTenantFile,
  requirements,
} from '../../src/flow-config/tenant-profile.ts';
import type { Log } from '../../src/kernel/log.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { refuses } from '../http/refuses.ts';
import { temporaryFolder } from '../store/temporary.ts';

async function folderOf(t: TestContext, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder(t);
  for (const [tenant, text] of Object.entries(files)) {
    const path = tenant === 'default' ? folder : join(folder, 'tenants', tenant);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'tenant.json'), text);
  }
  return folder;
}

function settingsOf(CONFIG_FOLDER: string, env: Readonly<Record<string, string>> = {}) {
  return readSettings({ CONFIG_FOLDER, ...env }).settings;
}

test('a tenant has the profile of its file, and without one the usual profile of the installation', async (t) => {
  const folder = await folderOf(t, { default: '{"profile":"haip"}', a: '{"profile":"open"}', b: '{"$schema":"x"}' });
  const profilesOf = (HAIP: boolean): readonly string[] => {
    const profileOf = createTenantProfiles({ settings: { CONFIG_FOLDER: folder, HAIP }, log: silentLog });
    return ['default', 'a', 'b', 'c'].map((tenant) => profileOf(tenant).profile);
  };
  assert.deepEqual(profilesOf(false), ['haip', 'open', 'open', 'open']);
  assert.deepEqual(profilesOf(true), ['haip', 'open', 'haip', 'haip']);
});

test('a tenant with a broken file is not served, and the log says once why', async (t) => {
  const folder = await folderOf(t, { a: '{"profil":"haip"}' });
  const lines: unknown[] = [];
  const log: Log = { ...silentLog, error: (...line: unknown[]) => void lines.push(line) };
  const requirementsOf = createRequirements({ settings: settingsOf(folder), log });
  for (let again = 0; again < 3; again += 1) refuses(() => requirementsOf('a'), 'server_error');
  assert.equal(lines.length, 1);
  assert.match(JSON.stringify(lines), /Unknown member \\+"profil\\+" in tenant\.json/);
  assert.equal(requirementsOf('b').profile, 'open');
});

test('members of the metadata for EU wallets are read as they are published', () => {
  const text = '{"preferred_client_status_period":86400}';
  assert.deepEqual(parseTenantFile(text).euMetadata, {
    preferred_client_status_period: 86400,
  });
  assert.deepEqual(parseTenantFile('{"preferred_client_status_period":1}').euMetadata, {
    preferred_client_status_period: 1,
  });
  assert.equal(parseTenantFile('{}').euMetadata, undefined);
});

for (const [name, text] of Object.entries({
  'a period of 0': '{"preferred_client_status_period":0}',
  'a period that is no whole number': '{"preferred_client_status_period":1.5}',
  'a period as text': '{"preferred_client_status_period":"1"}',
})) {
  test(`broken: ${name}`, () => assert.throws(() => parseTenantFile(text), /preferred_client_status_period/));
}

for (const text of ['', '[]', 'null', '{"profile":"HAIP"}', '{"profile":null}', '{"profile":["haip"]}', '{"a":1}']) {
  test(`broken: ${text}`, () => assert.throws(() => parseTenantFile(text)));
}

const plain = {
  CODE_TTL: 600,
  PAR: 'optional',
  DPOP: 'optional',
  CLIENT_ATTESTATION_CHALLENGE: 'optional',
  WALLET_DIALECT: 'both',
  CLIENT_ID_PREFIX: 'x509_hash',
  CREDENTIAL_ENCRYPTION: 'optional',
} as const;

test('profile open requires what the settings say', () => {
  const given = {
    CODE_TTL: 600,
    PAR: 'optional',
    DPOP: 'required',
    CLIENT_ATTESTATION_CHALLENGE: 'optional',
    WALLET_DIALECT: 'both',
    CLIENT_ID_PREFIX: 'x509_san_dns',
    CREDENTIAL_ENCRYPTION: 'required',
    CERTIFICATE_REVOCATION: 'profile',
  } as const;
  assert.deepEqual(requirements({ profile: 'open' }, given), {
    profile: 'open',
    par: 'optional',
    dpop: 'required',
    bearer: 'accepted',
    clientAuthentication: 'optional',
    attestationChallenge: 'optional',
    dialect: 'both',
    clientIdPrefix: 'x509_san_dns',
    codeTtl: 600,
    credentialEncryption: 'required',
    certificateRevocation: 'off',
    clockSkew: 60,
    statusBits: 1,
    revocation: 'reversible',
    registration: registrationRules(false),
  });
});

test('no setting loosens the profiles haip and eu', () => {
  const loose = {
    CODE_TTL: 600,
    PAR: 'optional',
    DPOP: 'optional',
    CLIENT_ATTESTATION_CHALLENGE: 'optional',
    WALLET_DIALECT: 'interface',
    CLIENT_ID_PREFIX: 'x509_san_dns',
    CREDENTIAL_ENCRYPTION: 'optional',
    CERTIFICATE_REVOCATION: 'profile',
  } as const;
  const haip = {
    par: 'required',
    dpop: 'required',
    bearer: 'refused',
    clientAuthentication: 'required',
    attestationChallenge: 'required',
    dialect: 'standard',
    clientIdPrefix: 'x509_hash',
    codeTtl: 60,
    credentialEncryption: 'optional',
  } as const;
  const reversible = {
    statusBits: 1,
    revocation: 'reversible',
    certificateRevocation: 'off',
    clockSkew: 60,
    registration: registrationRules(false),
  } as const;
  const final = {
    statusBits: 2,
    revocation: 'final',
    certificateRevocation: 'soft',
    clockSkew: 60,
    registration: registrationRules(true),
  } as const;
  assert.deepEqual(requirements({ profile: 'haip' }, loose), { profile: 'haip', ...haip, ...reversible });
  assert.deepEqual(requirements({ profile: 'eu' }, loose), { profile: 'eu', ...haip, ...final });
});

test('a tenant sets the rules of its registration certificates', () => {
  const { registration } = parseTenantFile('{"registration":{"onInvalid":"warn","coverage":"exact"}}');
  assert.deepEqual(registration, { onInvalid: 'warn', coverage: 'exact' });
  for (const wrong of ['"refuse"', '[]', '{"onInvalid":"accept"}', '{"other":"refuse"}']) {
    assert.throws(
      () => parseTenantFile(`{"registration":${wrong}}`),
      /registration may contain issuer, onInvalid, /,
      wrong,
    );
  }
});

test('a tenant decides on encryption itself, in either profile', () => {
  const given = {
    CODE_TTL: 600,
    PAR: 'optional',
    DPOP: 'optional',
    CLIENT_ATTESTATION_CHALLENGE: 'optional',
    WALLET_DIALECT: 'both',
    CLIENT_ID_PREFIX: 'x509_hash',
    CREDENTIAL_ENCRYPTION: 'optional',
    CERTIFICATE_REVOCATION: 'profile',
  } as const;
  for (const profile of ['open', 'haip', 'eu'] as const) {
    const file = { profile, ...parseTenantFile('{"credentialEncryption": "required"}') };
    assert.equal(requirements(file, given).credentialEncryption, 'required');
  }
  const strict = { ...given, CREDENTIAL_ENCRYPTION: 'required' } as const;
  assert.equal(
    requirements({ profile: 'open', credentialEncryption: 'optional' }, strict).credentialEncryption,
    'optional',
  );
  assert.throws(() => parseTenantFile('{"credentialEncryption": true}'), /optional, required/);
});

test('certificates are looked up as the tenant says, else as the setting says, else as the profile does', () => {
  const of = (text: string, setting: 'profile' | 'off' | 'soft' | 'hard', profile: 'open' | 'haip' | 'eu' = 'eu') =>
    requirements({ profile, ...parseTenantFile(text) }, { ...plain, CERTIFICATE_REVOCATION: setting })
      .certificateRevocation;
  assert.deepEqual(
    [of('{}', 'profile'), of('{}', 'profile', 'haip'), of('{}', 'profile', 'open')],
    ['soft', 'off', 'off'],
  );
  assert.deepEqual([of('{}', 'hard', 'open'), of('{}', 'off')], ['hard', 'off']);
  assert.deepEqual(
    [of('{"certificateRevocation":"hard"}', 'off'), of('{"certificateRevocation":"off"}', 'hard')],
    ['hard', 'off'],
  );
  assert.throws(() => parseTenantFile('{"certificateRevocation": "medium"}'), /off, soft, hard/);
});

test('the clocks of others may differ by five minutes at most, by a minute if the tenant says nothing', () => {
  const of = (text: string) =>
    requirements({ profile: 'open', ...parseTenantFile(text) }, { ...plain, CERTIFICATE_REVOCATION: 'off' }).clockSkew;
  assert.deepEqual([of('{}'), of('{"clockSkew":0}'), of('{"clockSkew":300}')], [60, 0, 300]);
  for (const wrong of ['-1', '301', '1.5', '"60"']) {
    assert.throws(() => parseTenantFile(`{"clockSkew": ${wrong}}`), /clockSkew must be a whole number/);
  }
});

test('the country of a tenant is a code of ISO 3166-1', () => {
  assert.equal(parseTenantFile('{"country": "DE"}').country, 'DE');
  assert.equal(parseTenantFile('{}').country, undefined);
  assert.throws(() => parseTenantFile('{"country": "Germany"}'), /country must be a code/);
});

test('a tenant may act for a party, with the operator of the settings as its intermediary', () => {
  const settings = { ...plain, CERTIFICATE_REVOCATION: 'profile' } as const;
  const of = (text: string, more = {}) =>
    requirements({ profile: 'open', ...parseTenantFile(text) }, { ...settings, ...more }).registration.actsFor;
  assert.equal(of('{}'), undefined);
  const checks = ['authenticity', 'revocation', 'holder_binding'];
  assert.deepEqual(of('{"actsFor":{"sub":"A"}}'), { sub: 'A', eraseAfter: 3_600_000, checks, intermediary: {} });
  assert.deepEqual(
    of('{"actsFor":{"sub":"A","eraseAfter":1}}', { INTERMEDIARY_ID: 'B', INTERMEDIARY_NAME: 'Broker' }),
    { sub: 'A', eraseAfter: 60_000, checks, intermediary: { sub: 'B', sname: 'Broker' } },
  );
  const agreed = (...written: string[]) => of(JSON.stringify({ actsFor: { sub: 'A', checks: written } }))?.checks;
  assert.deepEqual(agreed(), ['authenticity']);
  assert.deepEqual(agreed('holder_binding'), ['authenticity', 'holder_binding']);
  for (const wrong of [
    '"A"',
    '{}',
    '{"sub":""}',
    '{"sub":1}',
    '{"sub":"A","eraseAfter":0}',
    '{"sub":"A","eraseAfter":1441}',
    '{"sub":"A","name":"x"}',
    '{"sub":"A","checks":["authenticity"]}',
    '{"sub":"A","checks":["revocation","revocation"]}',
  ]) {
    assert.throws(() => parseTenantFile(`{"actsFor":${wrong}}`), /actsFor needs sub/, wrong);
  }
});
