import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createRegistrar, DAY, subjectWith } from '@countersign/european-trust/test/registration/registrar';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import {
  ALLOWED,
  accessAuthority,
  openRegistered,
  type RegisteredWorld,
  registered,
  registrar,
} from './registered-world.ts';

interface View extends JsonObject {
  readonly id: string;
  readonly source: string;
  readonly state: string;
  readonly configurations: readonly string[];
  readonly findings: readonly { readonly reason: string; readonly pointer: string; readonly detail: string }[];
}

const list = async (world: RegisteredWorld) =>
  (await world.call('verifier.registration.list')).body as unknown as readonly View[];
const put = async (world: RegisteredWorld, id: string, jwt: string) =>
  (await world.call('verifier.registration.put', { method: 'POST', encoding: 'json', body: { id, jwt } }))
    .body as unknown as View;
const remove = (world: RegisteredWorld, id: string) => world.call('verifier.registration.delete', { params: { id } });

/** Code, reason, errors. */
async function refusalOf(run: Promise<unknown>): Promise<readonly unknown[]> {
  try {
    await run;
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return [error.code, error.options.reason, ...(error.options.errors ?? []).map(({ detail }) => detail)];
  }
  return ['none'];
}

test('the list has what each certificate covers, its end, and the configurations that name it', async (t) => {
  const world = await openRegistered(t);
  const [one, ...others] = await list(world);
  assert.deepEqual(others, []);
  const { jwt, findings, purpose, entitlements, ...rest } = one ?? assert.fail();
  assert.equal(jwt, world.jwt);
  assert.deepEqual(findings, []);
  assert.deepEqual(purpose, [{ lang: 'en', value: 'Minimum age' }]);
  assert.equal((entitlements as readonly string[]).length, 1);
  assert.deepEqual(rest, {
    id: 'r',
    source: 'file',
    state: 'valid',
    configurations: ['question'],
    issuer: false,
    name: 'Example Shop',
    subject: 'NTRDE-HRB123456',
    intendedUse: 'iu-1',
    support: 'mailto:privacy@shop.example',
    supervisoryAuthority: { email: 'post@dpa.example', phone: '+49 30 1', uri: 'https://dpa.example' },
    covers: [ALLOWED],
    provides: [],
    expiresAt: '2027-09-27T00:00:00.000Z',
    daysLeft: 300,
  });
});

test('the list says why wallets would refuse, also of a certificate that cannot be read', async (t) => {
  const world = await openRegistered(t);
  world.status = [7];
  world.write('registration-certificates/broken.jwt', 'no certificate');
  assert.deepEqual(
    (await list(world)).map(({ id, state, findings }) => [id, state, findings[0]?.reason]),
    [
      ['broken', 'refused', 'registration_certificate_malformed'],
      ['r', 'refused', 'registration_certificate_revoked'],
    ],
  );
  world.now += 301 * DAY * 1000;
  const [, expired] = await list(world);
  assert.deepEqual([expired?.findings[0]?.reason, expired?.daysLeft], ['registration_certificate_expired', -1]);
});

test('a stored certificate replaces the file of its id, and is used at once', async (t) => {
  const world = await openRegistered(t);
  const jwt = await registered({
    claims: { credentials: [{ ...ALLOWED, claim: [{ path: ['given_name'] }] }, ALLOWED] },
  });
  const view = await put(world, 'r', `${jwt}\n`);
  assert.deepEqual([view.source, view.state, view.jwt], ['api', 'valid', jwt]);
  const { request } = await world.ask({ crossDevice: true });
  const info = (request as unknown as JsonObject).verifier_info;
  assert.deepEqual(info, [{ format: 'registration_cert', data: jwt }]);
});

test('a certificate that does not cover a configuration that names it is not stored', async (t) => {
  const world = await openRegistered(t);
  const narrow = await registered({ claims: { credentials: [{ ...ALLOWED, claim: [{ path: ['birthdate'] }] }] } });
  const [code, reason, detail, ...others] = await refusalOf(put(world, 'r', narrow));
  assert.deepEqual([code, reason, others], ['invalid_request', 'registration_exceeded', []]);
  assert.match(
    String(detail),
    /^presentation configuration question, \/dcql_query\/credentials\/0\/claims\/0\/path: .*registered is .*birthdate/,
  );
  // Nothing uses it under a different id.
  assert.equal((await put(world, 'other', narrow)).state, 'valid');
});

test('a certificate of another party or an unknown provider is refused; in other profiles stored with its findings', async (t) => {
  const world = await openRegistered(t);
  const foreign = await registered({ claims: { sub: 'NTRDE-HRB999' } });
  const unknown = await (await createRegistrar('elsewhere')).jwt();
  assert.equal((await refusalOf(put(world, 'o', foreign)))[1], 'registration_certificate_not_bound');
  assert.equal((await refusalOf(put(world, 'o', unknown)))[1], 'registration_certificate_untrusted');
  world.write('tenant.json', { profile: 'haip' });
  const view = await put(world, 'o', foreign);
  assert.deepEqual([view.state, view.findings[0]?.reason], ['refused', 'registration_certificate_not_bound']);
  assert.equal((await refusalOf(put(world, 'o', 'a.b.c')))[1], 'registration_certificate_malformed');
});

test('a stored certificate is deleted unless requests need it; a file is not', async (t) => {
  const world = await openRegistered(t);
  assert.deepEqual((await refusalOf(remove(world, 'r'))).slice(0, 2), ['conflict', 'registration_certificate_is_file']);
  assert.deepEqual((await refusalOf(remove(world, 'x'))).slice(0, 2), [
    'not_found',
    'registration_certificate_unknown',
  ]);
  await put(world, 'r', world.jwt);
  rmSync(join(world.configFolder, 'registration-certificates/r.jwt'));
  assert.deepEqual((await refusalOf(remove(world, 'r'))).slice(0, 2), ['conflict', 'registration_certificate_in_use']);
  await put(world, 'unused', world.jwt);
  await remove(world, 'unused');
  world.write('tenant.json', { profile: 'haip' });
  await remove(world, 'r');
  assert.deepEqual(await list(world), []);
});

test('the certificate of the issuer metadata is checked with the access certificate of those', async (t) => {
  const world = await openRegistered(t);
  world.write('tenant.json', { profile: 'eu', registration: { issuer: 'mine' } });
  const provider = { claims: { entitlements: ['https://uri.etsi.org/19475/Entitlement/PID_Provider'] } };
  const jwt = await registered(provider);
  // The key of the metadata is generated, so its certificate is for nobody who is registered.
  assert.equal((await refusalOf(put(world, 'mine', jwt)))[1], 'registration_certificate_not_bound');
  for (const file of ['key', 'chain']) {
    const path = join(world.configFolder, `keys/request.${file}.pem`);
    world.write(`keys/metadata.${file}.pem`, readFileSync(path, 'utf8'));
  }
  world.now += 2000;
  assert.equal((await put(world, 'mine', jwt)).issuer, true);
  const verifier = await registered();
  assert.equal((await refusalOf(put(world, 'mine', verifier)))[1], 'registration_entitlement');
});

test('the CWT of a certificate is stored with it, and findings lead to it', async (t) => {
  const world = await openRegistered(t);
  const claims = { credentials: [ALLOWED] };
  const putBoth = async (cwt: Buffer) => {
    const body = { id: 'r', jwt: world.jwt, cwt: cwt.toString('base64url') };
    return (await world.call('verifier.registration.put', { method: 'POST', encoding: 'json', body })).body;
  };
  const cwt = await registrar.cwt({ claims });
  assert.equal(((await putBoth(cwt)) as unknown as JsonObject).cwt, cwt.toString('base64url'));
  assert.equal((await list(world))[0]?.cwt, cwt.toString('base64url'));
  await assert.rejects(putBoth(await registrar.cwt({ claims: { ...claims, sub: 'NTRDE-HRB999' } })), (error) => {
    assert.ok(error instanceof ProtocolError);
    assert.deepEqual([error.code, error.options.errors?.map(({ pointer }) => pointer)], ['invalid_request', ['/cwt']]);
    return true;
  });
});

test('an intermediary asks with the certificate of the client that the configuration names', async (t) => {
  const world = await openRegistered(t);
  const broker = 'NTRDE-HRB999';
  const { certificate } = await accessAuthority.certificate({ subject: subjectWith({ '2.5.4.97': broker }) });
  world.write('keys/request.chain.pem', certificate.toString());
  const acting = { intermediary: { sub: broker, sname: 'Broker' }, act: { sub: broker } };
  world.write('registration-certificates/r.jwt', await registered({ claims: acting }));
  world.now += 2000;
  const asking = (client?: string): JsonObject => ({
    dcql_query: { credentials: [{ id: 'pid', format: ALLOWED.format, meta: ALLOWED.meta, claims: ALLOWED.claim }] },
    registrationCert: { id: 'r', body: {}, ...(client === undefined ? {} : { client }) },
    retention: 'webhook',
    webhook: 'https://client.example/hook',
  });
  for (const [name, client] of [['named'], ['other', 'NTRDE-HRB111'], ['right', 'NTRDE-HRB123456']] as const) {
    world.write(`presentation/${name}.json`, asking(client));
  }
  assert.deepEqual((await refusalOf(world.create({ requestId: 'named' }))).slice(0, 2), [
    'conflict',
    'registration_certificate_not_bound',
  ]);
  assert.equal((await refusalOf(world.create({ requestId: 'other' })))[1], 'registration_certificate_not_bound');
  assert.deepEqual(await refusalOf(world.create({ requestId: 'right' })), ['none']);
});
