/** Encrypted key material. */
import type { KeyPurpose, SignerName } from '../../crypto/keys.ts';
import type { TenantCollection, TenantDocument } from '../../store/port.ts';

export interface KeyDocument extends TenantDocument {
  /**
   * `<tenant>/<purpose>/<generation>`; purpose `data` is the tenant's data key, wrapped by the master key. `chain` is
   * not a key, but the certificates of an operator's key, `<tenant>/chain/<thumbprint of the leaf>`. `set` is a key
   * with an external certificate; the field `set` has its set, and what it signs.
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
   * Encrypted private key (PKCS#8 PEM; for `encryption` a JWK, for `login` two of them), or the wrapped data key; empty
   * if it was erased, or is elsewhere, `ERASED_KEY` for an erased data key.
   */
  readonly sealed: string;
  /** Generation of the data key that encrypts it; absent: 1. */
  readonly sealedBy?: number;
  /** The signer that has the private key, if it isn't in `sealed`. */
  readonly heldBy?: HeldKey;
  readonly kid?: string;
  /** Leaf certificate (or CA certificate, or chain), PEM. A key of a set without a certificate waits for one. */
  readonly certificate?: string;
  /** Milliseconds. */
  readonly notAfter?: number;
  readonly createdAt: number;
  /** Milliseconds: used from that time, published before. Absent: from `createdAt`. */
  readonly usedFrom?: number;
  /** Milliseconds: everything it has signed has expired by then, if that is later than `notAfter`. */
  readonly signedUntil?: number;
  /** Present in a key with the purpose `set`. */
  readonly set?: SetMember;
}

/** What a key is in a set. */
export interface SetMember {
  readonly name: string;
  readonly purpose: KeyPurpose;
  /** Its certificate request (RFC 2986), PEM. */
  readonly request: string;
}

/** The set of the keys that sign if no set is specified. */
export const DEFAULT_SET = 'default';

/** A private key inside a signer outside the process. */
export interface HeldKey {
  readonly signer: Exclude<SignerName, 'local'>;
  /** The signer's own name of the key. */
  readonly reference: string;
}

/** Replaces an erased data key, so that no process creates a new key with its id. */
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

/** The purposes of a tenant's keys, in the order of the list. */
export const keyPurposes = ['credential', 'request', 'metadata', 'mdoc', 'list', 'encryption', 'ca', 'iaca'] as const;

export type ListedPurpose = (typeof keyPurposes)[number];
