/** A trust anchor, and what trust is for. */
import type { X509Certificate } from 'node:crypto';

/** Formats of credentials that issuers sign. */
export const credentialFormats = ['dc+sd-jwt', 'mso_mdoc'] as const;
export type CredentialFormat = (typeof credentialFormats)[number];

/** Types, or `any` where the operator set no limit. */
export type TypeLimit = readonly string[] | 'any';

/**
 * Under which names issuers may sign: those of their certificates, any, or these values of `iss`.
 * A list is exact: certificates of Europe name contacts, and whoever trusts the anchor knows its issuers.
 */
export type IssuerNames = 'certificate' | 'any' | readonly string[];

/** What an anchor counts for. An empty list: for no type of that format. */
export interface AnchorLimits {
  /** The types of SD-JWT VCs that issuers under it may issue. */
  readonly vcts: TypeLimit;
  /** The document types of mdocs that issuers under it may issue. */
  readonly doctypes: TypeLimit;
  /** Default: what the presentation configuration says, else `certificate`. An mdoc has no `iss`. */
  readonly names?: IssuerNames;
  /** The certificate is that of a signer of mdocs itself, whatever its extensions say, and certifies no other one. */
  readonly pinned?: true;
}

/** What law makes of an attestation: that of a qualified provider, or of a public body. Others have no category. */
export type AttestationCategory = 'qualified' | 'public-body';

/** The entry of a trust list that an anchor is from. */
export interface ListedBy {
  /** The tenant's name for the list, its address, and its number. */
  readonly list: string;
  readonly url: string;
  readonly sequenceNumber: number;
  /** Name of the entity, and type of its service. */
  readonly entity: string;
  readonly service: string;
  /** The category of attestations that the service is listed for; absent for other services. */
  readonly category?: AttestationCategory;
  /** Certificates of the entity's revocation service: they sign the status of what the anchor certifies, and anchor nothing. */
  readonly revocation: readonly X509Certificate[];
  /** Type of that service; absent where the entity has none. */
  readonly revocationService?: string | undefined;
}

export interface TrustAnchor extends AnchorLimits {
  /** A CA certificate, or the leaf of the tenant's own issuer, which is trusted for its own key. */
  readonly certificate: X509Certificate;
  /** The tenant's own issuer. */
  readonly own?: true;
  /** Of an anchor of a file: its name without the ending. */
  readonly file?: string;
  /** Of an entry of a trust list. */
  readonly listed?: ListedBy;
  /** Of an entry that was written through the API: its id, and when, milliseconds. */
  readonly written?: { readonly id: string; readonly createdAt: number };
}

/** Without a limit: of wallet providers, and where the operator set none. */
export const UNLIMITED: AnchorLimits = { vcts: 'any', doctypes: 'any' };

/** The tenant's own issuer by format: its CA of SD-JWT VCs signs no mdoc that counts, its IACA no SD-JWT VC. */
export const OWN_LIMITS: Readonly<Record<CredentialFormat, AnchorLimits>> = {
  'dc+sd-jwt': { vcts: 'any', doctypes: [] },
  mso_mdoc: { vcts: [], doctypes: 'any' },
};

/**
 * `issuers` of credentials that wallets present; `wallet-providers`, which attest wallets and their keys; `access-authorities`, which
 * certify the tenant's own access certificates; `registration-providers`, which sign its registration certificates, and
 * `registration-status`, which sign the status lists of those.
 */
export const trustPurposes = [
  'issuers',
  'wallet-providers',
  'access-authorities',
  'registration-providers',
  'registration-status',
] as const;
export type TrustPurpose = (typeof trustPurposes)[number];
