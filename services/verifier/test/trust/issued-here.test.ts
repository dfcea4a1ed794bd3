/** Which tenant issued a credential that refers to one of its status lists. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import type { KeyRing } from '@countersign/shared/crypto/keys';
import { createDocumentSigner, createIssuingAuthority } from '@countersign/shared/crypto/mdoc-certificates';
import { systemRandom } from '@countersign/shared/kernel/random';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { makeIntermediate } from '@countersign/shared/test/crypto/intermediate';
import type { StatusReference } from '../../src/presentation/status-reference.ts';
import { createIssuedHere } from '../../src/trust/issued-here.ts';
import { NOT_AFTER, NOT_BEFORE } from '../mdoc/made-mdoc.ts';
import { ownLeaf, PUBLIC_URL, reference } from '../status-world.ts';

const { settings } = readSettings({ PUBLIC_URL });
const common = {
  tenant: 'acme',
  host: 'iaca.example',
  random: systemRandom,
  notBefore: NOT_BEFORE,
  notAfter: NOT_AFTER,
};

/** An IACA and two document signers under it. */
async function makeSigners() {
  const keys = generateKeyPair();
  const certificate = await createIssuingAuthority({
    ...common,
    keys,
    country: 'DE',
    issuerUrl: 'https://iaca.example',
    revocationListUrl: 'https://iaca.example/crl',
  });
  const authority = { certificate, privateKey: keys.privateKey };
  const signer = async () =>
    new X509Certificate(await createDocumentSigner({ ...common, publicKey: generateKeyPair().publicKey, authority }));
  return {
    issuer: { certificate, keys },
    iaca: new X509Certificate(certificate),
    one: await signer(),
    two: await signer(),
  };
}

const home = await makeSigners();
const foreign = await makeSigners();

/** @param own anchors of mdocs by tenant */
function world(own: Readonly<Record<string, readonly X509Certificate[]>>) {
  const asked: string[] = [];
  const anchors: KeyRing['anchors'] = async (tenant, purpose) => {
    asked.push(`${tenant}/${purpose}`);
    return own[tenant] ?? [];
  };
  return { asked, isIssuedHere: createIssuedHere({ settings, keys: { anchors } as Partial<KeyRing> as KeyRing }) };
}

const mdoc = (signer: X509Certificate): StatusReference => ({
  ...reference,
  format: 'mso_mdoc',
  iss: undefined,
  signer,
});

test('an SD-JWT VC: by its issuer and the host of its certificate; no key of mdocs is read', async () => {
  const { asked, isIssuedHere } = world({ default: [home.iaca] });
  const own = { ...reference, iss: PUBLIC_URL, signer: ownLeaf };
  assert.equal(await isIssuedHere('default', own), true);
  assert.equal(await isIssuedHere('root', own), false);
  assert.equal(await isIssuedHere('root', { ...own, iss: `${PUBLIC_URL}/root` }), true);
  assert.equal(await isIssuedHere('default', { ...own, iss: undefined }), false);
  assert.equal(await isIssuedHere('default', { ...own, signer: home.one }), false);
  assert.deepEqual(asked, ['default/credential'], 'only for a certificate that does not name the host');
});

test('an SD-JWT VC by a certificate of the operator that names contacts: its subject and what issued it', async () => {
  const by = async (subject: string, issuer = home.issuer) => {
    const names = [{ type: 'url', value: 'https://agency.example/contact' }] as const;
    const { notBefore, notAfter } = common;
    return makeIntermediate({
      keys: generateKeyPair(),
      issuer,
      ca: false,
      names,
      subject,
      notBefore,
      notAfter,
      authorityKey: true,
    });
  };
  const present = await by('CN=agency');
  const { isIssuedHere } = world({ default: [present, home.iaca] });
  const here = (signer: X509Certificate) => isIssuedHere('default', { ...reference, iss: PUBLIC_URL, signer });
  assert.equal(await here(present), true);
  assert.equal(await here(await by('CN=agency')), true, 'the one before it');
  assert.equal(await here(await by('CN=neighbour')), false, 'another customer of the same CA');
  assert.equal(await here(await by('CN=agency', foreign.issuer)), false);
});

test('an mdoc: by the IACA of the tenant, an earlier signer too', async () => {
  const { asked, isIssuedHere } = world({ default: [home.iaca], root: [foreign.iaca] });
  for (const signer of [home.one, home.two]) assert.equal(await isIssuedHere('default', mdoc(signer)), true);
  assert.equal(await isIssuedHere('default', mdoc(foreign.one)), false);
  assert.equal(await isIssuedHere('root', mdoc(home.one)), false);
  assert.equal(await isIssuedHere('absent', mdoc(home.one)), false);
  assert.ok(asked.every((name) => name.endsWith('/mdoc')));
});

test('an mdoc of a signer that the operator provides: that signer, and others of its IACA', async () => {
  const { isIssuedHere } = world({ default: [home.one] });
  assert.equal(await isIssuedHere('default', mdoc(home.one)), true);
  assert.equal(await isIssuedHere('default', mdoc(home.two)), true);
  assert.equal(await isIssuedHere('default', mdoc(foreign.one)), false);
  assert.equal(await isIssuedHere('default', mdoc(reference.signer)), false);
});

test('an mdoc is not of a tenant because it names its issuer and host', async () => {
  const { isIssuedHere } = world({});
  assert.equal(await isIssuedHere('default', { ...mdoc(ownLeaf), iss: PUBLIC_URL }), false);
});
