import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { openRegistered, type RegisteredWorld } from './registered-world.ts';

const asking = (path: readonly string[], certificate = 'r'): JsonObject => ({
  id: 'written',
  dcql_query: {
    credentials: [
      { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] }, claims: [{ path: [...path] }] },
    ],
  },
  registrationCert: { id: certificate, body: {} },
});

async function findingsOf(world: RegisteredWorld, body: JsonObject): Promise<readonly string[]> {
  try {
    await world.call('verifier.configuration.put', { method: 'POST', encoding: 'json', body });
    return [];
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    assert.deepEqual([error.code, error.options.reason], ['invalid_request', 'flow_configuration_invalid']);
    return (error.options.errors ?? []).map(({ pointer, detail }) => `${pointer} ${detail}`);
  }
}

test('a configuration is written if its certificate covers it', async (t) => {
  const world = await openRegistered(t);
  assert.deepEqual(await findingsOf(world, asking(['given_name'])), []);
  // Everything below a registered path is registered too.
  assert.deepEqual(await findingsOf(world, asking(['given_name', 'first'])), []);
});

test('a configuration that asks for more is refused with the path and the registered value', async (t) => {
  const world = await openRegistered(t);
  const [finding = '', ...others] = await findingsOf(world, asking(['birthdate']));
  assert.deepEqual(others, []);
  assert.match(finding, /^\/dcql_query\/credentials\/0\/claims\/0\/path .*registered is .*given_name/);
});

test('a certificate that the tenant does not have is refused in profile eu, and one that is not valid', async (t) => {
  const world = await openRegistered(t);
  const [missing = ''] = await findingsOf(world, asking(['given_name'], 'other'));
  assert.match(missing, /^\/registrationCert\/id The tenant has no registration certificate with this id/);
  world.write('registration-certificates/r.jwt', 'a.b.c');
  const [malformed = ''] = await findingsOf(world, asking(['given_name']));
  assert.match(malformed, /^\/registrationCert\/id header of the registration certificate/);
  world.write('tenant.json', { profile: 'haip' });
  assert.deepEqual(await findingsOf(world, asking(['given_name'])), []);
  assert.deepEqual(await findingsOf(world, asking(['birthdate'], 'other')), []);
});

test('a configuration names one registration certificate, and for no single credential', async (t) => {
  const world = await openRegistered(t);
  const right = { id: 'r', body: {} };
  const wrong = [[right, right], [right], { ...right, credential_ids: ['pid'] }, { ...right, id: ['r', 'r'] }];
  for (const registrationCert of wrong) {
    const [finding = ''] = await findingsOf(world, { ...asking(['given_name']), registrationCert });
    assert.match(finding, /^\/registrationCert/, JSON.stringify(registrationCert));
  }
  const [unknown = ''] = await findingsOf(world, { ...asking(['given_name']), registrationCerts: [right, right] });
  assert.match(unknown, /^\/registrationCerts/);
});

test('a certificate that the same import writes is not missed, and its configuration is checked when it is written', async (t) => {
  const world = await openRegistered(t);
  const check = async (alongside: readonly string[]) => {
    const body = { configurations: [asking(['given_name'], 'new')], alongside };
    const { body: answer } = await world.call('verifier.configuration.check', {
      method: 'POST',
      encoding: 'json',
      body,
    });
    return (answer as { findings: readonly (readonly { pointer: string }[])[] }).findings[0]?.map(
      ({ pointer }) => pointer,
    );
  };
  assert.deepEqual(await check([]), ['/registrationCert/id']);
  assert.deepEqual(await check(['new']), []);
  assert.equal((await findingsOf(world, asking(['given_name'], 'new'))).length, 1);
});

test('stored certificates are exported as they were written, and an import refuses what cannot be read', async (t) => {
  const world = await openRegistered(t);
  const call = (name: string, body: JsonObject) =>
    world.call(`verifier.registration.${name}`, { method: 'POST', encoding: 'json', body });
  await call('put', { id: 'stored', jwt: world.jwt });
  // The file's certificate is copied with its folder.
  assert.deepEqual((await world.call('verifier.registration.whole')).body, [
    { id: 'stored', jwt: world.jwt, source: 'api' },
  ]);
  const findings = async (jwt: string) =>
    ((await call('check', { id: 'stored', jwt })).body as { findings: readonly { pointer: string }[] }).findings;
  assert.deepEqual(await findings(world.jwt), []);
  assert.equal((await findings('a.b.c'))[0]?.pointer, '/jwt');
});
