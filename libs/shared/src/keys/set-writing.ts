/** Writes the keys of sets: a new key, a key's chain, a key's end. */
import type { X509Certificate } from 'node:crypto';
import { pemChain } from '../crypto/certificate-chain.ts';
import {
  certificateRequestPem,
  createCertificateRequest,
  type RequestedSubject,
} from '../crypto/certificate-request.ts';
import { jwkThumbprint, publicJwkOf } from '../crypto/jwk.ts';
import { notAfter, x5cElement } from '../crypto/x509.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { DEFAULT_SET, type KeyDocument, keyDocuments } from '../model/keys/key-documents.ts';
import { setLead, usedFrom } from '../model/keys/key-states.ts';
import { ofTenant } from '../store/of-tenant.ts';
import type { Store } from '../store/port.ts';
import { allGenerations, documentOf, type MadeDocument, makePair } from './generated-keys.ts';
import { chainRefused } from './key-set-errors.ts';
import type { Signers } from './signer.ts';
import { inOrderOfUse, type PurposeOfSet } from './stored-sets.ts';
import type { Vaults } from './vault.ts';

export interface SetWritingOptions {
  readonly store: Store;
  readonly vaults: Vaults;
  readonly signers: Signers;
  readonly clock: Clock;
  readonly log: Log;
}

interface NewSetKey {
  readonly tenant: string;
  readonly of: PurposeOfSet;
  readonly subject: RequestedSubject;
  /** The last key of all sets. */
  readonly last: KeyDocument | undefined;
}

/** Inserts a key that waits for its certificate. */
export async function insertKey(
  options: SetWritingOptions,
  { tenant, of, subject, last }: NewSetKey,
): Promise<KeyDocument> {
  const { store, clock, log } = options;
  for (let least = (last?.generation ?? 0) + 1; ; least += 1) {
    // A number is never reused, because a signer would return the key that had it before.
    const generation = Math.max(least, clock());
    const named = { tenant, purpose: 'set', generation } as const;
    const pair = await makePair(options, named);
    const request = certificateRequestPem(await createCertificateRequest({ ...pair, subject, purpose: of.purpose }));
    const set = { name: of.set, purpose: of.purpose, request };
    const document = { ...documentOf(options, named, pair), set };
    const inserted = await ofTenant(store, tenant).insert<KeyDocument>(keyDocuments, document);
    if (inserted === undefined) continue;
    log.info('Key of a set created', { tenant, detail: `${of.set}, ${of.purpose}` });
    return inserted;
  }
}

interface NewChain {
  readonly tenant: string;
  readonly of: PurposeOfSet;
  readonly chain: readonly X509Certificate[];
  readonly leaf: X509Certificate;
}

/**
 * Stores a key's chain. If the key already has a chain, the new one is stored in a second document, so that both can be
 * used for a while.
 */
export async function installChain(
  options: SetWritingOptions,
  { tenant, of, chain, leaf }: NewChain,
): Promise<KeyDocument> {
  const { store, clock, log } = options;
  const own = ofTenant(store, tenant);
  const certificate = pemChain(chain.map(x5cElement));
  for (;;) {
    const all = (await allGenerations(store, tenant, 'set')).toReversed();
    const same = all.filter(({ set }) => set?.name === of.set && set.purpose === of.purpose);
    const ofKey = same.filter(({ kid }) => kid === kidOf(leaf));
    const last = ofKey.at(-1);
    if (last === undefined) throw chainRefused([OTHER_KEY]);
    const times = { notAfter: notAfter(leaf), usedFrom: useFrom(inOrderOfUse(same), of, clock()) };
    const [present, waiting] = [ofKey.find((one) => one.certificate === certificate), ofKey.find(isWaiting)];
    if (present !== undefined) return present;
    const installed =
      waiting === undefined
        ? await own.insert<KeyDocument>(keyDocuments, {
            ...(await again(options, last, Math.max(clock(), (all.at(-1)?.generation ?? 0) + 1))),
            ...times,
            certificate,
          })
        : await own.replace(keyDocuments, { ...waiting, ...times, certificate });
    // Another request has written in between.
    if (installed === undefined) continue;
    log.info('Certificate of a set taken', { tenant, detail: `${of.set}, ${of.purpose}` });
    return installed;
  }
}

const OTHER_KEY =
  "its first certificate does not belong to any of this set's keys: send the chain issued for one of the set's certificate requests";
const ERASED = 'its private key was erased when a newer key replaced it: create a certificate request';

function isWaiting({ certificate }: KeyDocument): boolean {
  return certificate === undefined;
}

/** RFC 7638; undefined for a key type that the server doesn't create. */
function kidOf({ publicKey }: X509Certificate): string | undefined {
  if (publicKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return undefined;
  return jwkThumbprint(publicJwkOf(publicKey));
}

/** Milliseconds. @param certified in the order of their use */
function useFrom(certified: readonly KeyDocument[], { set, purpose }: PurposeOfSet, now: number): number {
  const inUse = certified.findLast((one) => usedFrom(one) <= now);
  // The default set replaces a generated key, which replicas use until they read about the new one.
  if (inUse === undefined) return set === DEFAULT_SET ? now + setLead(purpose) : now;
  return Math.max(now, Math.min(now + setLead(purpose), inUse.notAfter ?? now));
}

/** The same key under another number. @param before the last document of the key */
async function again(options: SetWritingOptions, before: KeyDocument, generation: number): Promise<MadeDocument> {
  const { rev: _, certificate: __, signedUntil: ___, sealed, sealedBy, ...kept } = before;
  const { tenant, heldBy } = before;
  const id = `${tenant}/set/${generation}`;
  const copy = { ...kept, id, generation, createdAt: options.clock() };
  if (heldBy !== undefined) return { ...copy, sealed };
  if (sealed === '') throw chainRefused([ERASED]);
  const pem = (await options.vaults.of(tenant, sealedBy)).open(sealed, `key/${before.id}`);
  return { ...copy, sealed: (await options.vaults.of(tenant)).seal(pem, `key/${id}`) };
}

/** Removes a key in whatever state. */
export async function removeKey(store: Store, tenant: string, id: string): Promise<void> {
  const own = ofTenant(store, tenant);
  for (let present = await own.get(keyDocuments, id); present !== undefined; ) {
    if (await own.delete(keyDocuments, present)) return;
    present = await own.get(keyDocuments, id);
  }
}
