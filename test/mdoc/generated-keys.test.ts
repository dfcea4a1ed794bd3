/** mdocs under the server's own IACA: read by libraries, and the purposes that its certificates are not trusted for. */
import assert from 'node:assert/strict';
import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { issueMdoc } from '@countersign/issuer/credential/issuer-signed';
import type { PublicJwk, SigningKey } from '@countersign/shared/crypto/keys';
import { createDocumentSigner, createIssuingAuthority } from '@countersign/shared/crypto/mdoc-certificates';
import { localSign } from '@countersign/shared/crypto/signing-algorithm';
import { countryOf } from '@countersign/shared/crypto/x509';
import { silentLog } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { createKeyRing } from '@countersign/shared/keys/key-ring';
import { createVaults } from '@countersign/shared/keys/vaults';
import { temporaryFolder, temporaryStore } from '@countersign/shared/test/store/temporary';
import { readDeviceResponse } from '@countersign/verifier/mdoc/device-response';
import { MdocError } from '@countersign/verifier/mdoc/mdoc-error';
import { redirectTranscript } from '@countersign/verifier/mdoc/session-transcript';
import { verifyDeviceAuth, verifyIssuerAuth } from '@countersign/verifier/mdoc/verify-document';
import { auth0Library } from './auth0-library.ts';
import { acceptWithOwf } from './owf-library.ts';

const MDL = 'org.iso.18013.5.1.mDL';
const NAMESPACE = 'org.iso.18013.5.1';
const DAY = 86_400_000;
const now = Date.parse('2026-06-15T12:30:00Z');
const wallet = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const deviceKey = wallet.privateKey.export({ format: 'jwk' });
const transcript = redirectTranscript({
  clientId: 'x509_hash:abc',
  nonce: 'n-0S6_WzA2Mj',
  jwkThumbprint: null,
  responseUri: 'https://verifier.example/response',
});

async function ringOf(t: TestContext, country: string) {
  const [store, configFolder] = [await temporaryStore(t), await temporaryFolder(t)];
  writeFileSync(join(configFolder, 'tenant.json'), JSON.stringify({ country }));
  const clock = (): number => now;
  const vaults = createVaults({ store, masterKey: Buffer.alloc(32, 1), random: systemRandom, clock });
  return createKeyRing({ store, vaults, publicUrl: 'https://issuer.example', configFolder, clock, log: silentLog });
}

function issue(key: Pick<SigningKey, 'alg' | 'sign' | 'x5c'>, country: string): Promise<string> {
  return issueMdoc({
    docType: MDL,
    nameSpaces: new Map([
      [
        NAMESPACE,
        new Map([
          ['family_name', 'Müller'],
          ['issuing_country', country],
        ]),
      ],
    ]),
    deviceKey: wallet.publicKey.export({ format: 'jwk' }) as unknown as PublicJwk,
    validity: { signed: now, validFrom: now, validUntil: now + 365 * DAY },
    key,
    random: randomBytes,
  });
}

const present = async (key: Pick<SigningKey, 'alg' | 'sign' | 'x5c'>, country: string): Promise<string> =>
  auth0Library.present({
    docType: MDL,
    issuerSigned: await issue(key, country),
    deviceKey,
    transcript,
    elements: { [NAMESPACE]: ['family_name'] },
  });

test('a driving licence of a year under the generated document signer is accepted', async (t) => {
  const ring = await ringOf(t, 'DE');
  const key = await ring.signer('default', 'mdoc');
  assert.ok(key.notAfter >= now + 365 * DAY, 'the signer lives as long as what it signs');
  const anchors = await ring.anchors('default', 'mdoc');
  const document = readDeviceResponse(Buffer.from(await present(key, 'DE'), 'base64url'));
  assert.equal(countryOf(verifyIssuerAuth(document, { anchors, now }).issuer), 'DE');
  verifyDeviceAuth(document, transcript);
});

test('@owf/mdoc accepts it, and compares issuing_country with the country of the issuer', async (t) => {
  const ring = await ringOf(t, 'DE');
  const key = await ring.signer('default', 'mdoc');
  const trusted = [key.anchor ?? ''];
  await acceptWithOwf(await issue(key, 'DE'), trusted, new Date(now));
  await assert.rejects(async () => acceptWithOwf(await issue(key, 'FR'), trusted, new Date(now)));
});

/** A key with its certificates, as the issuer of an mdoc sends them. */
interface Signer {
  readonly keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  readonly chain: readonly string[];
}

const common = { notBefore: now - DAY, notAfter: now + 400 * DAY, tenant: 'acme', host: 'issuer.example' };
const addresses = { issuerUrl: 'https://issuer.example', revocationListUrl: 'https://issuer.example/crl' };
const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

async function authorityOf(keys = pair()) {
  const certificate = await createIssuingAuthority({
    ...common,
    ...addresses,
    random: randomBytes,
    country: 'DE',
    keys,
  });
  return { certificate, keys };
}

async function signerUnder(authority: { readonly certificate: string; readonly keys: Signer['keys'] }) {
  const keys = pair();
  const by = { certificate: authority.certificate, privateKey: authority.keys.privateKey };
  const made = { ...common, random: randomBytes, publicKey: keys.publicKey, authority: by };
  return { keys, certificate: await createDocumentSigner(made) };
}

/** Why a document signed with this key is refused; undefined if it is accepted. */
async function refusal(
  { keys, chain }: Signer,
  anchors: readonly string[],
  pinned: readonly string[] = [],
): Promise<unknown> {
  const sign = localSign(createPrivateKey(keys.privateKey.export({ type: 'pkcs8', format: 'pem' })));
  const x5c = chain.map((pem) => new X509Certificate(pem).raw.toString('base64'));
  const document = readDeviceResponse(Buffer.from(await present({ alg: 'ES256', sign, x5c }, 'DE'), 'base64url'));
  try {
    const read = (all: readonly string[]) => all.map((pem) => new X509Certificate(pem));
    verifyIssuerAuth(document, { anchors: read(anchors), pinned: read(pinned), now });
    return undefined;
  } catch (error) {
    if (error instanceof MdocError) return [error.reason, error.facts?.detail];
    throw error;
  }
}

test('a document signer certifies no other one, the IACA signs no document, and only below an anchor', async () => {
  const iaca = await authorityOf();
  const signer = await signerUnder(iaca);
  const anchors = [iaca.certificate];
  assert.equal(await refusal({ keys: signer.keys, chain: [signer.certificate] }, anchors), undefined);

  const below = await signerUnder(signer);
  // Below the IACA the certificate of a signer would be an intermediate CA, which its path length forbids.
  const chain = [below.certificate, signer.certificate];
  assert.deepEqual(await refusal({ keys: below.keys, chain }, anchors), ['issuer_trust', 'no_anchor']);
  // Not even if the signer's certificate is the anchor: it is trusted only for its own key.
  const pinned = [signer.certificate];
  assert.deepEqual(await refusal({ keys: below.keys, chain: [below.certificate] }, pinned), [
    'issuer_trust',
    'no_anchor',
  ]);

  const byIaca = { keys: iaca.keys, chain: [iaca.certificate] };
  assert.deepEqual(await refusal(byIaca, anchors), ['issuer_trust', 'not_for_signatures']);

  const other = await authorityOf();
  assert.deepEqual(await refusal({ keys: signer.keys, chain: [signer.certificate] }, [other.certificate]), [
    'issuer_trust',
    'no_anchor',
  ]);
});

test('the path length of an IACA lets no CA stand between it and a signer', async () => {
  const iaca = await authorityOf();
  const between = await authorityOf();
  const signer = await signerUnder(between);
  const chain = [signer.certificate, between.certificate];
  const [reason] = (await refusal({ keys: signer.keys, chain }, [iaca.certificate])) as readonly unknown[];
  assert.equal(reason, 'issuer_trust');
});

test('the CA of SD-JWT VCs counts for no mdoc: its leaf is no document signer, nor its anchor one of mdocs', async (t) => {
  const ring = await ringOf(t, 'DE');
  const [credential, signer] = [await ring.signer('default', 'credential'), await ring.signer('default', 'mdoc')];
  const document = readDeviceResponse(Buffer.from(await present(credential, 'DE'), 'base64url'));
  const trust = { reason: 'issuer_trust' };
  const forMdocs = await ring.anchors('default', 'mdoc');
  assert.throws(() => verifyIssuerAuth(document, { anchors: forMdocs, now }), trust);
  const forVcs = await ring.anchors('default', 'credential');
  assert.throws(() => verifyIssuerAuth(document, { anchors: forVcs, now }), trust, 'no extended key usage');
  const signed = readDeviceResponse(Buffer.from(await present(signer, 'DE'), 'base64url'));
  assert.throws(() => verifyIssuerAuth(signed, { anchors: forVcs, now }), trust);
});

test('a pinned certificate signs, even one that is a CA, and certifies no other one', async () => {
  const iaca = await authorityOf();
  const byIaca = { keys: iaca.keys, chain: [iaca.certificate] };
  assert.equal(await refusal(byIaca, [], [iaca.certificate]), undefined);
  const signer = await signerUnder(iaca);
  const below = { keys: signer.keys, chain: [signer.certificate] };
  assert.deepEqual(await refusal(below, [], [iaca.certificate]), ['issuer_trust', 'no_anchor']);
  const withIaca = { keys: signer.keys, chain: [signer.certificate, iaca.certificate] };
  assert.deepEqual(await refusal(withIaca, [], [iaca.certificate]), ['issuer_trust', 'no_anchor']);
  // The key of another certificate, under the name of the pinned one.
  const stolen = { keys: signer.keys, chain: [iaca.certificate] };
  assert.equal(((await refusal(stolen, [], [iaca.certificate])) as readonly unknown[])[0], 'issuer_signature');
});
