/** The key ring: signing keys of all tenants, generated at first use or provided by the operator. */
import type { X509Certificate } from 'node:crypto';
import { jwkThumbprint, publicJwkOf } from '../crypto/jwk.ts';
import type { GeneratedKeyPurpose, KeyPurpose, KeyRing, PublicJwk, PublishedKey, SigningKey } from '../crypto/keys.ts';
import { certificateHost } from '../crypto/x509.ts';
import type { Clock } from '../kernel/clock.ts';
import { ProtocolError } from '../kernel/errors.ts';
import type { FolderEdits } from '../kernel/folder-edits.ts';
import type { Log } from '../kernel/log.ts';
import { type Random, systemRandom } from '../kernel/random.ts';
import { type KeyDocument, keyDocuments } from '../model/keys/key-documents.ts';
import { activeAt, isKeyObsolete, type KeyState, keyStatesAt, signUntil } from '../model/keys/key-states.ts';
import { ofTenant } from '../store/of-tenant.ts';
import type { Store } from '../store/port.ts';
import { certificateOf } from './certificate-of.ts';
import { createExpiryWarnings, type WarnOfEnd } from './expiry-warnings.ts';
import { allGenerations } from './generated-keys.ts';
import { createGenerations, type GenerationNow, type Generations, leafOf } from './generations.ts';
import { keepChain } from './kept-chains.ts';
import { authorityFor } from './key-certificates.ts';
import { createMdocIssuers } from './mdoc-issuer.ts';
import { createOperatorKeys, type FindOperatorKey, KEY_SET } from './operator-keys.ts';
import { noSigners, type Signers } from './signer.ts';
import type { Vaults } from './vault.ts';

export interface KeyRingOptions {
  readonly store: Store;
  readonly vaults: Vaults;
  readonly publicUrl: string;
  readonly configFolder: string;
  /** Of the configuration folder. */
  readonly edits?: FolderEdits;
  readonly clock: Clock;
  readonly random?: Random;
  readonly log: Log;
  /** Default: keys are made in the process and sealed in the store. */
  readonly signers?: Signers;
}

interface RingParts extends KeyRingOptions {
  readonly generations: Generations;
  readonly operatorKey: FindOperatorKey;
  readonly warnOfEnd: WarnOfEnd;
  /** Documents are cached for a while, so that a certificate is parsed once in that time. */
  readonly publicKeys: WeakMap<KeyDocument, PublishedKey>;
  /** Keys of the operator whose chains are in the store. */
  readonly keptChains: WeakSet<SigningKey>;
}

/** Creates the key ring. Keys are cached after their first use. */
export function createKeyRing(options: KeyRingOptions): KeyRing {
  const host = certificateHost(options.publicUrl);
  const operatorKey = createOperatorKeys(options);
  const { random = systemRandom, signers = noSigners } = options;
  const generations = createGenerations({
    ...options,
    host,
    random,
    signers,
    mdocIssuerOf: createMdocIssuers(options),
  });
  const warnOfEnd = createExpiryWarnings(options);
  const parts: RingParts = {
    ...options,
    generations,
    operatorKey,
    warnOfEnd,
    publicKeys: new WeakMap(),
    keptChains: new WeakSet(),
  };

  const signer: KeyRing['signer'] = async (tenant, purpose, set) => {
    if (set !== undefined) {
      const [key] = await keysOfSet(parts, { tenant, purpose, set });
      if (key === undefined) throw noKeyOf({ tenant, purpose, set });
      return key;
    }
    const given = await operatorKey(tenant, purpose);
    if (given !== undefined) {
      warnOfEnd(tenant, purpose, given);
      return given;
    }
    if (purpose === 'metadata') return signer(tenant, 'credential');
    const cached = await generations.cached({ tenant, purpose }, 'older');
    const active = cached.generations[activeAt(cached.documents, parts.clock())]?.key;
    if (active === undefined) throw new Error(`No key of ${tenant} for ${purpose} can sign`);
    return active;
  };
  return {
    signer,
    signers: (tenant, purpose, set) =>
      set === undefined ? usableKeys(parts, tenant, purpose) : keysOfSet(parts, { tenant, purpose, set }),
    anchors: createAnchors(parts, signer),
    published: (tenant) => publishedKeys(parts, tenant),
    signedUntil: (tenant, key, until) => extendPublication(parts, tenant, key, until),
    keepChain: async (tenant, { kid }) => {
      const given = await operatorKey(tenant, 'mdoc');
      // The chain of a generated key is with the key.
      if (given?.kid === kid) await keepChainOnce(parts, tenant, given);
    },
  };
}

interface KeyOfSet {
  readonly tenant: string;
  readonly purpose: KeyPurpose;
  readonly set: string;
}

/** Keys of a set are files only: who names one means that certificate and no other. */
async function keysOfSet({ operatorKey, warnOfEnd }: RingParts, of: KeyOfSet): Promise<readonly SigningKey[]> {
  const { tenant, purpose, set } = of;
  const key = KEY_SET.test(set) ? await operatorKey(tenant, purpose, set) : undefined;
  if (key === undefined) return [];
  warnOfEnd(tenant, `${set}/${purpose}`, key);
  return [key];
}

function noKeyOf({ purpose, set }: KeyOfSet): ProtocolError {
  return new ProtocolError('conflict', `The key set ${set} has no key for this purpose`, {
    reason: 'key_set_unknown',
    facts: { place: `keys/${set}/${purpose}.chain.pem` },
  });
}

async function usableKeys(
  parts: RingParts,
  tenant: string,
  purpose: Parameters<KeyRing['signers']>[1],
): Promise<readonly SigningKey[]> {
  const given = await parts.operatorKey(tenant, purpose);
  if (given !== undefined) {
    parts.warnOfEnd(tenant, purpose, given);
    return [given];
  }
  if (purpose === 'metadata') return usableKeys(parts, tenant, 'credential');
  const { generations, documents } = await parts.generations.cached({ tenant, purpose }, 'older');
  const now = parts.clock();
  const keys: SigningKey[] = [];
  for (let index = activeAt(documents, now); index >= 0; index -= 1) {
    const key = generations[index]?.key;
    if (key !== undefined && !isKeyObsolete(documents[index + 1], now)) keys.push(key);
  }
  return keys;
}

function createAnchors(parts: RingParts, signer: KeyRing['signer']): KeyRing['anchors'] {
  // CAs are only added, and a new one comes with a new signing key.
  const known = new Map<string, { readonly signer: SigningKey; readonly anchors: readonly X509Certificate[] }>();
  return async (tenant, purpose) => {
    if (purpose === 'mdoc' && !(await hasDocumentSigner(parts, tenant))) return [];
    const current = await signer(tenant, purpose);
    const name = `${tenant}/${purpose}`;
    const cached = known.get(name);
    if (cached?.signer === current) return cached.anchors;
    const authorities = (await allGenerations(parts.store, tenant, authorityFor(purpose))).map(certificateOf);
    const own = current.anchor === undefined ? [leafOf(current), ...authorities] : authorities;
    known.set(name, { signer: current, anchors: own });
    return own;
  };
}

/** A tenant that issues no mdocs gets no IACA because it verifies some. */
async function hasDocumentSigner({ operatorKey, store }: RingParts, tenant: string): Promise<boolean> {
  if ((await operatorKey(tenant, 'mdoc')) !== undefined) return true;
  const query = { index: 'purpose', equal: ['mdoc'], limit: 1 } as const;
  return (await ofTenant(store, tenant).find(keyDocuments, query)).documents.length > 0;
}

/** The order is that in which keys matter: the active one, the one that follows it, those before it. */
const ORDER: readonly KeyState[] = ['active', 'pending', 'retiring'];

async function publishedKeys(parts: RingParts, tenant: string): Promise<readonly PublishedKey[]> {
  const given = await parts.operatorKey(tenant, 'credential');
  const all =
    given === undefined ? await parts.generations.of({ tenant, purpose: 'credential' }) : await replaced(parts, tenant);
  const generated = ORDER.flatMap((state) => all.filter((one) => one.state === state).reverse());
  const keys = generated.map(({ document }) => keyIn(parts, document));
  return given === undefined ? keys : [publishedKey(given.publicJwk), ...keys];
}

/** The generations that signed before the operator provided files; none is made. */
async function replaced(
  { store, clock }: RingParts,
  tenant: string,
): Promise<readonly Pick<GenerationNow, 'document' | 'state'>[]> {
  const documents = (await allGenerations(store, tenant, 'credential')).toReversed();
  const now = clock();
  const states = keyStatesAt(documents, now);
  return documents
    .map((document, index) => ({ document, state: states[index] ?? 'retired' }))
    .filter(({ document: { notAfter = 0, signedUntil = 0 } }) => Math.max(notAfter, signedUntil) >= now);
}

async function extendPublication(
  parts: RingParts,
  tenant: string,
  { kid, notAfter }: Pick<SigningKey, 'kid' | 'notAfter'>,
  until: number,
): Promise<void> {
  const given = await parts.operatorKey(tenant, 'credential');
  if (given?.kid === kid) return keepChainOnce(parts, tenant, given);
  // Published until the end of its certificate in any case.
  if (until <= notAfter) return;
  const purpose: GeneratedKeyPurpose = 'credential';
  // Asking for the generations makes the first one, which nobody needs beside files.
  const all =
    given === undefined
      ? (await parts.generations.cached({ tenant, purpose }, 'older')).documents
      : await allGenerations(parts.store, tenant, purpose);
  const of = all.find((document) => document.kid === kid);
  if (of === undefined || signUntil(of, until) === of) return;
  await ofTenant(parts.store, tenant).update<KeyDocument>(keyDocuments, of.id, (document) =>
    signUntil(document, until),
  );
  parts.generations.forget({ tenant, purpose });
}

/** Its key is published by the operator. */
async function keepChainOnce({ store, clock, keptChains }: RingParts, tenant: string, key: SigningKey): Promise<void> {
  if (keptChains.has(key)) return;
  await keepChain(store, tenant, key, clock());
  keptChains.add(key);
}

function keyIn({ publicKeys }: RingParts, document: KeyDocument): PublishedKey {
  const known = publicKeys.get(document);
  if (known !== undefined) return known;
  const key = publishedKey(publicJwkOf(certificateOf(document).publicKey));
  publicKeys.set(document, key);
  return key;
}

function publishedKey(jwk: PublicJwk): PublishedKey {
  return { ...jwk, kid: jwkThumbprint(jwk), use: 'sig', alg: 'ES256' };
}
