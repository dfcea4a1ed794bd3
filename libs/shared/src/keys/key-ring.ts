/** The key ring: signing keys of all tenants, generated at first use or provided by the operator. */
import type { X509Certificate } from 'node:crypto';
import type { GeneratedKeyPurpose, KeyPurpose, KeyRing, SigningKey } from '../crypto/keys.ts';
import { certificateHost } from '../crypto/x509.ts';
import type { Clock } from '../kernel/clock.ts';
import { ProtocolError } from '../kernel/errors.ts';
import type { FolderEdits } from '../kernel/folder-edits.ts';
import type { Log } from '../kernel/log.ts';
import { type Random, systemRandom } from '../kernel/random.ts';
import { DEFAULT_SET, type KeyDocument, keyDocuments } from '../model/keys/key-documents.ts';
import { activeAt, isKeyObsolete, signUntil } from '../model/keys/key-states.ts';
import { ofTenant } from '../store/of-tenant.ts';
import type { Store } from '../store/port.ts';
import { certificateOf } from './certificate-of.ts';
import { createExpiryWarnings, type WarnOfEnd } from './expiry-warnings.ts';
import { allGenerations } from './generated-keys.ts';
import { createGenerations, leafOf } from './generations.ts';
import { keepChain } from './kept-chains.ts';
import { authorityFor } from './key-certificates.ts';
import { createMdocIssuers } from './mdoc-issuer.ts';
import { createOperatorKeys, KEY_SET } from './operator-keys.ts';
import { type PublishedParts, publishedKeys } from './published-keys.ts';
import { createSetLeaves } from './set-leaves.ts';
import { noSigners, type Signers } from './signer.ts';
import { createStoredSets, type StoredSets } from './stored-sets.ts';
import type { Vaults } from './vault.ts';

export interface KeyRingOptions {
  readonly store: Store;
  readonly vaults: Vaults;
  readonly publicUrl: string;
  readonly configFolder: string;
  /** Edits of the configuration folder. */
  readonly edits?: FolderEdits;
  readonly clock: Clock;
  readonly random?: Random;
  readonly log: Log;
  /** Default: keys are created in the process and stored encrypted. */
  readonly signers?: Signers;
}

interface RingParts extends KeyRingOptions, PublishedParts {
  readonly storedSets: StoredSets;
  readonly warnOfEnd: WarnOfEnd;
  /** Keys of the operator whose chains are in the store. */
  readonly keptChains: WeakSet<Pick<SigningKey, 'x5c'>>;
}

/** Creates the key ring. Keys are cached after their first use. */
export function createKeyRing(options: KeyRingOptions): KeyRing {
  const host = certificateHost(options.publicUrl);
  const { random = systemRandom, signers = noSigners } = options;
  const storedSets = createStoredSets({ ...options, signers });
  const operatorKey = createOperatorKeys({ ...options, stored: storedSets });
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
    storedSets,
    setLeaves: createSetLeaves({ ...options, operatorKey, storedSets }),
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
    keepChain: async (tenant, key) => {
      // The chain of a generated key is with the key.
      if (key.anchor === undefined) await keepChainOnce(parts, tenant, key);
    },
    hasStoredSets: async (tenant) => (await storedSets.certified(tenant)).some(({ set }) => set !== DEFAULT_SET),
  };
}

interface KeyOfSet {
  readonly tenant: string;
  readonly purpose: KeyPurpose;
  readonly set: string;
}

/** None is generated: a set means exactly its certificates. The key in use first. */
async function keysOfSet({ operatorKey, warnOfEnd }: RingParts, of: KeyOfSet): Promise<readonly SigningKey[]> {
  const { tenant, purpose, set } = of;
  const key = KEY_SET.test(set) ? await operatorKey(tenant, purpose, set) : undefined;
  if (key === undefined) return [];
  warnOfEnd(tenant, `${set}/${purpose}`, key);
  return [key, ...(key.others ?? [])];
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
  if (given === undefined)
    return purpose === 'metadata' ? usableKeys(parts, tenant, 'credential') : generatedKeys(parts, tenant, purpose);
  parts.warnOfEnd(tenant, purpose, given);
  if (given.others === undefined) return [given];
  const before = purpose !== 'metadata' && (await hasReplacedGenerated(parts, tenant, purpose));
  return [given, ...given.others, ...(before ? await generatedKeys(parts, tenant, purpose) : [])];
}

/**
 * Whether the first certificate from the API replaced a generated key so recently that flows started with that key can
 * still finish.
 */
async function hasReplacedGenerated(
  { storedSets, clock }: RingParts,
  tenant: string,
  purpose: GeneratedKeyPurpose,
): Promise<boolean> {
  const all = await storedSets.certified(tenant);
  const first = all.find((one) => one.set === DEFAULT_SET && one.purpose === purpose);
  return first !== undefined && !isKeyObsolete(first.document, clock());
}

async function generatedKeys(
  parts: RingParts,
  tenant: string,
  purpose: GeneratedKeyPurpose,
): Promise<readonly SigningKey[]> {
  const { generations, documents } = await parts.generations.cached({ tenant, purpose }, 'older');
  const now = parts.clock();
  const keys: SigningKey[] = [];
  for (let index = activeAt(documents, now); index >= 0; index -= 1) {
    const key = generations[index]?.key;
    if (key !== undefined && !isKeyObsolete(documents[index + 1], now)) keys.push(key);
  }
  return keys;
}

interface KnownAnchors {
  readonly signer: SigningKey;
  readonly sets: readonly X509Certificate[];
  readonly anchors: readonly X509Certificate[];
}

function createAnchors(parts: RingParts, signer: KeyRing['signer']): KeyRing['anchors'] {
  // CAs are only added, and a new one comes with a new signing key.
  const known = new Map<string, KnownAnchors>();
  return async (tenant, purpose) => {
    if (purpose === 'mdoc' && !(await hasDocumentSigner(parts, tenant))) return [];
    const current = await signer(tenant, purpose);
    const sets = await parts.setLeaves(tenant, purpose);
    const name = `${tenant}/${purpose}`;
    const cached = known.get(name);
    if (cached?.signer === current && cached.sets === sets) return cached.anchors;
    const authorities = (await allGenerations(parts.store, tenant, authorityFor(purpose))).map(certificateOf);
    const leaves = [...(current.anchor === undefined ? [leafOf(current)] : []), ...sets];
    const own = [...leaves, ...authorities];
    known.set(name, { signer: current, sets, anchors: own });
    return own;
  };
}

/** A tenant that issues no mdocs must not receive an IACA only because it verifies some. */
async function hasDocumentSigner({ operatorKey, store }: RingParts, tenant: string): Promise<boolean> {
  if ((await operatorKey(tenant, 'mdoc')) !== undefined) return true;
  const query = { index: 'purpose', equal: ['mdoc'], limit: 1 } as const;
  return (await ofTenant(store, tenant).find(keyDocuments, query)).documents.length > 0;
}

async function extendPublication(
  parts: RingParts,
  tenant: string,
  key: Parameters<KeyRing['signedUntil']>[1],
  until: number,
): Promise<void> {
  if (key.anchor === undefined) return keepChainOnce(parts, tenant, key);
  const { kid, notAfter } = key;
  // Published until its certificate expires in any case.
  if (until <= notAfter) return;
  const purpose: GeneratedKeyPurpose = 'credential';
  const { documents } = await parts.generations.cached({ tenant, purpose }, 'older');
  const of = documents.find((document) => document.kid === kid);
  if (of === undefined || signUntil(of, until) === of) return;
  await ofTenant(parts.store, tenant).update<KeyDocument>(keyDocuments, of.id, (document) =>
    signUntil(document, until),
  );
  parts.generations.forget({ tenant, purpose });
}

/** Its key is published by the operator. */
async function keepChainOnce(
  { store, clock, keptChains }: RingParts,
  tenant: string,
  key: Pick<SigningKey, 'x5c'>,
): Promise<void> {
  if (keptChains.has(key)) return;
  await keepChain(store, tenant, key, clock());
  keptChains.add(key);
}
