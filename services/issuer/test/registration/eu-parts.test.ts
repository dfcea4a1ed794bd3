import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createRevokedAccess } from '@countersign/european-trust/tenant/revoked-access';
import { keyOf } from '@countersign/european-trust/test/registration/deterministic-keys';
import { extensionOf, makeTestCertificate } from '@countersign/european-trust/test/registration/made-certificates';
import {
  createAccessAuthority,
  createRegistrar,
  NOW,
  TENANT_KEY,
  VALIDITY,
} from '@countersign/european-trust/test/registration/registrar';
import { leafThumbprint } from '@countersign/shared/crypto/certificate-chain';
import { x5cElement } from '@countersign/shared/crypto/x509';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { createConfigurations } from '../../src/configuration/configurations.ts';
import { euPartsOperation } from '../../src/registration/eu-parts.ts';
import { createIssuerRegistration } from '../../src/registration/issuer-registration.ts';
import { openIssuer } from '../world.ts';

interface Part extends JsonObject {
  readonly part: string;
  readonly state: string;
}
interface Answer {
  readonly profile: string;
  readonly complete: boolean;
  readonly actsFor?: JsonObject;
  readonly parts: readonly Part[];
}

const registrar = await createRegistrar();
const accessAuthority = await createAccessAuthority();
const access = await accessAuthority.certificate();
const KEY = String(TENANT_KEY.privateKey.export({ type: 'pkcs8', format: 'pem' }));

async function open(t: TestContext, tenant: JsonObject = { profile: 'eu', registration: { issuer: 'r' } }) {
  const world = await openIssuer(t);
  world.now = NOW;
  let questions: readonly JsonObject[] = [{ id: 'question' }];
  const { trustAnchors, statusOf } = world.dependencies;
  const platform = { ...world.platform, call: async () => ({ body: questions }) };
  const { registrations } = createIssuerRegistration(world.platform, { trustAnchors, statusOf });
  const parts = { platform, trustAnchors, registrations, configurations: createConfigurations(world.platform) };
  const operation = euPartsOperation(parts);
  const write = (file: string, content: string): void => {
    const path = join(world.configFolder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  };
  write('tenant.json', JSON.stringify(tenant));
  for (const purpose of ['request', 'metadata']) {
    write(`keys/${purpose}.key.pem`, KEY);
    write(`keys/${purpose}.chain.pem`, access.certificate.toString());
  }
  write('trust/access-authorities/a.pem', accessAuthority.authority.certificate.toString());
  write('trust/registration-providers/registrar.pem', registrar.authority.certificate.toString());
  write('trust/wallet-providers/provider.pem', registrar.authority.certificate.toString());
  write('registration-certificates/r.jwt', await registrar.jwt());
  const found = async () => (await operation(world.request({}))).body as unknown as Answer;
  const lacking = async () =>
    (await found()).parts.flatMap(({ part, state }) => (state === 'present' ? [] : [`${part}: ${state}`]));
  const remove = (path: string): void => rmSync(join(world.configFolder, path), { recursive: true });
  const ask = (next: readonly JsonObject[]): void => {
    questions = next;
  };
  const revoke = async (): Promise<void> => {
    const leaf = leafThumbprint([x5cElement(access.certificate)]);
    await createRevokedAccess(world.platform).settle('default', new Map([[leaf, 'revoked']]));
    world.now += 2000;
  };
  return { write, remove, found, lacking, ask, revoke };
}

test('a whole tenant lacks nothing, and a missing part says what to do', async (t) => {
  const { found, lacking, remove } = await open(t);
  assert.deepEqual(await lacking(), []);
  assert.equal((await found()).complete, true);
  remove('trust/access-authorities');
  assert.deepEqual(await lacking(), ['access_authorities: missing']);
  const { complete, parts } = await found();
  assert.equal(complete, false);
  assert.match(String(parts.find(({ state }) => state === 'missing')?.todo), /POST \/trust\/access-authorities/);
});

test('a tenant that asks for nothing needs nothing for it', async (t) => {
  const { found, lacking, ask } = await open(t);
  ask([]);
  assert.deepEqual(await lacking(), ['request_certificate: not_needed', 'request_registration: not_needed']);
  assert.equal((await found()).complete, true);
});

test('a tenant of another profile sees what eu would lack', async (t) => {
  const { found, lacking } = await open(t, { registration: { issuer: 'other' } });
  assert.deepEqual(await lacking(), ['profile: missing', 'metadata_registration: missing']);
  assert.equal((await found()).complete, false);
});

test('the record of a party has what was agreed with it', async (t) => {
  const of = async (more: JsonObject) => (await (await open(t, more)).found()).actsFor;
  assert.equal(await of({}), undefined);
  const actsFor = { sub: 'NTRDE-HRB123456', eraseAfter: 5, checks: ['holder_binding'] };
  assert.deepEqual(await of({ actsFor }), { ...actsFor, checks: ['authenticity', 'holder_binding'] });
});

test('an access certificate of a stranger is refused, with what wallets object to', async (t) => {
  const { found, lacking, write } = await open(t);
  write('trust/access-authorities/a.pem', registrar.authority.certificate.toString());
  assert.deepEqual(await lacking(), ['request_certificate: refused', 'metadata_certificate: refused']);
  const { complete, parts } = await found();
  assert.equal(complete, false);
  assert.ok(parts.some(({ findings }) => Array.isArray(findings) && findings.length > 0));
});

test('a revoked access certificate is refused, if the tenant looks revocation up', async (t) => {
  const { found, lacking, write, revoke } = await open(t);
  await revoke();
  assert.deepEqual(await lacking(), ['request_certificate: refused', 'metadata_certificate: refused']);
  assert.match(JSON.stringify((await found()).parts), /has revoked the access certificate/);
  write('tenant.json', JSON.stringify({ profile: 'eu', registration: { issuer: 'r' }, certificateRevocation: 'off' }));
  assert.deepEqual(await lacking(), []);
});

test('every set of keys that a configuration names needs an access certificate', async (t) => {
  const { lacking, ask } = await open(t);
  ask([{ id: 'question' }, { id: 'other', keys: 'shop' }]);
  assert.deepEqual(await lacking(), ['request_certificate: missing']);
});

test('a tenant that issues as a public body needs a signer whose certificate states it', async (t) => {
  const pid = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../../config/issuance/eu-pid.json'), 'utf8'));
  const claims = { ...pid.claims, category: 'urn:etsi:esi:eaa:eu:pub' };
  const key = keyOf('public body');
  const [subject, extensions] = [[['CN', 'public body']] as const, [extensionOf.publicBody()]];
  const made = await makeTestCertificate({ subject, key, issuer: accessAuthority.authority, ...VALIDITY, extensions });
  const state = async (files: Readonly<Record<string, string>>) => {
    const { write, found } = await open(t);
    for (const [file, content] of Object.entries(files)) write(file, content);
    return (await found()).parts.find(({ part }) => part === 'public_body_certificate')?.state;
  };
  const issued = { 'issuance/body.json': JSON.stringify({ ...pid, claims }) };
  assert.equal(await state({}), undefined);
  assert.equal(await state(issued), 'missing', 'no authority has certified a generated key');
  const certified = {
    'keys/credential.key.pem': String(key.privateKey.export({ type: 'pkcs8', format: 'pem' })),
    'keys/credential.chain.pem': made.certificate.toString(),
  };
  assert.equal(await state({ ...issued, ...certified }), 'present');
});
