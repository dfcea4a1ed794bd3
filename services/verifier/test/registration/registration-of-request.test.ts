import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY } from '@countersign/european-trust/test/registration/registrar';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { openRegistered, type RegisteredWorld, registered } from './registered-world.ts';

/** Code, reason, and the places with their messages. */
async function refusalOf(world: RegisteredWorld): Promise<readonly unknown[]> {
  try {
    await world.create();
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    const errors = (error.options.errors ?? []).map(({ pointer, detail }) => `${pointer} ${detail}`);
    return [error.code, error.options.reason, ...errors];
  }
  return ['none'];
}

async function infoOf(world: RegisteredWorld): Promise<unknown> {
  const { request } = await world.ask({ crossDevice: true });
  return (request as unknown as JsonObject).verifier_info;
}

/** The look-up that runs independently of requests. */
async function renewStatus({ service }: RegisteredWorld): Promise<void> {
  const job = service.jobs.find(({ name }) => name === 'registration-status') ?? assert.fail();
  await job.run();
}

test('the registration certificate of the configuration is sent by value, as it was stored', async (t) => {
  const world = await openRegistered(t);
  const { jwt } = world;
  assert.deepEqual(await infoOf(world), [{ format: 'registration_cert', data: jwt }]);
  world.write('tenant.json', { profile: 'eu', registration: { encoding: 'base64url' } });
  const data = Buffer.from(jwt).toString('base64url');
  assert.deepEqual(await infoOf(world), [{ format: 'registration_cert', data }]);
});

test('a request without a certificate is refused in profile eu, and sent without one in others', async (t) => {
  const world = await openRegistered(t);
  const { dcql_query } = QUESTION;
  world.write('presentation/question.json', { dcql_query });
  assert.deepEqual((await refusalOf(world)).slice(0, 2), ['conflict', 'registration_certificate_missing']);
  world.write('presentation/question.json', { dcql_query, registrationCert: { id: 'other', body: {} } });
  assert.deepEqual((await refusalOf(world)).slice(0, 2), ['conflict', 'registration_certificate_missing']);
  world.write('tenant.json', { profile: 'haip' });
  assert.equal(await infoOf(world), undefined);
});

const PID = { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] } };
const QUESTION = {
  dcql_query: { credentials: [{ ...PID, claims: [{ path: ['given_name'] }] }] },
  registrationCert: { id: 'r', body: {} },
};

test('a query beyond what is registered is refused with its path and the registered value', async (t) => {
  const world = await openRegistered(t);
  const claims = [{ path: ['given_name'] }, { path: ['family_name'] }];
  world.write('presentation/question.json', { ...QUESTION, dcql_query: { credentials: [{ ...PID, claims }] } });
  const [code, reason, first = ''] = await refusalOf(world);
  assert.deepEqual([code, reason], ['conflict', 'registration_exceeded']);
  assert.match(
    String(first),
    /^\/requestId\/dcql_query\/credentials\/0\/claims\/1\/path .*; registered is .*given_name.* at \/credentials\/0\/claim/,
  );
});

test('a certificate that has expired meanwhile, or was revoked, is refused before a wallet sees it', async (t) => {
  const world = await openRegistered(t);
  assert.deepEqual(await refusalOf(world), ['none']);
  world.status = [7];
  world.now += 61_000;
  await renewStatus(world);
  assert.deepEqual((await refusalOf(world)).slice(0, 2), ['conflict', 'registration_certificate_revoked']);
  world.now += 301 * DAY * 1000;
  assert.deepEqual((await refusalOf(world)).slice(0, 2), ['conflict', 'registration_certificate_expired']);
});

for (const [what, change, reason] of [
  ['of another party', { claims: { sub: 'NTRDE-HRB999' } }, 'registration_certificate_not_bound'],
  [
    'of an issuer',
    { claims: { entitlements: [`https://uri.etsi.org/19475/Entitlement/PID_Provider`] } },
    'registration_entitlement',
  ],
  ['without a status', { claims: { status: undefined } }, 'registration_certificate_without_status'],
  ['of the old German profile', { header: { typ: 'rc-rp+jwt' } }, 'registration_certificate_malformed'],
] as const) {
  test(`a certificate ${what} is refused`, async (t) => {
    const world = await openRegistered(t);
    world.write('registration-certificates/r.jwt', await registered(change));
    assert.deepEqual((await refusalOf(world)).slice(0, 2), ['conflict', reason]);
    world.write('tenant.json', { profile: 'eu', registration: { onInvalid: 'warn' } });
    assert.deepEqual(await refusalOf(world), ['none']);
  });
}

test('a certificate of a provider that the tenant does not trust, or with another signature, is refused', async (t) => {
  const world = await openRegistered(t);
  const [header, payload] = (await registered()).split('.');
  const [, , signature] = (await registered({ claims: { name: 'Other' } })).split('.');
  world.write('registration-certificates/r.jwt', [header, payload, signature].join('.'));
  assert.deepEqual((await refusalOf(world)).slice(0, 2), ['conflict', 'registration_certificate_signature']);
  world.write('registration-certificates/r.jwt', await registered());
  world.write('trust/registration-providers/registrar.pem', '');
  assert.deepEqual((await refusalOf(world)).slice(0, 2), ['conflict', 'registration_certificate_untrusted']);
});

test('a registrar that no longer answers delays no request: the status that is known counts', async (t) => {
  const world = await openRegistered(t);
  assert.deepEqual(await refusalOf(world), ['none']);
  world.status = 'silent';
  world.now += 23 * 3_600_000;
  // A request that waited for the registrar would not end.
  assert.deepEqual(await refusalOf(world), ['none']);
  assert.equal(world.statusRequests, 2);
});

test('after a day without the registrar the status is unknown', async (t) => {
  const world = await openRegistered(t);
  assert.deepEqual(await refusalOf(world), ['none']);
  world.status = 'away';
  world.now += 24 * 3_600_000;
  assert.deepEqual((await refusalOf(world)).slice(0, 2), ['conflict', 'registration_status_unknown']);
});
