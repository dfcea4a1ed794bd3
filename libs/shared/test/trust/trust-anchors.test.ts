import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { KeyRing } from '../../src/crypto/keys.ts';
import { watchEdits } from '../../src/kernel/folder-edits.ts';
import type { Log } from '../../src/kernel/log.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { type TrustPurpose, trustPurposes } from '../../src/trust/trust-anchor.ts';
import { createTrustAnchors, expectsAttestedWallets, trustPlace } from '../../src/trust/trust-anchors.ts';
import { makeSigningKey } from '../crypto/signing-key.ts';
import { temporaryFolder } from '../store/temporary.ts';

const nothingStored = { of: async () => [] };
const issuer = await makeSigningKey();
const other = await makeSigningKey();

async function world(t: TestContext, anchors: readonly string[] = [issuer.anchor]) {
  const folder = await temporaryFolder(t);
  const { settings } = readSettings({ CONFIG_FOLDER: folder });
  const own = anchors.map((pem) => new X509Certificate(pem));
  const keys: Pick<KeyRing, 'anchors'> = { anchors: async (_, purpose) => (purpose === 'credential' ? own : []) };
  const warned: string[] = [];
  const log: Log = { ...silentLog, warn: (_message, fields) => warned.push(String(fields?.file)) };
  const write = (path: string, content: string): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const anchorsOf = createTrustAnchors({ keys, settings, log }, nothingStored);
  const vcts = async (tenant: string, purpose: TrustPurpose = 'issuers') =>
    (await anchorsOf(tenant, purpose)).map((anchorOf) => anchorOf.vcts);
  return { folder, write, warned, vcts, anchorsOf };
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
  for (const limit of ['{', '[]', '{}', '{"vct":"urn:a"}', '{"vct":[1]}', '{"vct":["urn:a"],"doctype":"d"}']) {
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

test('issuers are read from the folder of their purpose too, wallet providers from theirs alone', async (t) => {
  const { folder, write, vcts } = await world(t, []);
  write('trust/old.pem', other.anchor);
  write('trust/issuers/new.pem', other.anchor);
  write('trust/issuers/new.json', '{"vct":["urn:a"]}');
  assert.deepEqual(await vcts('default'), ['any', ['urn:a']]);
  assert.deepEqual(await vcts('default', 'wallet-providers'), []);
  write('trust/wallet-providers/one.pem', other.anchor);
  write('tenants/root/trust/wallet-providers/one.pem', other.anchor + issuer.anchor);
  assert.deepEqual(await vcts('default'), ['any', ['urn:a']]);
  assert.deepEqual(await vcts('default', 'wallet-providers'), ['any']);
  assert.deepEqual(await vcts('root', 'wallet-providers'), ['any', 'any']);
  assert.deepEqual(await vcts('root'), []);
  assert.deepEqual(await vcts('third', 'wallet-providers'), []);
  assert.deepEqual(
    ['default', 'root', 'third'].map((tenant) => expectsAttestedWallets(folder, tenant)),
    [true, true, false],
  );
});

test('an anchor of registration or access certificates has the name of its file, and counts for nothing else', async (t) => {
  const { folder, write } = await world(t, []);
  write('trust/registration-providers/registrar.pem', other.anchor);
  write('trust/registration-status/registrar.pem', issuer.anchor);
  write('trust/access-authorities/authority.pem', other.anchor);
  const { settings } = readSettings({ CONFIG_FOLDER: folder });
  const none = { of: async () => [] };
  const anchorsOf = createTrustAnchors({ keys: { anchors: async () => [] }, settings, log: silentLog }, none);
  const names = await Promise.all(
    trustPurposes.map(async (purpose) => (await anchorsOf('default', purpose)).map(({ file }) => file)),
  );
  assert.deepEqual(names, [[], [], ['authority'], ['registrar'], ['registrar']]);
});

test('the chains of the own issuer are no wallet providers', async (t) => {
  assert.deepEqual(await (await world(t)).vcts('default', 'wallet-providers'), []);
});

test('the own CA counts for SD-JWT VCs alone, the own IACA for mdocs alone', async (t) => {
  const folder = await temporaryFolder(t);
  const { settings } = readSettings({ CONFIG_FOLDER: folder });
  const asked: string[] = [];
  const keys: Pick<KeyRing, 'anchors'> = {
    anchors: async (_, purpose) => {
      asked.push(purpose);
      return [new X509Certificate(purpose === 'mdoc' ? other.anchor : issuer.anchor)];
    },
  };
  const anchorsOf = createTrustAnchors({ keys, settings, log: silentLog }, nothingStored);
  const [credential, mdoc, ...more] = await anchorsOf('default', 'issuers');
  assert.deepEqual([credential?.vcts, credential?.doctypes, credential?.own], ['any', [], true]);
  assert.deepEqual([mdoc?.vcts, mdoc?.doctypes, mdoc?.own], [[], 'any', true]);
  assert.equal(mdoc?.certificate.raw.equals(new X509Certificate(other.anchor).raw), true);
  assert.deepEqual(more, []);
  asked.length = 0;
  assert.equal((await anchorsOf('default', 'issuers', ['dc+sd-jwt', 'dc+sd-jwt'])).length, 1);
  assert.deepEqual(asked, ['credential'], 'a query of one format reads the keys of that format');
  assert.deepEqual(await anchorsOf('default', 'issuers', []), []);
});

test('a limit to types of one format counts for no type of the other', async (t) => {
  const { write, anchorsOf } = await world(t, []);
  const limits = async () => (await anchorsOf('default', 'issuers')).map(({ vcts, doctypes }) => ({ vcts, doctypes }));
  write('trust/issuers/dmv.pem', other.anchor);
  assert.deepEqual(await limits(), [{ vcts: 'any', doctypes: 'any' }]);
  write('trust/issuers/dmv.json', '{"doctype":["org.iso.18013.5.1.mDL"]}');
  assert.deepEqual(await limits(), [{ vcts: [], doctypes: ['org.iso.18013.5.1.mDL'] }]);
  write('trust/issuers/dmv.json', '{"vct":["urn:a"]}');
  assert.deepEqual(await limits(), [{ vcts: ['urn:a'], doctypes: [] }]);
  write('trust/issuers/dmv.json', '{"vct":["urn:a"],"doctype":["d"]}');
  assert.deepEqual(await limits(), [{ vcts: ['urn:a'], doctypes: ['d'] }]);
});

test('an anchor says under which names its issuers may sign', async (t) => {
  const { write, anchorsOf } = await world(t, []);
  const counts = async () =>
    (await anchorsOf('default', 'issuers')).map(({ certificate: _, file: __, ...rest }) => rest);
  write('trust/issuers/pid.pem', other.anchor);
  write('trust/issuers/pid.json', '{"names":"any"}');
  assert.deepEqual(await counts(), [{ vcts: 'any', doctypes: 'any', names: 'any' }]);
  write('trust/issuers/pid.json', '{"vct":["urn:a"],"names":["https://pid.example"]}');
  assert.deepEqual(await counts(), [{ vcts: ['urn:a'], doctypes: [], names: ['https://pid.example'] }]);
  for (const wrong of ['[]', '[""]', '[1]', '"all"', 'true', 'null', '{}']) {
    write('trust/issuers/pid.json', `{"names":${wrong}}`);
    assert.deepEqual(await counts(), [], wrong);
  }
  write('trust/issuers/pid.json', '{"doctype":["d"],"pinned":true,"names":"any"}');
  assert.deepEqual(await counts(), [], 'an mdoc has no iss');
});

test('pinned certificates need not be CAs, and count for the document types that are named', async (t) => {
  const { write, anchorsOf, warned } = await world(t, []);
  const leaf = `-----BEGIN CERTIFICATE-----\n${issuer.x5c[0]}\n-----END CERTIFICATE-----\n`;
  const limits = async () =>
    (await anchorsOf('default', 'issuers')).map(({ certificate: _, file: __, ...rest }) => rest);
  write('trust/issuers/signer.pem', leaf);
  write('trust/issuers/signer.json', '{"doctype":["d"]}');
  assert.deepEqual(await limits(), [], 'no CA');
  write('trust/issuers/signer.json', '{"doctype":["d"],"pinned":true}');
  assert.deepEqual(await limits(), [{ vcts: [], doctypes: ['d'], pinned: true }]);
  warned.length = 0;
  for (const wrong of [
    '{"pinned":true}',
    '{"vct":["x"],"doctype":["d"],"pinned":true}',
    '{"doctype":["d"],"pinned":1}',
  ]) {
    write('trust/issuers/signer.json', wrong);
    assert.deepEqual(await limits(), [], wrong);
  }
  assert.ok(warned.length >= 3);
});

test('with edits of the folder, an anchor and its limits count until an edit, and never longer', {
  skip: process.platform !== 'linux' && 'files are watched on Linux',
}, async (t) => {
  const { folder, write } = await world(t);
  const { settings } = readSettings({ CONFIG_FOLDER: folder });
  const edits = watchEdits(folder, { clock: () => 0 });
  t.after(() => edits.close());
  const anchorsOf = createTrustAnchors(
    { keys: { anchors: async () => [] }, settings, log: silentLog, edits },
    nothingStored,
  );
  const vcts = async () => {
    // As a request that is sent after the edit.
    await new Promise((resolve) => setImmediate(resolve));
    await edits.known();
    return (await anchorsOf('default', 'issuers')).map((anchor) => anchor.vcts);
  };
  assert.deepEqual(await vcts(), []);
  write('trust/other.pem', other.anchor);
  assert.deepEqual(await vcts(), ['any']);
  write('trust/other.json', '{"vct":["urn:a"]}');
  assert.deepEqual(await vcts(), [['urn:a']]);
  // Until the stamps of the files are old enough to be trusted.
  await new Promise((resolve) => setTimeout(resolve, 150));
  await vcts();
  const [cached] = await anchorsOf('default', 'issuers');
  assert.equal((await anchorsOf('default', 'issuers'))[0], cached, 'cached');
  write('trust/other.json', '{"vct":["urn:b"]}');
  assert.deepEqual(await vcts(), [['urn:b']]);
  rmSync(join(folder, 'trust/other.pem'));
  assert.deepEqual(await vcts(), []);
});

test('anchors that were written through the API join those of files', async (t) => {
  const { folder, write } = await world(t);
  const { settings } = readSettings({ CONFIG_FOLDER: folder });
  write('trust/wallet-providers/one.pem', other.anchor);
  const certificate = new X509Certificate(issuer.anchor);
  const stored = async (_: string, purpose: TrustPurpose) =>
    purpose === 'wallet-providers'
      ? [{ certificate, vcts: 'any', doctypes: 'any', written: { id: 'a', createdAt: 1 } } as const]
      : [];
  const anchorsOf = createTrustAnchors({ keys: { anchors: async () => [] }, settings, log: silentLog }, { of: stored });
  const found = await anchorsOf('default', 'wallet-providers');
  assert.deepEqual(
    found.map(({ written }) => written?.id),
    [undefined, 'a'],
  );
  assert.deepEqual(await anchorsOf('default', 'issuers'), []);
});

test('the place of an anchor is the folder of a tenant of files, else the call that writes one', async (t) => {
  const { folder, write } = await world(t);
  const { settings } = readSettings({ CONFIG_FOLDER: folder });
  write('tenants/files/display.json', '[]');
  write('tenants/museum/trust/one.pem', other.anchor);
  const place = (tenant: string) => trustPlace({ settings }, tenant, 'issuers');
  assert.equal(place('default'), 'CONFIG_FOLDER/trust/issuers');
  assert.equal(place('files'), 'CONFIG_FOLDER/tenants/files/trust/issuers');
  assert.equal(place('museum'), 'POST /trust/issuers');
  assert.equal(place('library'), 'POST /trust/issuers');
});
