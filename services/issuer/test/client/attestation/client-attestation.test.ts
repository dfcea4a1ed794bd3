import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { requirements } from '@countersign/shared/flow-config/tenant-profile';
import { OutboundError } from '@countersign/shared/http/outbound-error';
import { newReports } from '@countersign/shared/http/reports';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { HeadersInput } from '@countersign/shared/test/crypto/wallet-provider';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { trustProvider } from '../../attested.ts';
import { signer } from '../../support.ts';
import { openIssuer, refusal } from '../../world.ts';

const LIST = 'https://provider.example/list';

async function opened(t: TestContext, env: Readonly<Record<string, string>> = {}, statusUri?: string) {
  const world = await openIssuer(t, env);
  const attested = await trustProvider(world, statusUri);
  const { attestations, dpop } = world.dependencies;
  const ask = async (
    headers: Record<string, string>,
    parameters: JsonObject = {},
    profile: 'open' | 'haip' = 'open',
    tenant = 'default',
  ) => {
    const request = { ...world.request(parameters, headers), tenant };
    const proof = await dpop.check(request);
    const required = requirements({ profile }, world.platform.settings);
    const reports = newReports();
    return attestations.authenticate({ request, parameters, requirements: required, proof, reports });
  };
  const send = (input: Partial<HeadersInput> = {}, parameters: JsonObject = {}) =>
    ask(attested.headers(input), parameters);
  const refused = async (answer: Promise<unknown>) => (await refusal(answer)).code;
  return { world, attested, ask, send, refused };
}

test('an attested client, of its attestation', async (t) => {
  const { attested, send } = await opened(t);
  const { use, ...client } = (await send({}, { client_id: 'wallet' })) ?? {};
  assert.deepEqual(client, {
    clientId: 'wallet',
    authenticated: true,
    redirectSchemes: [],
    attestation: { instanceJkt: attested.instance.jkt },
  });
  await use?.();
});

test('a request without the headers, and a tenant without the folder, have no attested client', async (t) => {
  const { world, attested, ask } = await opened(t);
  assert.equal(await ask({}), undefined);
  assert.equal(await ask(attested.headers(), {}, 'open', 'other'), undefined);
  rmSync(join(world.configFolder, 'trust'), { recursive: true });
  assert.equal(await ask(attested.headers()), undefined);
});

test('one header alone is refused', async (t) => {
  const { attested, ask, refused } = await opened(t);
  for (const name of Object.keys(attested.headers())) {
    const { [name]: kept = '' } = attested.headers();
    assert.equal(await refused(ask({ [name]: kept })), 'invalid_client_attestation');
  }
});

test('one way of authentication in a request, and private_key_jwt for who is registered for it', async (t) => {
  const { world, attested, ask, refused } = await opened(t);
  assert.equal(await refused(ask(attested.headers(), world.assertion())), 'invalid_client');
  const registered = attested.headers({ attestation: { claims: { sub: 'registered' } } });
  assert.equal(await refused(ask(registered)), 'invalid_client');
});

test('a proof is used once; nothing is used before', async (t) => {
  const { attested, ask, refused } = await opened(t);
  const headers = attested.headers();
  const [first, second] = [await ask(headers), await ask(headers)];
  await first?.use?.();
  assert.equal(await refused(second?.use?.() ?? Promise.resolve()), 'invalid_client_attestation');
});

test('a proof of before a restart of the replay cache is repeated with a challenge', async (t) => {
  const { world, attested, ask } = await opened(t);
  const { cache } = world.platform;
  t.mock.method(cache, 'addOnce', async () => ({ first: true, completeSince: world.now }));
  const asked = await ask(attested.headers());
  const { code, options } = await refusal(asked?.use?.() ?? Promise.resolve());
  assert.equal(code, 'use_attestation_challenge');
  const challenge = options.headers?.['oauth-client-attestation-challenge'] ?? '';
  await (await ask(attested.headers({ challenge })))?.use?.();
});

test('profile haip requires a challenge, and refuses the anchor in the chain', async (t) => {
  const { attested, ask, refused } = await opened(t);
  const { code, options } = await refusal(ask(attested.headers(), {}, 'haip'));
  assert.equal(code, 'use_attestation_challenge');
  const challenge = options.headers?.['oauth-client-attestation-challenge'] ?? '';
  assert.ok(await ask(attested.headers({ challenge }), {}, 'haip'));
  const { provider } = attested;
  const anchor = provider.caPem.replace(/-----[A-Z ]+-----|\s/g, '');
  const whole = attested.headers({ challenge, attestation: { header: { x5c: [...provider.x5c, anchor] } } });
  assert.equal(await refused(ask(whole, {}, 'haip')), 'invalid_client_attestation');
  assert.ok(await ask(whole));
});

test('the setting requires a challenge too, and may end an attestation early', async (t) => {
  const { world, send, refused } = await opened(t, {
    CLIENT_ATTESTATION_CHALLENGE: 'required',
    CLIENT_ATTESTATION_MAX_AGE: '60',
  });
  assert.equal(await refused(send()), 'use_attestation_challenge');
  const old = { attestation: { claims: { iat: world.now / 1000 - 61 } } };
  assert.equal(await refused(send(old)), 'use_fresh_attestation');
});

test('a revoked wallet is refused; a list that is not reached is no mistake of the wallet', async (t) => {
  const { world, attested, send, refused } = await opened(t, {}, LIST);
  const { provider } = attested;
  world.served.answer = () => ({ body: Buffer.from(provider.statusList([0, 1])) });
  const client = await send();
  const exp = provider.now() + 30 * 86_400;
  assert.deepEqual(client?.attestation?.status, { uri: LIST, idx: 0, exp });
  assert.equal(await refused(send({ attestation: { statusIndex: 1 } })), 'invalid_client_attestation');
  assert.equal(await refused(send({ attestation: { statusIndex: 100_000 } })), 'invalid_client_attestation');
  world.now += 3_600_000;
  world.served.answer = () => ({ status: 503 });
  const { code, options } = await refusal(send());
  assert.equal(code, 'temporarily_unavailable');
  assert.equal(options.headers?.['retry-after'], '30');
  world.now += 30_000;
  world.served.answer = () => {
    throw new OutboundError('address');
  };
  assert.equal(await refused(send()), 'invalid_client_attestation');
});

test('without a valid anchor every attestation is refused', async (t) => {
  const { world, send, refused } = await opened(t);
  const folder = join(world.configFolder, 'trust', 'wallet-providers');
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  assert.equal(await refused(send()), 'invalid_client_attestation');
  writeFileSync(join(folder, 'broken.pem'), 'x');
  assert.equal(await refused(send()), 'invalid_client_attestation');
});

test('the DPoP proof of the attested key stands for the proof, where that is on', async (t) => {
  const { world, attested, ask, refused } = await opened(t, { CLIENT_ATTESTATION_DPOP: 'true' });
  const { jwk, key } = attested.instance;
  const own = { jwk, thumbprint: attested.instance.jkt, privateKey: key.privateKey } as never;
  const { 'oauth-client-attestation': alone = '' } = attested.headers();
  const combined = (payload: JsonObject, by: ReturnType<typeof signer> = own) => ({
    ...world.dpop(payload, by),
    'oauth-client-attestation': alone,
  });
  const client = await ask(combined({}));
  assert.equal(client?.attestation?.instanceJkt, attested.instance.jkt);
  assert.ok(!('use' in (client ?? {})));
  assert.equal(await refused(ask(combined({}, signer()))), 'invalid_client_attestation');
  assert.equal(await refused(ask({ 'oauth-client-attestation': alone })), 'invalid_client_attestation');
  assert.equal(await refused(ask(combined({}), { dpop_jkt: attested.instance.jkt })), 'invalid_client_attestation');
  const { code, options } = await refusal(ask(combined({}), {}, 'haip'));
  assert.equal(code, 'use_attestation_challenge');
  const nonce = options.headers?.['oauth-client-attestation-challenge'] ?? '';
  assert.ok(await ask(combined({ nonce }), {}, 'haip'));
  // With a separate proof, DPoP has its own nonces and may have another key.
  assert.equal(await refused(ask({ ...combined({ nonce }), ...attested.headers() })), 'use_dpop_nonce');
  assert.ok(await ask({ ...combined({}, signer()), ...attested.headers() }));
});

test('and is off unless it is switched on', async (t) => {
  const { world, attested, ask, refused } = await opened(t);
  const { jwk, key, jkt } = attested.instance;
  const own = { jwk, thumbprint: jkt, privateKey: key.privateKey } as never;
  const { 'oauth-client-attestation': alone = '' } = attested.headers();
  const headers = { ...world.dpop({}, own), 'oauth-client-attestation': alone };
  assert.equal(await refused(ask(headers)), 'invalid_client_attestation');
});

test('the reasons of attested clients', async (t) => {
  const { world, attested, ask, send } = await opened(t, { CLIENT_ATTESTATION_DPOP: 'true' }, LIST);
  const why = async (answer: Promise<unknown>) => {
    const { reason, facts } = whyOf(await refusal(answer));
    return facts === undefined ? [reason] : [reason, facts];
  };
  const { 'oauth-client-attestation': attestation = '', 'oauth-client-attestation-pop': pop = '' } = attested.headers();
  assert.deepEqual(await why(ask({ 'oauth-client-attestation': attestation })), [
    'client_attestation_missing',
    { parameters: ['OAuth-Client-Attestation-PoP'] },
  ]);
  assert.deepEqual(await why(ask({ 'oauth-client-attestation-pop': pop })), [
    'client_attestation_missing',
    { parameters: ['OAuth-Client-Attestation'] },
  ]);
  assert.deepEqual(await why(ask(attested.headers(), world.assertion())), ['client_methods']);
  const registered = attested.headers({ attestation: { claims: { sub: 'registered' } } });
  assert.deepEqual(await why(ask(registered)), [
    'client_authentication_missing',
    { clientId: 'registered', expectedAny: ['private_key_jwt'] },
  ]);
  const foreign = signer();
  const combined = { 'oauth-client-attestation': attestation, ...world.dpop({}, foreign) };
  const keys = { expectedJkt: attested.instance.jkt, receivedJkt: foreign.thumbprint };
  assert.deepEqual(await why(ask(combined)), ['client_attestation_pop_key', keys]);
  world.served.answer = () => ({ body: Buffer.from(attested.provider.statusList([0, 1])) });
  const [first, second] = [await send(), await ask(attested.headers())];
  assert.ok(first !== undefined && second !== undefined);
  const [, [revoked, about]] = [await first.use?.(), await why(send({ attestation: { statusIndex: 1 } }))];
  assert.deepEqual([revoked, Object.keys(about as object)], ['client_attestation_revoked', ['subject']]);
  assert.equal((await why(send({ attestation: { statusIndex: 100_000 } })))[0], 'client_attestation_status');
  world.now += 3_600_000;
  world.served.answer = () => ({ status: 503 });
  const away = { dependency: 'status list of the wallet provider' };
  assert.deepEqual(await why(send()), ['dependency_away', away]);
});

test('the reason of an untrusted provider names its certificate, and the folder that would trust it', async (t) => {
  const { world, attested, send } = await opened(t);
  rmSync(join(world.configFolder, 'trust', 'wallet-providers'), { recursive: true });
  mkdirSync(join(world.configFolder, 'trust', 'wallet-providers'));
  const { reason, facts } = whyOf(await refusal(send()));
  const leaf = new X509Certificate(Buffer.from(attested.provider.x5c[0] ?? '', 'base64'));
  assert.deepEqual(
    [reason, facts],
    [
      'client_attestation_untrusted',
      {
        subject: leaf.subject.replaceAll('\n', ', '),
        sha256: leaf.fingerprint256.replaceAll(':', '').toLowerCase(),
        place: 'CONFIG_FOLDER/trust/wallet-providers',
        detail: 'no_anchor',
      },
    ],
  );
});

test('the reason of a proof that was used before', async (t) => {
  const { attested, ask } = await opened(t);
  const headers = attested.headers();
  const [first, second] = [await ask(headers), await ask(headers)];
  await first?.use?.();
  const error = await refusal(second?.use?.() ?? Promise.resolve());
  assert.equal(whyOf(error).reason, 'client_attestation_pop_replayed');
});
