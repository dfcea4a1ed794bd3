import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { KeyRing } from '@countersign/shared/crypto/keys';
import type { Log } from '@countersign/shared/kernel/log';
import { silentLog } from '@countersign/shared/kernel/log';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { temporaryFolder } from '@countersign/shared/test/store/temporary';
import { createTrustAnchors } from '../src/trust-anchors.ts';
import { issuer } from './protocol/presentations.ts';

const other = await makeSigningKey();

async function world(t: TestContext, anchors: readonly string[] = [issuer.anchor]) {
  const folder = await temporaryFolder(t);
  const { settings } = readSettings({ CONFIG_FOLDER: folder });
  const own = anchors.map((pem) => new X509Certificate(pem));
  const keys: KeyRing = { signer: async () => issuer, published: async () => [], anchors: async () => own };
  const warned: string[] = [];
  const log: Log = { ...silentLog, warn: (_message, fields) => warned.push(String(fields?.file)) };
  const write = (path: string, content: string): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const anchorsOf = createTrustAnchors({ keys, settings, log });
  const vcts = async (tenant: string) => (await anchorsOf(tenant)).map((anchorOf) => anchorOf.vcts);
  return { write, warned, vcts };
}

test('a tenant trusts its own issuer and the files of its own folder', async (t) => {
  const { write, vcts } = await world(t);
  assert.deepEqual(await vcts('default'), ['any']);
  write('trust/other.pem', other.anchor);
  write('trust/other.json', '{"vct":["urn:a","urn:b"]}');
  write('tenants/root/trust/all.pem', other.anchor + issuer.anchor);
  assert.deepEqual(await vcts('default'), ['any', ['urn:a', 'urn:b']]);
  assert.deepEqual(await vcts('root'), ['any', 'any', 'any']);
  assert.deepEqual(await vcts('third'), ['any']);
});

test('all anchors of the own issuer count for every type', async (t) => {
  assert.deepEqual(await (await world(t, [issuer.anchor, other.anchor])).vcts('default'), ['any', 'any']);
  assert.deepEqual(await (await world(t, [])).vcts('default'), []);
});

test('a broken file is no anchor, a broken limit is not “no limit”; each is logged once', async (t) => {
  const { write, vcts, warned } = await world(t);
  const leaf = `-----BEGIN CERTIFICATE-----\n${issuer.x5c[0]}\n-----END CERTIFICATE-----\n`;
  write('trust/empty.pem', '');
  write('trust/leaf.pem', leaf);
  write('trust/limited.pem', other.anchor);
  for (const limit of ['{', '[]', '{}', '{"vct":"urn:a"}', '{"vct":[1]}']) {
    write('trust/limited.json', limit);
    assert.deepEqual(await vcts('default'), ['any'], limit);
  }
  const before = warned.length;
  assert.deepEqual(await vcts('default'), ['any']);
  assert.equal(warned.length, before);
  assert.deepEqual([...new Set(warned.map((file) => file.split('/').at(-1)))].sort(), [
    'empty.pem',
    'leaf.pem',
    'limited.json',
  ]);
});
