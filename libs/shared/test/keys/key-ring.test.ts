import assert from 'node:assert/strict';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { leafThumbprint } from '../../src/crypto/certificate-chain.ts';
import { createAuthority, createLeaf } from '../../src/crypto/certificates.ts';
import { generateKeyPair } from '../../src/crypto/generate-key.ts';
import { jwkThumbprint, publicJwkOf } from '../../src/crypto/jwk.ts';
import { signJwtWith, verifyJwt } from '../../src/crypto/jwt.ts';
import type { KeyRing, SigningKey } from '../../src/crypto/keys.ts';
import { certificateHost, isIssuedBy } from '../../src/crypto/x509.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { findChain } from '../../src/keys/kept-chains.ts';
import { createKeyRing } from '../../src/keys/key-ring.ts';
import type { Vaults } from '../../src/keys/vault.ts';
import { createVaults } from '../../src/keys/vaults.ts';
import type { KeyDocument } from '../../src/model/keys/key-documents.ts';
import { LEAD } from '../../src/model/keys/key-states.ts';
import type { Store } from '../../src/store/port.ts';
import { keyDocuments } from '../model/every-tenant.ts';
import { temporaryFolder, temporaryStore } from '../store/temporary.ts';

const DAY = 86_400_000;
const start = Date.UTC(2030, 0, 1, 12, 34, 56);

interface World {
  readonly store: Store;
  now: number;
  readonly configFolder: string;
  vaults(): Vaults;
  ring(publicUrl?: string): KeyRing;
}

async function world(t: TestContext): Promise<World> {
  const [store, configFolder] = [await temporaryStore(t), await temporaryFolder(t)];
  const made: World = {
    store,
    now: start,
    configFolder,
    vaults: () => createVaults({ store, masterKey: Buffer.alloc(32, 1), random: systemRandom, clock: () => made.now }),
    ring: (publicUrl = 'https://issuer.example') => {
      const clock = (): number => made.now;
      return createKeyRing({ store, vaults: made.vaults(), publicUrl, configFolder, clock, log: silentLog });
    },
  };
  return made;
}

function leafOf(key: SigningKey): X509Certificate {
  return new X509Certificate(Buffer.from(key.x5c[0] ?? '', 'base64'));
}

async function documentsOf(store: Store, purpose: KeyDocument['purpose']): Promise<readonly KeyDocument[]> {
  const query = { index: 'purpose', equal: ['default', purpose], limit: 100 };
  return (await store.find(keyDocuments, query)).documents;
}

test('a key is made at first use, with a chain that node verifies', async (t) => {
  const { ring } = await world(t);
  const key = await ring().signer('default', 'credential');
  const leaf = leafOf(key);
  const anchor = new X509Certificate(key.anchor ?? '');
  assert.equal(key.x5c.length, 1);
  assert.ok(isIssuedBy(leaf, anchor) && anchor.ca && !leaf.ca);
  assert.equal(key.kid, jwkThumbprint(key.publicJwk));
  assert.ok(Math.abs(key.notAfter - start - 365 * DAY) < DAY / 2);
  assert.equal(Date.parse(anchor.validTo) - Date.parse(anchor.validFrom), 3650 * DAY);
  const token = await signJwtWith(key, { header: { typ: 'x' }, payload: {} });
  assert.ok(verifyJwt({ token, typ: 'x', key: leaf.publicKey }));
});

test('purposes and tenants have keys of their own; the purposes of one tenant share the CA', async (t) => {
  const { ring } = await world(t);
  const keys = ring();
  const credential = await keys.signer('default', 'credential');
  const request = await keys.signer('default', 'request');
  const other = await keys.signer('acme', 'credential');
  assert.equal(new Set([credential.kid, request.kid, other.kid]).size, 3);
  assert.equal(request.anchor, credential.anchor);
  assert.notEqual(other.anchor, credential.anchor);
});

test('a key stays the same, in one key ring and after a restart', async (t) => {
  const { ring } = await world(t);
  const keys = ring();
  const first = await keys.signer('default', 'credential');
  assert.equal(await keys.signer('default', 'credential'), first);
  const again = await ring().signer('default', 'credential');
  assert.deepEqual([again.kid, again.x5c, again.anchor], [first.kid, first.x5c, first.anchor]);
});

test('of several key rings that race over one store one wins', async (t) => {
  const { ring, store } = await world(t);
  const keys = await Promise.all(Array.from({ length: 6 }, () => ring().signer('default', 'credential')));
  assert.equal(new Set(keys.map((key) => key.kid)).size, 1);
  assert.equal(new Set(keys.map((key) => key.anchor)).size, 1);
  for (const purpose of ['data', 'ca', 'credential'] as const) {
    assert.equal((await documentsOf(store, purpose)).length, 1, purpose);
  }
});

test('a key is renewed 30 days before its end, by one replica', async (t) => {
  const made = await world(t);
  const [one, two] = [made.ring(), made.ring()];
  const first = await one.signer('default', 'credential');
  await two.signer('default', 'credential');
  made.now = first.notAfter - 30 * DAY - 1;
  assert.equal((await one.signer('default', 'credential')).kid, first.kid);
  made.now += 1;
  // The next key is published first.
  assert.equal((await two.signer('default', 'credential')).kid, first.kid);
  assert.equal((await two.published('default')).length, 2);
  made.now += LEAD;
  const renewed = await Promise.all([
    one.signer('default', 'credential'),
    one.signer('default', 'credential'),
    two.signer('default', 'credential'),
  ]);
  assert.equal(new Set(renewed.map((key) => key.kid)).size, 1);
  assert.notEqual(renewed[0]?.kid, first.kid);
  assert.equal((await documentsOf(made.store, 'credential')).length, 2);
  assert.equal(renewed[0]?.anchor, first.anchor);
});

test('published: every generation whose certificate has not ended, public members alone', async (t) => {
  const made = await world(t);
  const keys = made.ring();
  const [published] = await keys.published('default');
  const first = await keys.signer('default', 'credential');
  assert.deepEqual(published, { ...first.publicJwk, kid: first.kid, use: 'sig', alg: 'ES256' });
  await keys.signer('default', 'request');
  made.now = first.notAfter;
  const second = await keys.signer('default', 'credential');
  assert.deepEqual(
    (await keys.published('default')).map((key) => key.kid),
    [second.kid, first.kid],
  );
  made.now += 1;
  assert.deepEqual(
    (await keys.published('default')).map((key) => key.kid),
    [second.kid],
  );
});

test('a leaf never outlives its CA: the CA is renewed first', async (t) => {
  const made = await world(t);
  const first = await made.ring().signer('default', 'credential');
  made.now = start + (3650 - 300) * DAY;
  const later = await made.ring().signer('default', 'credential');
  const anchor = new X509Certificate(later.anchor ?? '');
  assert.notEqual(later.anchor, first.anchor);
  assert.ok(isIssuedBy(leafOf(later), anchor) && Date.parse(anchor.validTo) > later.notAfter);
  // credentials issued under the earlier one are also the tenant's own
  const trusted = (await made.ring().anchors('default', 'credential')).map((each) => each.toString().trim());
  assert.deepEqual(trusted.sort(), [first.anchor?.trim(), later.anchor?.trim()].sort());
});

test('anchors: the CA of the tenant, the same objects until there is another key', async (t) => {
  const made = await world(t);
  const keys = made.ring();
  const before = await keys.anchors('default', 'credential');
  const key = await keys.signer('default', 'credential');
  assert.deepEqual(
    before.map((each) => each.toString().trim()),
    [key.anchor?.trim()],
  );
  assert.equal(await keys.anchors('default', 'credential'), before);
  made.now = start + (3650 - 300) * DAY;
  assert.equal((await keys.anchors('default', 'credential')).length, 2);
  assert.equal((await keys.anchors('other', 'credential')).length, 1);
});

test('another public address gets another leaf', async (t) => {
  const made = await world(t);
  const first = await made.ring().signer('default', 'credential');
  const moved = await made.ring('http://127.0.0.1:3000').signer('default', 'credential');
  assert.notEqual(moved.kid, first.kid);
  assert.equal(leafOf(moved).subjectAltName, 'IP Address:127.0.0.1');
});

test('no private key stands in the store in plaintext, and none can be moved', async (t) => {
  const made = await world(t);
  await made.ring().signer('default', 'credential');
  const [document] = await documentsOf(made.store, 'credential');
  const [authority] = await documentsOf(made.store, 'ca');
  assert.ok(document !== undefined && authority !== undefined);
  const vault = await made.vaults().of('default');
  const privateKey = createPrivateKey(vault.open(document.sealed, `key/${document.id}`));
  assert.ok(privateKey.asymmetricKeyType === 'ec');
  const der = privateKey.export({ type: 'pkcs8', format: 'der' });
  const jwk = privateKey.export({ format: 'jwk' });
  const text = JSON.stringify([document, authority]);
  for (const secret of [der.toString('base64'), String(jwk.d), 'PRIVATE KEY']) assert.ok(!text.includes(secret));
  const sealed = Buffer.from(document.sealed, 'base64url');
  assert.ok(!sealed.includes(Buffer.from(String(jwk.d), 'base64url')) && !sealed.includes('PRIVATE KEY'));
  await made.store.replace(keyDocuments, { ...document, sealed: authority.sealed });
  await assert.rejects(made.ring().signer('default', 'credential'));
});

test('metadata is signed by the key of credentials, unless the operator gives one of its own', async (t) => {
  const made = await world(t);
  const keys = made.ring();
  const [credential, metadata] = [await keys.signer('default', 'credential'), await keys.signer('default', 'metadata')];
  assert.equal(metadata.kid, credential.kid);
  assert.deepEqual(
    (await made.store.find(keyDocuments, { index: 'purpose', equal: ['default', 'metadata'], limit: 1 })).documents,
    [],
  );
});

/** Puts a key of the operator for credentials into the folder, and its chain. */
async function writeOperatorKey({ configFolder }: World) {
  const folder = join(configFolder, 'keys');
  const authorityKeys = generateKeyPair();
  const own = generateKeyPair();
  const validity = { notBefore: start, notAfter: start + DAY, tenant: 'own', random: systemRandom };
  const host = certificateHost('https://issuer.example');
  const certificate = await createAuthority({ ...validity, host, keys: authorityKeys });
  const authority = { certificate, privateKey: authorityKeys.privateKey };
  await mkdir(folder);
  const pem = own.privateKey.export({ type: 'pkcs8', format: 'pem' });
  await writeFile(join(folder, 'credential.key.pem'), pem);
  const leaf = await createLeaf({ ...validity, host, authority, publicKey: own.publicKey });
  await writeFile(join(folder, 'credential.chain.pem'), leaf);
  return { own, leaf, certificate };
}

test('the chain of an operator key stays with the tenant when its files have gone', async (t) => {
  const made = await world(t);
  const { leaf } = await writeOperatorKey(made);
  const key = await made.ring().signer('default', 'credential');
  const thumbprint = leafThumbprint(key.x5c);
  assert.equal(await findChain(made.store, 'default', thumbprint), undefined);
  for (const ring of [made.ring(), made.ring()]) await ring.signedUntil('default', key, start);
  await rm(join(made.configFolder, 'keys'), { recursive: true });
  assert.equal((await findChain(made.store, 'default', thumbprint))?.trim(), leaf.trim());
  assert.equal(await findChain(made.store, 'acme', thumbprint), undefined);
});

test('no key and no CA is made beside the key of the operator', async (t) => {
  const made = await world(t);
  const { leaf } = await writeOperatorKey(made);
  const keys = made.ring();
  const signing = await keys.signer('default', 'credential');
  const { kid } = signing;
  const earlier = { ...signing, kid: 'a key of files that were there before' };
  for (const key of [signing, earlier]) await keys.signedUntil('default', key, start + 1000 * DAY);
  assert.deepEqual(await documentsOf(made.store, 'credential'), []);
  assert.deepEqual(await documentsOf(made.store, 'ca'), []);
  assert.deepEqual(
    (await keys.published('default')).map((key) => key.kid),
    [kid],
  );
  const anchors = await keys.anchors('default', 'credential');
  assert.deepEqual(anchors.map(String), [new X509Certificate(leaf).toString()]);
});

test('a generated key that files have replaced stays published as long as what it signed', async (t) => {
  const made = await world(t);
  const keys = made.ring();
  const generated = await keys.signer('default', 'credential');
  await writeOperatorKey(made);
  made.now += 1000;
  await keys.signedUntil('default', generated, start + 1000 * DAY);
  const [document] = await documentsOf(made.store, 'credential');
  assert.ok((document?.signedUntil ?? 0) >= start + 1000 * DAY);
});

test('the operator’s own key is preferred to generated ones, which stay published', async (t) => {
  const made = await world(t);
  const keys = made.ring();
  const generated = await keys.signer('default', 'credential');
  const { own, leaf, certificate } = await writeOperatorKey(made);
  made.now += 1000;
  const key = await keys.signer('default', 'credential');
  assert.equal(key.kid, jwkThumbprint(publicJwkOf(own.publicKey)));
  const token = await signJwtWith(key, { header: { typ: 'x' }, payload: {} });
  assert.ok(verifyJwt({ token, typ: 'x', key: own.publicKey }));
  assert.deepEqual(
    (await keys.published('default')).map(({ kid }) => kid),
    [key.kid, generated.kid],
  );
  // Trusted: the leaf, not the CA that certified it, and the tenant's earlier keys
  const anchors = await keys.anchors('default', 'credential');
  assert.deepEqual(
    anchors.map((anchor) => [anchor.ca, anchor.raw.equals(new X509Certificate(leaf).raw)]),
    [
      [false, true],
      [true, false],
    ],
  );
  assert.ok(!anchors.some((anchor) => anchor.raw.equals(new X509Certificate(certificate).raw)));
});
