/** The revocation lists of the IACAs of tenants (RFC 5280, 5), signed once a day in each process. */

import { createRevocationList } from '@countersign/issuer/keys/sign-revocation-list';
import { signWith } from '@countersign/shared/keys/generated-keys';
import { noSigners, type Signers } from '@countersign/shared/keys/signer';
import type { Vaults } from '@countersign/shared/keys/vault';
import { type KeyDocument, keyDocuments } from '@countersign/shared/model/keys/key-documents';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { Store } from '@countersign/shared/store/port';
import { LRUCache } from 'lru-cache';

const DAY = 86_400_000;
/**
 * Milliseconds from one list to the time at which the next is available. Consumers keep a list while the service is
 * unavailable.
 */
const LIFETIME = 7 * DAY;
const MAX_CACHED = 1000;

export interface RevocationList {
  readonly der: Buffer;
  /** Milliseconds: the next list is available after this time. */
  readonly until: number;
}

/**
 * @param generation the IACA's
 * @returns undefined if the tenant has no such IACA
 * @throws ProtocolError `temporarily_unavailable` if the store or the signer does not respond
 */
export type RevocationLists = (tenant: string, generation: number) => Promise<RevocationList | undefined>;

/**
 * Creates the reader. Every replica creates the same list, except for its signature: number and times follow from the
 * day. Generated IACAs certify only this server's document signers, and none of them is revoked.
 */
export function createRevocationLists(options: {
  readonly store: Store;
  readonly vaults: Vaults;
  readonly signers?: Signers;
  readonly clock: () => number;
}): RevocationLists {
  const { signers = noSigners } = options;
  const cached = new LRUCache<string, Promise<RevocationList | undefined>>({ max: MAX_CACHED });

  const make = async (tenant: string, generation: number, day: number): Promise<RevocationList | undefined> => {
    const document = await iacaOf(options.store, tenant, generation);
    if (document === undefined) return undefined;
    const authority = {
      certificate: document.certificate ?? '',
      sign: await signWith({ vaults: options.vaults, signers }, document),
    };
    const times = { thisUpdate: day * DAY, nextUpdate: day * DAY + LIFETIME };
    return { der: await createRevocationList({ authority, number: day, ...times }), until: (day + 1) * DAY };
  };

  return (tenant, generation) => {
    const day = Math.floor(options.clock() / DAY);
    const name = `${tenant}/${generation}/${day}`;
    const present = cached.get(name);
    if (present !== undefined) return present;
    const making = make(tenant, generation, day);
    cached.set(name, making);
    // An IACA may be created later, and a failure may pass: neither is cached.
    making.then(
      (list) => list === undefined && cached.delete(name),
      () => cached.delete(name),
    );
    return making;
  };
}

async function iacaOf(store: Store, tenant: string, generation: number): Promise<KeyDocument | undefined> {
  return ofTenant(store, tenant).get(keyDocuments, `${tenant}/iaca/${generation}`);
}
