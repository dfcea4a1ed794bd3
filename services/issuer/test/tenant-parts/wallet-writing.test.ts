import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { openIssuer, refusal, wallet } from '../world.ts';

const registration = {
  public_clients: false,
  clients: [{ client_id: 'w', redirect_uris: ['https://w.example/cb'], jwks: { keys: [{ ...wallet.jwk }] } }],
};
const tenant = 'museum';

test('what was written is read, replaced and deleted; then the file of the root folder counts again', async (t) => {
  const { call, configFolder } = await openIssuer(t);
  const shown = async () => (await call('issuer.wallets.get', { tenant })).body as Record<string, unknown>;
  assert.equal((await shown()).source, 'installation');
  const { body } = await call('issuer.wallets.put', { tenant, body: registration });
  assert.deepEqual(body, { source: 'api', public_redirect_schemes: [], ...registration });
  assert.deepEqual(await shown(), body);
  await call('issuer.wallets.put', { tenant, body: { source: 'api' } });
  assert.deepEqual(await shown(), { source: 'api', public_clients: true, public_redirect_schemes: [], clients: [] });
  await call('issuer.wallets.delete', { tenant });
  assert.equal((await shown()).source, 'installation');
  const gone = await refusal(call('issuer.wallets.delete', { tenant }));
  assert.deepEqual([gone.code, gone.options.reason], ['not_found', 'tenant_part_unknown']);
  rmSync(join(configFolder, 'wallets.json'));
  assert.equal((await shown()).source, 'none');
});

test('a mistake is refused with its place, and a check finds the same', async (t) => {
  const { call } = await openIssuer(t);
  const body = { ...registration, public_redirect_schemes: ['http'] };
  const refused = await refusal(call('issuer.wallets.put', { tenant, body }));
  assert.equal(refused.options.reason, 'tenant_part_invalid');
  const errors = refused.options.errors?.map(({ pointer, detail }) => ({ pointer, detail }));
  assert.deepEqual((await call('issuer.wallets.check', { tenant, body })).body, { findings: errors });
  assert.deepEqual(
    errors?.map(({ pointer }) => pointer),
    ['/public_redirect_schemes'],
  );
  assert.deepEqual((await call('issuer.wallets.check', { tenant, body: registration })).body, { findings: [] });
});

test('a client needs a key that can check its assertions; others beside it do no harm', async (t) => {
  const { call } = await openIssuer(t);
  const rsa = { kty: 'RSA', n: 'AQAB', e: 'AQAB' };
  const put = (...keys: readonly JsonObject[]) => {
    const [client] = registration.clients;
    const clients = [...registration.clients, { ...client, client_id: 'v', jwks: { keys: [...keys] } }];
    return call('issuer.wallets.put', { tenant, body: { ...registration, clients } as unknown as JsonObject });
  };
  for (const keys of [[{}], [rsa], [{ ...wallet.jwk, y: wallet.jwk.x }], [{ ...wallet.jwk, use: 'enc' }]]) {
    const { options } = await refusal(put(...keys));
    assert.deepEqual(
      [options.reason, options.errors?.map(({ pointer }) => pointer)],
      ['tenant_part_invalid', ['/clients/1/jwks/keys']],
      JSON.stringify(keys),
    );
  }
  await put({}, rsa, { ...wallet.jwk });
});

test('a file of the tenant comes first: it is shown, and nothing else is written', async (t) => {
  const { call, configFolder } = await openIssuer(t);
  await call('issuer.wallets.put', { tenant, body: registration });
  mkdirSync(join(configFolder, 'tenants', tenant), { recursive: true });
  writeFileSync(join(configFolder, 'tenants', tenant, 'wallets.json'), '{"public_clients":true}');
  const { source, clients } = (await call('issuer.wallets.get', { tenant })).body as Record<string, unknown>;
  assert.deepEqual([source, clients], ['file', []]);
  for (const operation of ['issuer.wallets.put', 'issuer.wallets.delete']) {
    const { code, options } = await refusal(call(operation, { tenant, body: registration }));
    assert.deepEqual([code, options.reason], ['conflict', 'tenant_part_of_files']);
    assert.deepEqual(options.facts, { place: `CONFIG_FOLDER/tenants/${tenant}/wallets.json` });
  }
});
