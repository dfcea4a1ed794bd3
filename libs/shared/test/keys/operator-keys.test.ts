import 'reflect-metadata';
import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { KeyUsageFlags } from '@peculiar/x509';
import { createAuthority, createLeaf } from '../../src/crypto/certificates.ts';
import { generateKeyPair, type KeyPair } from '../../src/crypto/generate-key.ts';
import { jwkThumbprint, publicJwkOf } from '../../src/crypto/jwk.ts';
import type { SigningKey } from '../../src/crypto/keys.ts';
import { createDocumentSigner, createIssuingAuthority } from '../../src/crypto/mdoc-certificates.ts';
import { certificateHost } from '../../src/crypto/x509.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { createOperatorKeys, type FindOperatorKey, keySets, OperatorKeyError } from '../../src/keys/operator-keys.ts';
import { makeIntermediate } from '../crypto/intermediate.ts';
import { temporaryFolder } from '../store/temporary.ts';

const host = certificateHost('https://issuer.example');
const start = Date.UTC(2030, 0, 1);
const common = { notBefore: start, notAfter: start + 1e9, tenant: 'acme', random: systemRandom, host };
const rootKeys = generateKeyPair();
const root = await createAuthority({ ...common, keys: rootKeys });

interface IssuedLeaf {
  readonly keys: KeyPair;
  readonly chain: string;
}

async function issueLeaf(options: { readonly url?: string; readonly notAfter?: number } = {}): Promise<IssuedLeaf> {
  const keys = generateKeyPair();
  const chain = await createLeaf({
    ...common,
    ...(options.notAfter === undefined ? {} : { notAfter: options.notAfter }),
    host: options.url === undefined ? host : certificateHost(options.url),
    publicKey: keys.publicKey,
    authority: { certificate: root, privateKey: rootKeys.privateKey },
  });
  return { keys, chain };
}

function pem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

interface World {
  now: number;
  readonly find: FindOperatorKey;
  write(file: string, text: string): Promise<void>;
  remove(file: string): Promise<void>;
}

async function world(t: TestContext): Promise<World> {
  const folder = await temporaryFolder(t);
  const result: World = {
    now: start,
    find: createOperatorKeys({ configFolder: folder, clock: () => result.now }),
    write: async (file, text) => {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
    },
    remove: (file) => rm(join(folder, file)),
  };
  return result;
}

/** Whether the key creates signatures of that pair. */
async function signsWith(key: SigningKey | undefined, { publicKey }: KeyPair): Promise<boolean> {
  const input = Buffer.from('input');
  const signature = await key?.sign(input);
  return signature !== undefined && verify('sha256', input, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature);
}

test('no files, no key', async (t) => {
  const { find } = await world(t);
  assert.equal(await find('default', 'credential'), undefined);
});

test('the operator’s key and chain are used, per purpose and tenant', async (t) => {
  const { find, write } = await world(t);
  const { keys, chain } = await issueLeaf();
  await write('keys/credential.key.pem', pem(keys.privateKey));
  await write('keys/credential.chain.pem', chain);
  const key = await find('default', 'credential');
  assert.equal(key?.kid, jwkThumbprint(publicJwkOf(keys.publicKey)));
  assert.ok(await signsWith(key, keys));
  assert.equal(key?.x5c.length, 1);
  assert.equal(key?.anchor, undefined);
  assert.equal(await find('default', 'request'), undefined);
  assert.equal(await find('acme', 'credential'), undefined);
  await write('tenants/acme/keys/request.key.pem', pem(keys.privateKey));
  await write('tenants/acme/keys/request.chain.pem', chain);
  assert.equal((await find('acme', 'request'))?.kid, key?.kid);
});

test('changed, added and removed files are seen after a second', async (t) => {
  const it = await world(t);
  assert.equal(await it.find('default', 'credential'), undefined);
  const [one, two] = [await issueLeaf(), await issueLeaf()];
  await it.write('keys/credential.key.pem', pem(one.keys.privateKey));
  await it.write('keys/credential.chain.pem', one.chain);
  it.now += 1000;
  const first = await it.find('default', 'credential');
  assert.ok(await signsWith(first, one.keys));
  it.now += 1000;
  assert.equal(await it.find('default', 'credential'), first, 'unchanged files are not read again');
  await it.remove('keys/credential.key.pem');
  await it.remove('keys/credential.chain.pem');
  await it.write('keys/credential.key.pem', pem(two.keys.privateKey));
  await it.write('keys/credential.chain.pem', two.chain);
  it.now += 1000;
  assert.ok(await signsWith(await it.find('default', 'credential'), two.keys));
  await it.remove('keys/credential.key.pem');
  await it.remove('keys/credential.chain.pem');
  it.now += 1000;
  assert.equal(await it.find('default', 'credential'), undefined);
});

test('a key whose leaf has ended since is refused', async (t) => {
  const it = await world(t);
  const { keys, chain } = await issueLeaf();
  await it.write('keys/credential.key.pem', pem(keys.privateKey));
  await it.write('keys/credential.chain.pem', chain);
  assert.ok(await it.find('default', 'credential'));
  it.now = start + 1e9 + 1;
  await assert.rejects(it.find('default', 'credential'), /chain\.pem/);
});

/** A leaf under an intermediate certificate. */
async function chainOfTwo(
  ca: boolean,
): Promise<{ readonly key: string; readonly chain: string; readonly between: IssuedLeaf }> {
  const keys = generateKeyPair();
  const issuer = { certificate: root, keys: rootKeys };
  const between = (await makeIntermediate({ ...common, keys, issuer, ca })).toString();
  const leaf = generateKeyPair();
  const authority = { certificate: between, privateKey: keys.privateKey };
  const chain = `${await createLeaf({ ...common, publicKey: leaf.publicKey, authority })}\n${between}`;
  return { key: pem(leaf.privateKey), chain, between: { keys, chain: between } };
}

test('a leaf need not name the host: the access certificates of Europe name contacts', async (t) => {
  const { find, write } = await world(t);
  const keys = generateKeyPair();
  const issuer = { certificate: root, keys: rootKeys };
  const names = [
    { type: 'url', value: 'https://agency.example/contact' },
    { type: 'email', value: 'wallet@agency.example' },
  ] as const;
  const leaf = (await makeIntermediate({ ...common, keys, issuer, ca: false, names })).toString();
  for (const purpose of ['request', 'credential', 'metadata'] as const) {
    await write(`keys/${purpose}.key.pem`, pem(keys.privateKey));
    await write(`keys/${purpose}.chain.pem`, leaf);
    assert.ok(await signsWith(await find('default', purpose), keys), purpose);
  }
});

test('a chain with an intermediate is taken, leaf first', async (t) => {
  const { find, write } = await world(t);
  await write('keys/credential.key.pem', longer.key);
  await write('keys/credential.chain.pem', longer.chain);
  assert.equal((await find('default', 'credential'))?.x5c.length, 2);
});

const longer = await chainOfTwo(true);
const noAuthority = await chainOfTwo(false);
const good = await issueLeaf();
const wrongHost = await issueLeaf({ url: 'https://other.example' });
const ended = await issueLeaf({ notAfter: start + 1000 });
const rsa = generateKeyPairSync('rsa', {
  modulusLength: 1024,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const goodKey = pem(good.keys.privateKey);
const sec1 = good.keys.privateKey.export({ type: 'sec1', format: 'pem' }).toString();

const broken: Record<string, [key: string | undefined, chain: string | undefined, message: RegExp]> = {
  'key alone': [goodKey, undefined, /chain\.pem cannot be used: it is missing/],
  'chain alone': [undefined, good.chain, /key\.pem cannot be used: it is missing/],
  'key of another leaf': [pem(wrongHost.keys.privateKey), good.chain, /key\.pem.*does not belong/],
  'RSA key': [rsa.privateKey, good.chain, /key\.pem.*P-256, P-384 or Ed25519/],
  'SEC1 key': [sec1, good.chain, /key\.pem.*PKCS#8/],
  'broken key': ['-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----', good.chain, /key\.pem.*PKCS#8/],
  'empty chain': [goodKey, '', /chain\.pem.*1 to 4/],
  'unreadable chain': [goodKey, good.chain.replace('MII', 'MIX'), /chain\.pem.*cannot be read/],
  'chain with the anchor': [goodKey, `${good.chain}\n${root}`, /chain\.pem.*self-signed/],
  'chain out of order': [goodKey, `${good.chain}\n${wrongHost.chain}`, /chain\.pem.*issued by the one after/],
  'CA in the place of the leaf': [pem(longer.between.keys.privateKey), longer.between.chain, /chain\.pem.*not a CA/],
  'issuer that is no CA': [noAuthority.key, noAuthority.chain, /chain\.pem.*issued by the one after/],
  'ended leaf': [pem(ended.keys.privateKey), ended.chain, /chain\.pem.*not valid now/],
};

for (const [name, [key, chain, message]] of Object.entries(broken)) {
  test(`refused: ${name}`, async (t) => {
    const it = await world(t);
    it.now = start + 5000;
    if (key !== undefined) await it.write('keys/credential.key.pem', key);
    if (chain !== undefined) await it.write('keys/credential.chain.pem', chain);
    await assert.rejects(it.find('default', 'credential'), (error: Error) => {
      assert.ok(error instanceof OperatorKeyError, String(error));
      assert.match(error.message, message);
      return true;
    });
  });
}

const iacaKeys = generateKeyPair();
const mdocCommon = { ...common, host: 'agency.example' };
const addresses = { issuerUrl: 'https://agency.example', revocationListUrl: 'https://agency.example/crl' };
const iaca = await createIssuingAuthority({ ...mdocCommon, ...addresses, country: 'DE', keys: iacaKeys });

test('a document signer names a country in place of the host', async (t) => {
  const { find, write } = await world(t);
  const { privateKey, publicKey } = generateKeyPair();
  const authority = { certificate: iaca, privateKey: iacaKeys.privateKey };
  await write('keys/mdoc.key.pem', pem(privateKey));
  await write('keys/mdoc.chain.pem', await createDocumentSigner({ ...mdocCommon, publicKey, authority }));
  const key = await find('default', 'mdoc');
  assert.equal(key?.kid, jwkThumbprint(publicJwkOf(publicKey)));
  assert.equal(key?.x5c.length, 1);
});

test('a certificate that is no document signer’s is refused for mdocs', async (t) => {
  const { find, write } = await world(t);
  const { privateKey, publicKey } = generateKeyPair();
  await write('keys/mdoc.key.pem', pem(privateKey));
  const none = await createLeaf({
    ...common,
    publicKey,
    authority: { certificate: root, privateKey: rootKeys.privateKey },
  });
  await write('keys/mdoc.chain.pem', none);
  await assert.rejects(find('default', 'mdoc'), /mdoc\.chain\.pem.*must contain the/);
  const under = { certificate: iaca, keys: iacaKeys };
  for (const [of, message] of [
    [{ subject: 'C=FR, CN=x' }, /the same country/],
    [{ subject: 'C=DE, CN=x', usage: KeyUsageFlags.keyAgreement }, /digital signatures/],
  ] as const) {
    const leaf = await makeIntermediate({
      ...common,
      keys: { privateKey, publicKey },
      issuer: under,
      ca: false,
      ...of,
    });
    await write('keys/mdoc.chain.pem', leaf.toString());
    await assert.rejects(find('default', 'mdoc'), message);
  }
});

test('a named set is a folder of its own, and nothing of it counts for the tenant', async (t) => {
  const folder = await temporaryFolder(t);
  const find = createOperatorKeys({ configFolder: folder, clock: () => start + 1000 });
  const { keys, chain } = await issueLeaf();
  await mkdir(join(folder, 'keys', 'age'), { recursive: true });
  await mkdir(join(folder, 'keys', 'Not a set'));
  await writeFile(join(folder, 'keys', 'age', 'request.key.pem'), pem(keys.privateKey));
  await writeFile(join(folder, 'keys', 'age', 'request.chain.pem'), chain);
  assert.deepEqual([keySets(folder, 'default'), keySets(folder, 'acme')], [['age'], []]);
  assert.equal((await find('default', 'request', 'age'))?.kid, jwkThumbprint(publicJwkOf(keys.publicKey)));
  for (const set of [undefined, 'other']) assert.equal(await find('default', 'request', set), undefined);
  assert.equal(await find('default', 'credential', 'age'), undefined);
  assert.equal(await find('acme', 'request', 'age'), undefined);
});
