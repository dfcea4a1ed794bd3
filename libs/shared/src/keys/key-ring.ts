/** The key ring: signing keys of all tenants, generated at first use or provided by the operator. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { jwkThumbprint, publicJwkOf } from '../crypto/jwk.ts';
import type { GeneratedKeyPurpose, KeyRing, PublicJwk, PublishedKey, SigningKey } from '../crypto/keys.ts';
import { certificateHost, isIssuedBy, notAfter, x5cElement } from '../crypto/x509.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { type Random, systemRandom } from '../kernel/random.ts';
import { type KeyDocument, keyDocuments } from '../model/keys-documents.ts';
import { ofTenant } from '../store/of-tenant.ts';
import type { Store } from '../store/port.ts';
import { createGeneratedKeys, isUsable } from './generated-keys.ts';
import { createOperatorKeys } from './operator-keys.ts';
import type { Vaults } from './vault.ts';

export interface KeyRingOptions {
  readonly store: Store;
  readonly vaults: Vaults;
  readonly publicUrl: string;
  readonly configFolder: string;
  readonly clock: Clock;
  readonly random?: Random;
  readonly log: Log;
}

const PAGE = 100;

/** Creates the key ring. Keys are cached after their first use. */
export function createKeyRing(options: KeyRingOptions): KeyRing {
  const host = certificateHost(options.publicUrl);
  const operatorKey = createOperatorKeys({ ...options, host });
  const generated = createGeneratedKeys({ ...options, host, random: options.random ?? systemRandom });
  const held = new Map<string, Promise<SigningKey>>();

  const generatedSigner = async (tenant: string, purpose: GeneratedKeyPurpose): Promise<SigningKey> => {
    const name = `${tenant}/${purpose}`;
    const known = held.get(name);
    if (known !== undefined) {
      const key = await known;
      if (isUsable(key.notAfter, options.clock())) return key;
      if (held.get(name) === known) held.delete(name);
    }
    const loading = held.get(name) ?? loadSigner(options, generated, tenant, purpose);
    if (held.get(name) !== loading) {
      held.set(name, loading);
      loading.catch(() => held.delete(name));
    }
    return loading;
  };

  const signer: KeyRing['signer'] = async (tenant, purpose) => {
    const given = await operatorKey(tenant, purpose);
    if (given !== undefined) return given;
    return purpose === 'metadata' ? signer(tenant, 'credential') : generatedSigner(tenant, purpose);
  };

  // CAs are only added, and a new one comes with a new signing key.
  const believed = new Map<string, { readonly signer: SigningKey; readonly anchors: readonly X509Certificate[] }>();

  const anchors: KeyRing['anchors'] = async (tenant) => {
    const current = await signer(tenant, 'credential');
    const known = believed.get(tenant);
    if (known?.signer === current) return known.anchors;
    const authorities = (await allGenerations(options.store, tenant, 'ca')).map(certificateOf);
    const own = current.anchor === undefined ? [leafOf(current), ...authorities] : authorities;
    believed.set(tenant, { signer: current, anchors: own });
    return own;
  };

  return {
    signer,
    anchors,
    published: async (tenant) => {
      const current = await signer(tenant, 'credential');
      const documents = await allGenerations(options.store, tenant, 'credential');
      const now = options.clock();
      const earlier = documents
        .filter((document) => (document.notAfter ?? 0) >= now && document.kid !== current.kid)
        .map((document) => publishedKey(publicJwkOf(certificateOf(document).publicKey)));
      return [publishedKey(current.publicJwk), ...earlier];
    },
  };
}

async function loadSigner(
  options: KeyRingOptions,
  generated: ReturnType<typeof createGeneratedKeys>,
  tenant: string,
  purpose: GeneratedKeyPurpose,
): Promise<SigningKey> {
  const document = await generated.current(tenant, purpose);
  const leaf = certificateOf(document);
  const authorities = await allGenerations(options.store, tenant, 'ca');
  const anchor = authorities.find((authority) => isIssuedBy(leaf, certificateOf(authority)))?.certificate;
  if (anchor === undefined) throw new Error(`The CA of key ${document.id} is missing in the store`);
  const vault = await options.vaults.of(tenant);
  const privateKey = createPrivateKey(vault.open(document.sealed, `key/${document.id}`));
  const publicJwk = publicJwkOf(privateKey);
  if (!leaf.checkPrivateKey(privateKey)) throw new Error(`The certificate of key ${document.id} is for another key`);
  const kid = jwkThumbprint(publicJwk);
  return { kid, privateKey, publicJwk, x5c: [x5cElement(leaf)], anchor, notAfter: notAfter(leaf) };
}

async function allGenerations(
  store: Store,
  tenant: string,
  purpose: KeyDocument['purpose'],
): Promise<readonly KeyDocument[]> {
  const query = { index: 'purpose', equal: [purpose], order: 'descending', limit: PAGE } as const;
  const documents: KeyDocument[] = [];
  for await (const page of ofTenant(store, tenant).pages(keyDocuments, query)) documents.push(...page);
  return documents;
}

function leafOf({ x5c: [leaf = ''] }: SigningKey): X509Certificate {
  return new X509Certificate(Buffer.from(leaf, 'base64'));
}

function certificateOf(document: KeyDocument): X509Certificate {
  if (document.certificate === undefined) throw new Error(`Key ${document.id} has no certificate`);
  return new X509Certificate(document.certificate);
}

function publishedKey(jwk: PublicJwk): PublishedKey {
  return { ...jwk, kid: jwkThumbprint(jwk), use: 'sig', alg: 'ES256' };
}
