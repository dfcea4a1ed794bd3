/** A trust anchor, and what trust is for. */
import type { X509Certificate } from 'node:crypto';

export interface TrustAnchor {
  /** A CA certificate, or the leaf of the tenant's own issuer, which is trusted for its own key. */
  readonly certificate: X509Certificate;
  /** The credential types that issuers under it may issue; `any` where the operator set no limit, and for wallet providers. */
  readonly vcts: readonly string[] | 'any';
}

/** `issuers` of credentials that wallets present; `wallet-providers`, which attest wallets and their keys. */
export type TrustPurpose = 'issuers' | 'wallet-providers';
