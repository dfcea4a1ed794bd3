/**
 * The certificates of keys in named sets that sign credentials, from files and from the store, read again after a
 * second.
 */
import { X509Certificate } from 'node:crypto';
import type { CredentialKeyPurpose } from '../crypto/keys.ts';
import { pemCertificates, x5cElement } from '../crypto/x509.ts';
import type { Clock } from '../kernel/clock.ts';
import { ProtocolError } from '../kernel/errors.ts';
import { createSharedReads } from '../kernel/shared-reads.ts';
import { type FindOperatorKey, keySets, OperatorKeyError } from './operator-keys.ts';
import type { StoredSets } from './stored-sets.ts';

export interface SetLeavesOptions {
  readonly configFolder: string;
  readonly clock: Clock;
  readonly operatorKey: FindOperatorKey;
  readonly storedSets: Pick<StoredSets, 'certified'>;
}

/** Leaves of all sets, earlier ones too; the same object while nothing changes. */
export type SetLeaves = (tenant: string, purpose: CredentialKeyPurpose) => Promise<readonly X509Certificate[]>;

/** Milliseconds. */
const READ_EVERY = 1000;
const MOST = 10_000;

export function createSetLeaves(options: SetLeavesOptions): SetLeaves {
  const before = new Map<string, readonly X509Certificate[]>();
  const reads = createSharedReads({
    read: async (name: string) => {
      const [tenant = '', purpose] = name.split('/');
      const found = await readLeaves(options, tenant, purpose === 'mdoc' ? 'mdoc' : 'credential');
      const known = before.get(name) ?? [];
      const isSame = known.length === found.length && known.every((one, i) => found[i]?.raw.equals(one.raw));
      const leaves = isSame ? known : found;
      if (leaves.length > 0) before.set(name, leaves);
      else before.delete(name);
      return leaves.length > 0 ? leaves : NONE;
    },
    clock: options.clock,
    cacheFor: READ_EVERY,
    most: MOST,
  });
  return (tenant, purpose) => reads.of(`${tenant}/${purpose}`);
}

const NONE: readonly X509Certificate[] = [];

async function readLeaves(
  { configFolder, operatorKey, storedSets }: SetLeavesOptions,
  tenant: string,
  purpose: CredentialKeyPurpose,
): Promise<readonly X509Certificate[]> {
  const leaves: X509Certificate[] = [];
  for (const set of keySets(configFolder, tenant)) {
    const [leaf] = (await usableKey(operatorKey, tenant, { purpose, set }))?.x5c ?? [];
    if (leaf !== undefined) leaves.push(new X509Certificate(Buffer.from(leaf, 'base64')));
  }
  for (const { purpose: signs, document } of await storedSets.certified(tenant)) {
    if (signs === purpose) leaves.push(...pemCertificates(document.certificate ?? '').slice(0, 1));
  }
  // A key that is both in use and stored has one leaf.
  return [...new Map(leaves.map((leaf) => [x5cElement(leaf), leaf])).values()];
}

/** An unusable key is reported where it signs. */
async function usableKey(
  operatorKey: FindOperatorKey,
  tenant: string,
  { purpose, set }: { readonly purpose: CredentialKeyPurpose; readonly set: string },
) {
  try {
    return await operatorKey(tenant, purpose, set);
  } catch (error) {
    if (error instanceof OperatorKeyError || error instanceof ProtocolError) return undefined;
    throw error;
  }
}
