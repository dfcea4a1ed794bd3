import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { openIssuer, PUBLIC_URL, refusal } from '../world.ts';

const tenant = 'museum';
const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex').toString('base64');

test('an image that was written is listed with its address, and gone after its removal', async (t) => {
  const { call } = await openIssuer(t);
  const put = await call('issuer.image.put', { tenant, body: { file: 'logo.png', data: PNG } });
  const { file, uri, source, size } = put.body as JsonObject;
  assert.deepEqual([file, uri, source, size], ['logo.png', `${PUBLIC_URL}/${tenant}/public/logo.png`, 'api', 10]);
  assert.deepEqual((await call('issuer.image.list', { tenant })).body, [put.body]);
  assert.deepEqual((await call('issuer.image.whole', { tenant })).body, [
    { file: 'logo.png', source: 'api', data: PNG },
  ]);
  assert.deepEqual((await call('issuer.image.list', { tenant: 'other' })).body, []);
  await call('issuer.image.delete', { tenant, params: { file: 'logo.png' } });
  assert.deepEqual((await call('issuer.image.list', { tenant })).body, []);
  const { code } = await refusal(call('issuer.image.delete', { tenant, params: { file: 'logo.png' } }));
  assert.equal(code, 'not_found');
});

test('an image that is none is refused, and a check finds the same', async (t) => {
  const { call } = await openIssuer(t);
  const body = { file: 'logo.png', data: 'AAAA' };
  const { options } = await refusal(call('issuer.image.put', { tenant, body }));
  assert.equal(options.reason, 'tenant_part_invalid');
  assert.deepEqual((await call('issuer.image.check', { tenant, body })).body, {
    findings: [{ pointer: '/data', detail: 'This is not a PNG image' }],
  });
});

test('a file of the same name comes first: it is listed, and not written or deleted', async (t) => {
  const { call, configFolder } = await openIssuer(t);
  const body = { file: 'logo.png', data: PNG };
  await call('issuer.image.put', { tenant, body });
  const folder = join(configFolder, 'tenants', tenant, 'public');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'logo.png'), 'x');
  const uri = `${PUBLIC_URL}/${tenant}/public/logo.png`;
  assert.deepEqual((await call('issuer.image.list', { tenant })).body, [{ file: 'logo.png', uri, source: 'file' }]);
  const params = { file: 'logo.png' };
  for (const operation of ['issuer.image.put', 'issuer.image.delete']) {
    assert.equal((await refusal(call(operation, { tenant, body, params }))).options.reason, 'tenant_part_of_files');
  }
});
