/** A trust anchor, and its purposes. */
import type { X509Certificate } from 'node:crypto';

/** Formats of credentials that issuers sign. */
export const credentialFormats = ['dc+sd-jwt', 'mso_mdoc'] as const;
export type CredentialFormat = (typeof credentialFormats)[number];

/** Types, or `any` if the operator set no limit. */
export type TypeLimit = readonly string[] | 'any';

/**
 * The names that issuers may sign with: those in their certificates, any, or these values of `iss`. A list is exact.
 * European certificates contain contacts instead, and whoever trusts the anchor knows its issuers.
 */
export type IssuerNames = 'certificate' | 'any' | readonly string[];

/** What an anchor is trusted for. An empty list: for no type of that format. */
export interface AnchorLimits {
  /** The types of SD-JWT VCs that issuers under it may issue. */
  readonly vcts: TypeLimit;
  /** The document types of mdocs that issuers under it may issue. */
  readonly doctypes: TypeLimit;
  /** Default: the presentation configuration's setting, otherwise `certificate`. An mdoc has no `iss`. */
  readonly names?: IssuerNames;
  /**
   * The certificate belongs to a signer of mdocs, whatever its extensions state, and certifies no other certificate.
   */
  readonly pinned?: true;
}

/** The legal category of an attestation: from a qualified provider, or from a public body. Others have no category. */
export type AttestationCategory = 'qualified' | 'public-body';

/** Why a public body issues attestations, as its certificate states (ETSI TS 119 412-6, annex A). */
export interface PublicBodyStatement {
  /** The country whose law it is, or `EU`. */
  readonly country: string;
  /** Identifiers of the authentic source and of the law. */
  readonly authenticSource: string;
  readonly legislation: string;
}

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
  /** For a provider of PIDs: the countries that it acts for, as lists spell them; absent if its list contains none. */
  readonly territories?: readonly string[];
  /** Of the certificate that signed, not of the entry: set when it has decided, for a public body. */
  readonly publicBody?: PublicBodyStatement;
  /** Certificates of the entity's revocation service: they sign the status of what the anchor certifies, and anchor nothing. */
  readonly revocation: readonly X509Certificate[];
  /** Type of that service, if the entity has one. */
  readonly revocationService?: string | undefined;
}

export interface TrustAnchor extends AnchorLimits {
  /** A CA certificate, or the leaf of the tenant's own issuer, which is trusted for its own key. */
  readonly certificate: X509Certificate;
  /** The tenant's own issuer. */
  readonly own?: true;
  /** For an anchor from a file: its name without the ending. */
  readonly file?: string;
  /** For an entry in a trust list. */
  readonly listed?: ListedBy;
  /** For an entry written through the API: its id and time, milliseconds. */
  readonly written?: { readonly id: string; readonly createdAt: number };
}

/** No limit: for wallet providers, and if the operator set none. */
export const UNLIMITED: AnchorLimits = { vcts: 'any', doctypes: 'any' };

/** The tenant's own issuer by format. Its CA for SD-JWT VCs is not trusted for mdocs, nor its IACA for SD-JWT VCs. */
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
