import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { openIssuer, PUBLIC_URL, refusal } from '../world.ts';

const tenant = 'museum';
const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex').toString('base64');
const logo = { uri: '<PUBLIC_URL>/public/logo.png' };

test('what was written is in the metadata after a second at most, and gone after its removal', async (t) => {
  const world = await openIssuer(t);
  const { call } = world;
  const shown = async () => {
    world.now += 1000;
    const { raw } = await call('issuer.metadata', { tenant });
    return JSON.parse(String(raw)).display as readonly JsonObject[];
  };
  assert.deepEqual(await shown(), [{ name: 'issuer.example', locale: 'en' }]);
  await call('issuer.image.put', { tenant, body: { file: 'logo.png', data: PNG } });
  const entries = [{ name: 'Museum', logo, accent_color: '#fff' }];
  const { body } = await call('issuer.display.put', { tenant, body: { entries } });
  assert.deepEqual(body, { source: 'api', entries });
  assert.deepEqual((await call('issuer.display.get', { tenant })).body, body);
  const uri = `${PUBLIC_URL}/${tenant}/public/logo.png`;
  assert.deepEqual(await shown(), [{ name: 'Museum', logo: { uri, url: uri } }]);
  await call('issuer.display.delete', { tenant });
  assert.deepEqual(await shown(), [{ name: 'issuer.example', locale: 'en' }]);
  assert.deepEqual((await call('issuer.display.get', { tenant })).body, { source: 'none', entries: [] });
  assert.equal((await refusal(call('issuer.display.delete', { tenant }))).code, 'not_found');
});

test('mistakes are refused at their places; a check knows the images that come with it', async (t) => {
  const { call } = await openIssuer(t);
  const body = { entries: [{ name: 'Museum', logo }, { locale: 'en' }] };
  const { options } = await refusal(call('issuer.display.put', { tenant, body }));
  assert.deepEqual(
    options.errors?.map(({ pointer }) => pointer),
    ['/entries/1/name'],
  );
  const check = async (more: JsonObject) => {
    const request = { tenant, body: { entries: [{ name: 'Museum', logo }], ...more } };
    const { findings } = (await call('issuer.display.check', request)).body as { findings: readonly JsonObject[] };
    return findings.map(({ pointer }) => pointer);
  };
  assert.deepEqual(await check({}), ['/entries/0/logo/uri']);
  assert.deepEqual(await check({ alongside: ['logo.png'] }), []);
});

test('a file comes first: it is shown, and nothing else is written', async (t) => {
  const { call, configFolder } = await openIssuer(t);
  mkdirSync(join(configFolder, 'tenants', tenant), { recursive: true });
  writeFileSync(join(configFolder, 'tenants', tenant, 'display.json'), '[{"name":"File"}]');
  assert.deepEqual((await call('issuer.display.get', { tenant })).body, {
    source: 'file',
    entries: [{ name: 'File' }],
  });
  for (const operation of ['issuer.display.put', 'issuer.display.delete']) {
    const refused = await refusal(call(operation, { tenant, body: { entries: [{ name: 'Museum' }] } }));
    assert.equal(refused.options.reason, 'tenant_part_of_files');
  }
});

test('a credential configuration may show a stored image, and none that does not exist', async (t) => {
  const { call } = await openIssuer(t);
  const body = {
    id: 'card',
    claims: {},
    disclosureFrame: {},
    config: { format: 'dc+sd-jwt', display: [{ name: 'Card', logo }] },
    schema: { type: 'object', properties: {}, required: [] },
  };
  const { options } = await refusal(call('issuer.configuration.put', { tenant, body }));
  assert.deepEqual(
    options.errors?.map(({ pointer }) => pointer),
    ['/config/display/0/logo/uri'],
  );
  await call('issuer.image.put', { tenant, body: { file: 'logo.png', data: PNG } });
  await call('issuer.configuration.put', { tenant, body });
  const [listed] = (await call('issuer.configuration.list', { tenant })).body as readonly JsonObject[];
  assert.deepEqual([listed?.id, listed?.findings], ['card', undefined]);
});
