/**
 * A parsed list of trusted entities, whatever its form (ETSI TS 119 602, ETSI TS 119 612). A plain value, so that it
 * can be read in another thread.
 */
import type { ListWarning } from './list-warnings.ts';

/** A listed service's purpose. A service of one class is never an anchor for a different class. */
export type ServiceClass =
  | 'pid'
  | 'wallet'
  | 'access'
  | 'registration'
  | 'public-attestation'
  | 'qualified-attestation'
  | 'attestation'
  | 'register';

/** An issuance service's certificates sign credentials or certificates, its revocation service's only revocations. */
export type ServicePurpose = `${ServiceClass}/${'issuance' | 'revocation'}`;

export interface ListedCertificate {
  /** Bytes, not text: they are most of a list, and outside the heap they don't slow down the collector. */
  readonly der: Uint8Array;
  /** SHA-256 of the DER, in hexadecimal. */
  readonly sha256: string;
  /** SHA-256 of its subject's DER, in hexadecimal. */
  readonly subject: string;
  /** Subject key identifier, in hexadecimal; absent if the certificate has no such extension. */
  readonly keyId?: string;
}

/** A status, and when it started: milliseconds. */
export interface ListedStatus {
  readonly status: string;
  readonly since: number;
}

/** One service of an entity. */
export interface ListEntry {
  /** `number` is the place of the entity in the list: the services of one are a pair. */
  readonly entity: {
    readonly number: number;
    readonly name: string;
    readonly tradeNames: readonly string[];
    /** Countries that it acts for, as lists spell them; absent for entities of a national list. */
    readonly territories?: readonly string[];
  };
  readonly service: { readonly name: string; readonly type: string };
  readonly purpose: ServicePurpose;
  readonly certificates: readonly ListedCertificate[];
  /** Absent if lists of this type have no status: listed means trusted. */
  readonly state?: ListedStatus & {
    /** Whether the status is one that anchors. */
    readonly active: boolean;
    /** Older ones, newest first. */
    readonly history: readonly ListedStatus[];
  };
  /** Addresses of the service. */
  readonly supplyPoints?: readonly string[];
}

/** A list's pointer to another list, with that list's signers. */
export interface ListPointer {
  readonly location: string;
  readonly type: string;
  readonly territory?: string;
  readonly mimeType: string;
  /** DER, in base64. */
  readonly signers: readonly string[];
}

/**
 * Who signed a list, and why that is accepted: configured, under a configured authority, announced by the list before, or vouched for by
 * pivots.
 */
export interface ListSigner {
  readonly sha256: string;
  readonly subject: string;
  readonly by: 'pin' | 'authority' | 'successor' | 'pivots';
  /** From the list to the pivot whose signer is configured. */
  readonly path?: readonly { readonly url: string; readonly sequenceNumber: number; readonly sha256: string }[];
}

export interface TrustList {
  /** Id of the source. */
  readonly source: string;
  readonly form: 'lote' | 'xml';
  readonly type: string;
  readonly territory: string;
  /** Name of the operator, in English if there is one. */
  readonly operator: string;
  readonly sequenceNumber: number;
  /** SHA-256 of the signed content, in hexadecimal: the same under another signature. */
  readonly content: string;
  /** Milliseconds. */
  readonly issuedAt: number;
  /** Milliseconds; null: the list is closed, and nothing in it is valid any longer. */
  readonly nextUpdate: number | null;
  readonly signer: ListSigner;
  /** Certificates that may sign the next list, as this one announces: DER, in base64. */
  readonly successors: readonly string[];
  /**
   * For a list of trusted lists: a newer publication that it refers to, with the signers that its pivot vouches for.
   */
  readonly newJournal?: { readonly journal: string; readonly signers: readonly string[] };
  /** The publication that has authenticated the list, if it took the place of the configured one. */
  readonly acceptedJournal?: { readonly journal: string; readonly signers: readonly string[] };
  readonly pointers: readonly ListPointer[];
  readonly entries: readonly ListEntry[];
  /** Broken rules that do not refuse the list: at most a hundred. */
  readonly warnings: readonly ListWarning[];
  /** Number of services without a readable identity, which are not among the entries. */
  readonly skipped: number;
}

/** What is wrong in a list, and at which place. */
export interface ListFinding {
  /** JSON pointer (RFC 6901), or the path of an XML element. */
  readonly pointer: string;
  /** One sentence. */
  readonly detail: string;
}
