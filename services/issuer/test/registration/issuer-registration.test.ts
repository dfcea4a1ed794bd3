/** An issuer with a registration certificate: its metadata, its offers and its configurations. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  type CertificateChange,
  createAccessAuthority,
  createRegistrar,
  ENTITLEMENT,
  NOW,
  STATUS_URI,
  statusList,
  TENANT_KEY,
} from '@countersign/european-trust/test/registration/registrar';
import { decodeJwt } from 'jose';
import { openIssuer, PUBLIC_URL, refusal } from '../world.ts';

const registrar = await createRegistrar();
const listSigner = await registrar.signer();
const access = await (await createAccessAuthority()).certificate();
/** The rules of profile `eu`, without what else it demands. */
const REFUSES = { issuer: 'pid', onInvalid: 'refuse' };
const PID = `${PUBLIC_URL}/credentials/vct/pid`;

const registered = ({ claims, ...change }: CertificateChange = {}) =>
  registrar.jwt({
    ...change,
    claims: {
      entitlements: [`${ENTITLEMENT}PID_Provider`],
      provides_attestations: [{ format: 'dc+sd-jwt', meta: { vct_values: [PID] } }],
      ...claims,
    },
  });

async function open(t: TestContext, registration: object = REFUSES, jwt?: string) {
  const world = await openIssuer(t);
  world.now = NOW;
  let revoked: readonly number[] = [];
  world.served.answer = ({ url }) =>
    url === STATUS_URI
      ? {
          status: 200,
          headers: { 'content-type': 'application/statuslist+jwt' },
          body: Buffer.from(statusList({ signer: listSigner, revoked, claims: { ttl: 60 } })),
        }
      : { status: 404 };
  const write = (file: string, content: unknown): void => {
    const path = join(world.configFolder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  };
  write('tenant.json', { registration });
  write('keys/metadata.key.pem', String(TENANT_KEY.privateKey.export({ type: 'pkcs8', format: 'pem' })));
  write('keys/metadata.chain.pem', access.certificate.toString());
  write('trust/registration-providers/registrar.pem', registrar.authority.certificate.toString());
  const written = jwt ?? (await registered());
  write('registration-certificates/pid.jwt', written);
  const metadata = async (accept = 'application/json') => {
    const { raw } = await world.call('issuer.metadata', { headers: { accept } });
    return accept === 'application/jwt' ? decodeJwt(String(raw)) : JSON.parse(String(raw));
  };
  const offer = (id: string) => world.offer({ credentialConfigurationIds: [id] });
  const revoke = (all: readonly number[]): void => {
    revoked = all;
  };
  return { world, write, metadata, offer, revoke, jwt: written };
}

test('plain and signed metadata have the certificate by value, and only the types that it has', async (t) => {
  const { metadata, jwt } = await open(t);
  for (const accept of ['application/json', 'application/jwt']) {
    const document = await metadata(accept);
    assert.deepEqual(document.issuer_info, [{ format: 'registration_cert', data: jwt }], accept);
    assert.deepEqual(Object.keys(document.credential_configurations_supported), ['pid'], accept);
  }
});

test('another certificate changes both documents at once', async (t) => {
  const { metadata, write, world } = await open(t);
  const before = await metadata('application/jwt');
  const other = await registered({ claims: { name: 'Renamed' } });
  write('registration-certificates/pid.jwt', other);
  world.now += 2000;
  const after = await metadata('application/jwt');
  assert.notDeepEqual(after.issuer_info, before.issuer_info);
  assert.deepEqual(after.issuer_info, [{ format: 'registration_cert', data: other }]);
});

test('what the certificate does not cover is not offered, and why reaches the backend', async (t) => {
  const { offer } = await open(t);
  const { code, options } = await refusal(offer('pass'));
  assert.deepEqual([code, options.reason], ['conflict', 'registration_exceeded']);
  const [{ pointer, detail } = { pointer: '', detail: '' }] = options.errors ?? [];
  assert.equal(pointer, '/credentialConfigurationIds/0');
  assert.match(detail, /not registered; registered is .*vct\/pid.* at \/provides_attestations/);
});

for (const [what, change, reason] of [
  ['of a verifier', { claims: { entitlements: [`${ENTITLEMENT}Service_Provider`] } }, 'registration_entitlement'],
  ['of another party', { claims: { sub: 'NTRDE-HRB999' } }, 'registration_certificate_not_bound'],
] as const) {
  test(`with a certificate ${what} nothing is offered`, async (t) => {
    const { offer } = await open(t, REFUSES, await registered(change));
    const { code, options } = await refusal(offer('pid'));
    assert.deepEqual([code, options.reason], ['conflict', reason]);
  });
}

test('a revoked certificate, and one that is missing, stop offers', async (t) => {
  const { offer, revoke } = await open(t);
  revoke([7]);
  assert.equal((await refusal(offer('pid'))).options.reason, 'registration_certificate_revoked');
  const missing = await open(t, { ...REFUSES, issuer: 'other' });
  assert.equal((await refusal(missing.offer('pid'))).options.reason, 'registration_certificate_missing');
  assert.equal((await missing.metadata()).issuer_info, undefined);
});

test('with the rule to warn, everything is published', async (t) => {
  const { metadata } = await open(t, { issuer: 'pid', onInvalid: 'warn' });
  assert.ok(Object.keys((await metadata()).credential_configurations_supported).length > 1);
});

test('a configuration of a type that is not registered is not written', async (t) => {
  const { world } = await open(t);
  const body = { id: 'other', config: { format: 'dc+sd-jwt' }, claims: {}, disclosureFrame: {} };
  const { options } = await refusal(world.call('issuer.configuration.put', { encoding: 'json', body }));
  const pointers = (options.errors ?? []).map(({ pointer }) => pointer);
  assert.ok(pointers.includes('/config/vct'), JSON.stringify(options.errors));
});
