/** Key material, sealed. */
import type { KeyPurpose, SignerName } from '../../crypto/keys.ts';
import type { TenantCollection, TenantDocument } from '../../store/port.ts';

export interface KeyDocument extends TenantDocument {
  /**
   * `<tenant>/<purpose>/<generation>`; purpose `data` is the tenant's data key, wrapped by the master key. `chain` is no key, but the
   * certificates of a key of the operator, `<tenant>/chain/<thumbprint of the leaf>`. `set` is a key whose certificate comes from
   * elsewhere; `set` below says of which set, and what it signs.
   */
  readonly id: string;
  readonly tenant: string;
  readonly purpose:
    | 'data'
    | 'ca'
    | 'credential'
    | 'request'
    | 'encryption'
    | 'iaca'
    | 'mdoc'
    | 'login'
    | 'list'
    | 'chain'
    | 'set';
  readonly generation: number;
  /**
   * Sealed private key (PKCS#8 PEM; for `encryption` a JWK, for `login` two of them), or the wrapped data key; empty where it was erased, or is elsewhere,
   * `ERASED_KEY` for an erased data key.
   */
  readonly sealed: string;
  /** Generation of the data key that seals it; absent: 1. */
  readonly sealedBy?: number;
  /** Where the private key is, if not in `sealed`. */
  readonly heldBy?: HeldKey;
  readonly kid?: string;
  /** Leaf certificate (or CA certificate, or chain), PEM. A key of a set that has none waits for it. */
  readonly certificate?: string;
  /** Milliseconds. */
  readonly notAfter?: number;
  readonly createdAt: number;
  /** Milliseconds: from then on it is used; published before. Absent: from `createdAt` on. */
  readonly usedFrom?: number;
  /** Milliseconds: what it has signed has ended by then, as far as that is later than `notAfter`. */
  readonly signedUntil?: number;
  /** Of a key with the purpose `set`. */
  readonly set?: SetMember;
}

/** What a key is in a set. */
export interface SetMember {
  readonly name: string;
  readonly purpose: KeyPurpose;
  /** Its certificate request (RFC 2986), PEM. */
  readonly request: string;
}

/** The set of the keys that sign where no set is named. */
export const DEFAULT_SET = 'default';

/** A private key that a signer outside the process holds. */
export interface HeldKey {
  readonly signer: Exclude<SignerName, 'local'>;
  /** The signer's own name of the key. */
  readonly reference: string;
}

/** In place of an erased data key, so that no process makes another one of its id. */
export const ERASED_KEY = 'erased';

/** Generation of the data key of an erased tenant, for the keys that sign its status lists. */
export const KEPT_GENERATION = 2;

/** Id of a tenant's data key. */
export function dataKeyId(tenant: string, generation: number): string {
  return `${tenant}/data/${generation}`;
}

export const keyDocuments: TenantCollection<KeyDocument> = {
  perTenant: true,
  name: 'keys',
  indexes: { purpose: { fields: ['tenant', 'purpose', 'generation'] } },
};

/** What keys of a tenant are for, in the order of the list. */
export const keyPurposes = ['credential', 'request', 'metadata', 'mdoc', 'list', 'encryption', 'ca', 'iaca'] as const;

export type ListedPurpose = (typeof keyPurposes)[number];
