import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { flowConfigs } from '@countersign/shared/test/model/every-tenant';
import { createSignInProviders } from '../../src/sign-in/sign-in-providers.ts';
import { openIssuer, refusal } from '../world.ts';

const written = { issuer: 'https://login.example', clientId: 'countersign', clientSecret: 'a very secret word' };

async function open(t: TestContext) {
  const world = await openIssuer(t);
  const providers = createSignInProviders(world.platform, { SECRET: 'of the environment' });
  const call = async (operation: 'get' | 'put' | 'delete', body: JsonObject = {}, tenant = 'default') =>
    (await providers.operations[operation]({ ...world.request(body), tenant })).body as JsonObject;
  const file = (content: unknown): void =>
    writeFileSync(join(world.configFolder, 'sign-in.json'), JSON.stringify(content));
  return { world, providers, call, file };
}

test('a tenant has none, one in its file, or one that was written through the API', async (t) => {
  const { providers, call, file } = await open(t);
  assert.equal(await providers.of('default'), undefined);
  await refusal(call('get'));
  file({ ...written, clientSecret: undefined, clientSecretEnv: 'SECRET' });
  assert.equal((await providers.of('default'))?.settings.clientSecret, 'of the environment');
  assert.equal(await providers.of('other'), undefined, 'nothing is inherited');
  await call('put', { ...written, clientId: 'by-api' });
  assert.equal((await providers.of('default'))?.settings.clientId, 'by-api');
  await call('delete');
  assert.equal((await providers.of('default'))?.settings.clientId, 'countersign');
  assert.equal((await refusal(call('delete'))).code, 'not_found');
});

test('the secret is never returned, and is sealed in the store', async (t) => {
  const { world, call } = await open(t);
  const put = await call('put', written);
  const got = await call('get');
  assert.deepEqual([got.source, got.issuer, got.clientId], ['api', written.issuer, 'countersign']);
  assert.ok(!JSON.stringify([put, got]).includes('secret'));
  const stored = await world.platform.store.find(flowConfigs, { index: 'list', equal: ['default'], limit: 9 });
  assert.equal(stored.documents.length, 1);
  assert.ok(!JSON.stringify(stored).includes('secret'));
});

test('what was read can be written again, with its secret', async (t) => {
  const { providers, call } = await open(t);
  await call('put', written);
  await call('put', { ...(await call('get')), clientSecret: 'another' });
  assert.equal((await providers.of('default'))?.settings.clientSecret, 'another');
});

test('the view of a file has no secret either', async (t) => {
  const { call, file } = await open(t);
  file({ ...written, acr: 'high' });
  const got = await call('get');
  assert.equal(got.source, 'file');
  assert.deepEqual(got.acr, ['high'], 'one value is shown as a list');
  assert.ok(!JSON.stringify(got).includes('secret'));
});

test('a broken file ends the sign-in, and does not open it', async (t) => {
  const { providers, file } = await open(t);
  file({ ...written, scope: 'profile' });
  assert.equal((await refusal(providers.of('default'))).code, 'server_error');
});

test('a body with mistakes is refused with their places; it reaches no variable of the process', async (t) => {
  const { call } = await open(t);
  const error = await refusal(call('put', { ...written, issuer: 'https://10.1.2.3' }));
  assert.deepEqual(
    error.options.errors?.map(({ pointer }) => pointer),
    ['/issuer'],
  );
  await refusal(call('put', { issuer: written.issuer, clientId: 'c', clientSecretEnv: 'SECRET' }));
});

test('the reasons of settings that are broken, not valid or not there', async (t) => {
  const { providers, call, file } = await open(t);
  const missing = { code: 'not_found', reason: 'sign_in_not_written' };
  assert.deepEqual(await refusalOf(() => call('get')), missing);
  assert.deepEqual(await refusalOf(() => call('delete')), missing);
  assert.equal((await refusalOf(() => call('put', { issuer: 5 }))).reason, 'sign_in_settings');
  file({ ...written, issuer: 'no url' });
  assert.deepEqual(await refusalOf(() => providers.of('default')), {
    code: 'server_error',
    reason: 'sign_in_broken',
    facts: { detail: '/issuer' },
  });
});
