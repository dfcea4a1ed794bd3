/** The document signer of a tenant and its IACA, over the key ring. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { leafThumbprint } from '@countersign/shared/crypto/certificate-chain';
import { issuerAddresses } from '@countersign/shared/crypto/certificate-extensions';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { jwkThumbprint, publicJwkOf } from '@countersign/shared/crypto/jwk';
import { createDocumentSigner, createIssuingAuthority } from '@countersign/shared/crypto/mdoc-certificates';
import { verifyCertificatePath } from '@countersign/shared/crypto/x5c';
import { countryOf } from '@countersign/shared/crypto/x509';
import { silentLog } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { findChain } from '@countersign/shared/keys/kept-chains';
import { createKeyRing } from '@countersign/shared/keys/key-ring';
import { createVaults } from '@countersign/shared/keys/vaults';
import type { KeyDocument } from '@countersign/shared/model/keys/key-documents';
import { CA_LEAD, LEAD, READ_AT_LEAST_EVERY } from '@countersign/shared/model/keys/key-states';
import { keyDocuments } from '@countersign/shared/test/model/every-tenant';
import { temporaryFolder, temporaryStore } from '@countersign/shared/test/store/temporary';
import { createKeyOperations } from '../../src/keys/key-operations.ts';

const DAY = 86_400_000;

async function world(t: TestContext) {
  const [store, configFolder] = [await temporaryStore(t), await temporaryFolder(t)];
  const made = { now: Date.UTC(2030, 0, 1, 12, 34, 56) };
  const clock = (): number => made.now;
  const vaults = createVaults({ store, masterKey: Buffer.alloc(32, 1), random: systemRandom, clock });
  const options = { store, vaults, publicUrl: 'https://issuer.example', configFolder, clock, log: silentLog };
  const documents = async (purpose: KeyDocument['purpose']) =>
    (await store.find(keyDocuments, { index: 'purpose', equal: ['default', purpose], limit: 100 })).documents;
  return Object.assign(made, {
    configFolder,
    store,
    documents,
    ring: (publicUrl = 'https://issuer.example') => createKeyRing({ ...options, publicUrl }),
    operations: createKeyOperations(options),
    countries: async () => {
      const certificates = (await documents('mdoc')).map(({ certificate = '' }) => new X509Certificate(certificate));
      return certificates.map(({ subject }) => countryOf(subject));
    },
    configure: (tenantFile: string) => writeFileSync(join(configFolder, 'tenant.json'), tenantFile),
    tenantFile: join(configFolder, 'tenant.json'),
  });
}

test('a document signer is made at first use, under an IACA of the tenant', async (t) => {
  const made = await world(t);
  const ring = made.ring();
  const key = await ring.signer('default', 'mdoc');
  const anchor = new X509Certificate(key.anchor ?? '');
  assert.equal(anchor.subject, 'C=UT\nO=issuer.example\nCN=IACA of default');
  const leaf = verifyCertificatePath([...key.x5c], [anchor], made.now);
  assert.equal(jwkThumbprint(publicJwkOf(leaf.publicKey)), key.kid);
  assert.ok(key.notAfter - made.now > 365 * DAY);
  assert.notEqual((await ring.signer('default', 'credential')).anchor, key.anchor);
  assert.equal(await ring.signer('default', 'mdoc'), key);
  assert.ok(!(await ring.published('default')).some(({ kid }) => kid === key.kid), 'no key of JWTs');
});

test('replicas that race make one document signer and one IACA', async (t) => {
  const made = await world(t);
  const keys = await Promise.all(Array.from({ length: 6 }, () => made.ring().signer('default', 'mdoc')));
  assert.equal(new Set(keys.map(({ kid }) => kid)).size, 1);
  for (const purpose of ['iaca', 'mdoc'] as const) assert.equal((await made.documents(purpose)).length, 1, purpose);
});

test('it is used for 90 days, and renewed without a gap', async (t) => {
  const made = await world(t);
  const ring = made.ring();
  const first = await ring.signer('default', 'mdoc');
  made.now = first.notAfter - 366 * DAY - 1;
  assert.equal((await ring.signer('default', 'mdoc')).kid, first.kid);
  assert.equal((await made.documents('mdoc')).length, 1);
  made.now += READ_AT_LEAST_EVERY;
  assert.equal((await ring.signer('default', 'mdoc')).kid, first.kid, 'pending');
  made.now += LEAD;
  const second = await ring.signer('default', 'mdoc');
  assert.notEqual(second.kid, first.kid);
  assert.equal(second.anchor, first.anchor);
  assert.ok(second.notAfter - made.now > 365 * DAY);
});

test('another country: the next signer, under an IACA of that country, and both stay trusted', async (t) => {
  const made = await world(t);
  const ring = made.ring();
  const first = await ring.signer('default', 'mdoc');
  made.configure('{"country":"DE"}');
  made.now += READ_AT_LEAST_EVERY;
  assert.equal((await ring.signer('default', 'mdoc')).kid, first.kid, 'published first');
  made.now += LEAD;
  const second = await ring.signer('default', 'mdoc');
  assert.equal(countryOf(new X509Certificate(second.anchor ?? '').subject), 'DE');
  assert.deepEqual(await made.countries(), ['UT', 'DE']);
  assert.equal((await ring.anchors('default', 'mdoc')).length, 2);
  rmSync(made.tenantFile);
  made.now += READ_AT_LEAST_EVERY;
  await ring.signer('default', 'mdoc');
  assert.deepEqual(await made.countries(), ['UT', 'DE'], 'no country is no change');
});

test('replicas with different settings do not replace each other’s keys again and again', async (t) => {
  const made = await world(t);
  const [one, two] = [made.ring(), made.ring('https://other.example')];
  await one.signer('default', 'mdoc');
  for (let minutes = 0; minutes < 9; minutes += 3) {
    made.now += READ_AT_LEAST_EVERY;
    await Promise.all([one.signer('default', 'mdoc'), two.signer('default', 'mdoc')]);
  }
  assert.equal((await made.documents('mdoc')).length, 2);
});

test('another address: an IACA whose revocation list is there', async (t) => {
  const made = await world(t);
  await made.ring().signer('default', 'mdoc');
  await made.ring('https://new.example').signer('default', 'mdoc');
  const [, second] = (await made.documents('mdoc')).map(({ certificate = '' }) => new X509Certificate(certificate));
  assert.deepEqual(second && issuerAddresses(second), ['https://new.example']);
  assert.ok(second?.raw.includes('https://new.example/iaca/2/crl'));
});

test('a rotated IACA certifies document signers 30 days later', async (t) => {
  const made = await world(t);
  const ring = made.ring();
  const first = await ring.signer('default', 'mdoc');
  const rotated = await made.operations.rotate('default', 'iaca');
  assert.equal(rotated.usedFrom, made.now + CA_LEAD);
  await made.operations.rotate('default', 'mdoc');
  made.now += LEAD;
  assert.equal((await ring.signer('default', 'mdoc')).anchor, first.anchor);
  made.now += CA_LEAD;
  await made.operations.rotate('default', 'mdoc');
  made.now += LEAD;
  assert.equal((await ring.signer('default', 'mdoc')).anchor?.trim(), rotated.certificate?.pem.trim());
});

test('a tenant without a document signer has no anchor for mdocs, and gets no key', async (t) => {
  const made = await world(t);
  const ring = made.ring();
  assert.deepEqual(await ring.anchors('default', 'mdoc'), []);
  assert.deepEqual(await made.documents('iaca'), []);
  const { anchor = '' } = await made.ring().signer('default', 'mdoc');
  const [own] = await ring.anchors('default', 'mdoc');
  assert.equal(own?.toString().trim(), anchor.trim(), 'made by another replica a moment ago');
  const credential = await ring.anchors('default', 'credential');
  assert.ok(!credential.some(({ fingerprint256 }) => fingerprint256 === own?.fingerprint256));
});

test('the operator’s document signer is preferred, and its certificate is the anchor, not the IACA above it', async (t) => {
  const made = await world(t);
  const authorityKeys = generateKeyPair();
  const { privateKey, publicKey } = generateKeyPair();
  const common = { notBefore: made.now, notAfter: made.now + DAY, tenant: 'x', host: 'x', random: systemRandom };
  const addresses = { issuerUrl: 'https://x.example', revocationListUrl: 'https://x.example/crl' };
  const certificate = await createIssuingAuthority({ ...common, ...addresses, country: 'FR', keys: authorityKeys });
  const authority = { certificate, privateKey: authorityKeys.privateKey };
  const chain = await createDocumentSigner({ ...common, publicKey, authority });
  mkdirSync(join(made.configFolder, 'keys'));
  writeFileSync(join(made.configFolder, 'keys/mdoc.key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(join(made.configFolder, 'keys/mdoc.chain.pem'), chain);
  const ring = made.ring();
  const key = await ring.signer('default', 'mdoc');
  assert.equal(key.kid, jwkThumbprint(publicJwkOf(publicKey)));
  const anchors = await ring.anchors('default', 'mdoc');
  assert.deepEqual(
    anchors.map(({ fingerprint256 }) => fingerprint256),
    [new X509Certificate(chain).fingerprint256],
  );
  assert.ok(verifyCertificatePath([...key.x5c], anchors, made.now));
  assert.deepEqual(await made.documents('mdoc'), [], 'none is generated');
  await ring.keepChain('default', key);
  rmSync(join(made.configFolder, 'keys'), { recursive: true });
  const kept = await findChain(made.store, 'default', leafThumbprint(key.x5c));
  assert.equal(kept?.trim(), chain.trim(), 'its mdocs name the chain, so it stays when the files have gone');
});
