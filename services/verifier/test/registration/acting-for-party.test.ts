/** A tenant that acts for a party: which certificates its requests may use, and how the party receives the claims. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { DAY, PARTY, subjectWith } from '@countersign/european-trust/test/registration/registrar';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { ALLOWED, accessAuthority, openRegistered, type RegisteredWorld, registered } from './registered-world.ts';

const BROKER = 'NTRDE-HRB999';
const ACTING = { intermediary: { sub: BROKER, sname: 'Broker' }, act: { sub: BROKER } };
const TENANT = { actsFor: { sub: PARTY, eraseAfter: 5 } };
const WEBHOOK = 'https://party.example/hook';

const asking = (change: JsonObject = {}): JsonObject => ({
  id: 'written',
  dcql_query: { credentials: [{ id: 'pid', format: ALLOWED.format, meta: ALLOWED.meta, claims: ALLOWED.claim }] },
  registrationCert: { id: 'r', body: {} },
  retention: 'webhook',
  webhook: WEBHOOK,
  ...change,
});

async function openParty(t: TestContext, environment = { INTERMEDIARY_ID: BROKER, INTERMEDIARY_NAME: 'Broker' }) {
  const world = await openRegistered(t, TENANT, undefined, environment);
  const { certificate } = await accessAuthority.certificate({ subject: subjectWith({ '2.5.4.97': BROKER }) });
  world.write('keys/request.chain.pem', certificate.toString());
  world.write('registration-certificates/r.jwt', await registered({ claims: ACTING }));
  world.now += 2000;
  return world;
}

/** Code, and each error. */
async function refusalOf(run: Promise<unknown>): Promise<readonly string[]> {
  try {
    await run;
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return [error.code, ...(error.options.errors ?? []).map(({ pointer, detail }) => `${pointer} ${detail}`)];
  }
  return ['none'];
}

const write = (world: RegisteredWorld, body: JsonObject) =>
  refusalOf(world.call('verifier.configuration.put', { method: 'POST', encoding: 'json', body }));

test('a configuration is written, and its requests are marked to be erased', async (t) => {
  const world = await openParty(t);
  assert.deepEqual(await write(world, asking()), ['none']);
  const { session } = (await world.create({ requestId: 'written' })) as { readonly session: string };
  const { presentation } = await world.stored(session);
  assert.deepEqual([presentation?.retention, presentation?.eraseAfter], ['webhook', 5 * 60_000]);
  assert.deepEqual(presentation?.checks, ['authenticity', 'revocation', 'holder_binding']);
});

test('the certificates must name each other, the party and this intermediary', async (t) => {
  const world = await openParty(t);
  for (const [claims, expected] of [
    [{ ...ACTING, sub: 'NTRDE-HRB111' }, /at \/sub: The certificate is for a different party from actsFor/],
    [{}, /at \/sub: The identifier must be the organizationIdentifier/],
    [
      { intermediary: { sub: 'NTRDE-HRB998' }, act: { sub: 'NTRDE-HRB998' } },
      /at \/intermediary\/sub: The intermediary must equal the access certificate's/,
    ],
    [{ ...ACTING, act: { sub: 'NTRDE-HRB998' } }, /at \/act\/sub: /],
    [{ ...ACTING, intermediary: { sub: BROKER, sname: 'Other' } }, /at \/intermediary\/sname: /],
    // A form of Italian drafts.
    [{ ...ACTING, intermediary: { sub: { id: BROKER, sname: 'Broker' } } }, /at \/intermediary\/sub: /],
  ] as const) {
    world.write('registration-certificates/r.jwt', await registered({ claims: claims as JsonObject }));
    world.now += 2000;
    const [code, error = ''] = await write(world, asking());
    assert.equal(code, 'invalid_request');
    assert.match(error, expected);
    assert.match(error, /^\/registrationCert\/id /);
  }
});

test('a certificate that has ended, and one that is revoked, are refused; no rule only warns', async (t) => {
  const world = await openParty(t);
  assert.deepEqual(await write(world, asking()), ['none']);
  world.write('tenant.json', { ...TENANT, registration: { onInvalid: 'warn' } });
  world.status = [7];
  world.now += 3600_000;
  assert.equal((await refusalOf(world.create({ requestId: 'written' })))[0], 'conflict');
  world.now += 400 * DAY * 1000;
  const [code, error = ''] = await write(world, asking());
  assert.equal(code, 'invalid_request');
  assert.match(error, /^\/registrationCert\/id registration certificate at \/exp: /);
});

test('a query that exceeds the certificate by one path is refused with the path', async (t) => {
  const world = await openParty(t);
  const claims = [...ALLOWED.claim, { path: ['birthdate'] }];
  const dcql_query = { credentials: [{ id: 'pid', format: ALLOWED.format, meta: ALLOWED.meta, claims }] };
  const [code, error = '', ...others] = await write(world, asking({ dcql_query }));
  assert.deepEqual([code, others], ['invalid_request', []]);
  assert.match(error, /^\/dcql_query\/credentials\/0\/claims\/1\/path /);
});

test('the access certificate may name the party: then it must be this one', async (t) => {
  const world = await openParty(t);
  const { extensionOf, nameFor } = await import('@countersign/european-trust/test/registration/made-certificates');
  const { ACCESS_EXTENSIONS } = await import('@countersign/european-trust/test/registration/registrar');
  for (const [party, refuses] of [
    [PARTY, false],
    ['NTRDE-HRB111', true],
  ] as const) {
    const names = extensionOf.names(nameFor.uri(`https://registrar.example/wrp/${party}/services/1`));
    const extensions = Object.values({ ...ACCESS_EXTENSIONS, names });
    const { certificate } = await accessAuthority.certificate({
      subject: subjectWith({ '2.5.4.97': BROKER }),
      extensions,
    });
    world.write('keys/request.chain.pem', certificate.toString());
    world.now += 2000;
    const [code, error = ''] = await write(world, asking());
    assert.equal(code, refuses ? 'invalid_request' : 'none');
    if (refuses) assert.match(error, /The access certificate is for a different party/);
  }
});

test('without the identifier of the intermediary nothing can be requested', async (t) => {
  const world = await openParty(t, { INTERMEDIARY_ID: '', INTERMEDIARY_NAME: '' });
  assert.match((await write(world, asking()))[1] ?? '', /The setting INTERMEDIARY_ID must contain your identifier/);
});

test('a configuration names its certificate and keeps nothing, also in a file', async (t) => {
  const world = await openParty(t);
  const { registrationCert: _, ...unnamed } = asking();
  const { retention: _kept, ...kept } = asking();
  for (const [body, expected] of [
    [unnamed, /^\/registrationCert\/id The tenant acts for a party/],
    [kept, /^\/retention An intermediary must pass on the claims/],
  ] as const) {
    const [code, error = ''] = await write(world, body);
    assert.equal(code, 'invalid_request');
    assert.match(error, expected);
    const { id: _id, ...file } = body;
    world.write('presentation/file.json', file);
    world.now += 2000;
    const [ofRequest, inRequest = ''] = await refusalOf(world.create({ requestId: 'file' }));
    assert.equal(ofRequest, 'invalid_request');
    assert.match(inRequest, /^\/requestId\/(registrationCert\/id The tenant acts for|retention An intermediary must)/);
  }
});

test('the claims go to the webhook of the configuration only, or come with the response code', async (t) => {
  const world = await openParty(t);
  await write(world, asking());
  const [code, error = ''] = await refusalOf(
    world.create({ requestId: 'written', webhook: { url: 'https://staff.example/hook' } }),
  );
  assert.equal(code, 'invalid_request');
  assert.match(error, /^\/webhook The claims go to the party's webhook/);
  const { retention: _, webhook: _hook, ...byCode } = asking();
  await write(world, { ...byCode, id: 'by-code', release: 'response_code' });
  const crossDevice = await refusalOf(world.create({ requestId: 'by-code' }));
  assert.match(crossDevice[1] ?? '', /^\/redirectUri Without a webhook/);
  const sameDevice = { requestId: 'by-code', crossDevice: false, redirectUri: 'https://shop.example/back' };
  assert.deepEqual(await refusalOf(world.create(sameDevice)), ['none']);
});
