/**
 * Sets of keys with external certificates: the server creates a key, an authority certifies its certificate request,
 * and the returned chain makes the key usable. A later key replaces it after a while, so that flows started with the
 * previous one can finish.
 */
import type { X509Certificate } from 'node:crypto';
import { certificateRequestDer, type RequestedSubject } from '../crypto/certificate-request.ts';
import { type KeyDocument, keyDocuments } from '../model/keys/key-documents.ts';
import { type KeyState, setStatesAt } from '../model/keys/key-states.ts';
import { ofTenant } from '../store/of-tenant.ts';
import type { Store } from '../store/port.ts';
import { whyUnusable } from './chain-rules.ts';
import { allGenerations } from './generated-keys.ts';
import { chainRefused, setKeysFull, setKeyUnknown } from './key-set-errors.ts';
import { insertKey, installChain, removeKey, type SetWritingOptions } from './set-writing.ts';
import { inOrderOfUse, memberOf, type PurposeOfSet } from './stored-sets.ts';

/** What the sets of a process need. */
export interface KeySetsOptions extends SetWritingOptions {
  /** More errors in a chain, one message each. */
  readonly chainFindings?: (
    tenant: string,
    of: PurposeOfSet,
    chain: readonly X509Certificate[],
  ) => Promise<readonly string[]>;
}

/** A key of a set; `requested`: it waits for its certificate. */
export interface SetKey extends PurposeOfSet {
  readonly kid: string;
  readonly state: KeyState | 'requested';
  readonly document: KeyDocument;
}

export interface KeySets {
  /** All keys of all sets, oldest first. */
  list(tenant: string): Promise<readonly SetKey[]>;
  /**
   * Creates a key that waits for its certificate.
   * @returns the key, and its certificate request in DER
   * @throws ProtocolError `conflict` if too many wait, or the tenant has too many
   */
  begin(
    tenant: string,
    of: PurposeOfSet,
    subject: RequestedSubject,
  ): Promise<{ readonly key: SetKey; readonly csr: Buffer }>;
  /**
   * Accepts a chain for one of the set's keys: the first one is used immediately, a later one after a lead time. Can be
   * repeated. A new chain for a key that already has one is accepted in the same way.
   * @param chain leaf first, without the anchor
   * @throws ProtocolError `invalid_request` for a chain that wallets and verifiers would refuse, or that is for a
   *   different key
   */
  install(tenant: string, of: PurposeOfSet, chain: readonly X509Certificate[]): Promise<SetKey>;
  /** Removes a key that waits for its certificate. @throws ProtocolError `not_found` */
  discard(tenant: string, of: PurposeOfSet, kid: string): Promise<void>;
  /** Removes all of a set's keys for one purpose: afterwards they sign nothing. @throws ProtocolError `not_found` */
  remove(tenant: string, of: PurposeOfSet): Promise<void>;
}

/** Maximum number of a set's keys for one purpose that wait for a certificate. */
const MOST_WAITING = 5;
/** Keys of all sets of a tenant. */
const MOST_KEYS = 200;

export function createKeySets(options: KeySetsOptions): KeySets {
  const { store, clock } = options;
  const all = async (tenant: string): Promise<readonly KeyDocument[]> =>
    (await allGenerations(store, tenant, 'set')).toReversed();
  const ofPurpose = async (tenant: string, of: PurposeOfSet): Promise<readonly KeyDocument[]> =>
    (await all(tenant)).filter((document) => isIn(document, of));

  return {
    list: async (tenant) => viewed(await all(tenant), clock()),
    begin: async (tenant, of, subject) => {
      const present = await withoutEnded(store, tenant, viewed(await all(tenant), clock()));
      const waiting = present.filter((one) => isIn(one, of) && one.certificate === undefined);
      if (waiting.length >= MOST_WAITING) throw setKeysFull(of, MOST_WAITING);
      if (present.length >= MOST_KEYS) throw setKeysFull(undefined, MOST_KEYS);
      const document = await insertKey(options, { tenant, of, subject, last: present.at(-1) });
      return { key: viewOf(document, 'requested'), csr: certificateRequestDer(memberOf(document).request) };
    },
    install: async (tenant, of, chain) => {
      const why = whyUnusable(chain, of.purpose, clock());
      const [leaf] = chain;
      if (leaf === undefined || why !== undefined) throw chainRefused([why ?? '']);
      const findings = (await options.chainFindings?.(tenant, of, chain)) ?? [];
      if (findings.length > 0) throw chainRefused(findings);
      const installed = await installChain(options, { tenant, of, chain, leaf });
      const found = viewed(await ofPurpose(tenant, of), clock()).find(({ document }) => document.id === installed.id);
      return found ?? viewOf(installed, 'pending');
    },
    discard: async (tenant, of, kid) => {
      const found = (await ofPurpose(tenant, of)).find((one) => one.kid === kid && one.certificate === undefined);
      if (found === undefined || !(await ofTenant(store, tenant).delete(keyDocuments, found))) throw setKeyUnknown(of);
    },
    remove: async (tenant, of) => {
      const found = await ofPurpose(tenant, of);
      if (found.length === 0) throw setKeyUnknown(of);
      for (const { id } of found) await removeKey(store, tenant, id);
    },
  };
}

function isIn({ set }: KeyDocument, of: PurposeOfSet): boolean {
  return set?.name === of.set && set.purpose === of.purpose;
}

/** @param documents oldest first, of all purposes */
function viewed(documents: readonly KeyDocument[], now: number): readonly SetKey[] {
  return documents.map((document) => {
    if (document.certificate === undefined) return viewOf(document, 'requested');
    const { name: set, purpose } = memberOf(document);
    const same = inOrderOfUse(documents.filter((one) => isIn(one, { set, purpose })));
    return viewOf(document, setStatesAt(same, now)[same.indexOf(document)] ?? 'retired');
  });
}

/** Removes the keys without any remaining use. @returns the others */
async function withoutEnded(store: Store, tenant: string, keys: readonly SetKey[]): Promise<readonly KeyDocument[]> {
  for (const { state, document } of keys) if (state === 'retired') await removeKey(store, tenant, document.id);
  return keys.flatMap(({ state, document }) => (state === 'retired' ? [] : [document]));
}

function viewOf(document: KeyDocument, state: SetKey['state']): SetKey {
  const { name: set, purpose } = memberOf(document);
  return { set, purpose, kid: document.kid ?? '', state, document };
}
