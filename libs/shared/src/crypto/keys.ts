/** Signing keys: per tenant and purpose, P-256, ES256, with the certificate chain that others check. */
import type { KeyObject, X509Certificate } from 'node:crypto';

export type KeyPurpose =
  /** Credentials, status list tokens, metadata. */
  | 'credential'
  /** Request objects of presentations. */
  | 'request';

/** Public JWK of a P-256 key. */
export interface PublicJwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
}

export interface PublishedKey extends PublicJwk {
  /** RFC 7638 thumbprint. */
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: 'ES256';
}

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicJwk: PublicJwk;
  /** Standard base64 DER, leaf first, without the anchor (RFC 7515, 4.1.6). */
  readonly x5c: readonly string[];
  /** The anchor: the CA certificate in PEM, for verifiers that must be told whom to trust. Undefined where the operator brought the chain. */
  readonly anchor?: string;
  /** End of the leaf's validity, milliseconds. */
  readonly notAfter: number;
}

export interface KeyRing {
  /** The key to sign with now. Made at first use; renewed 30 days before its end; the operator's own where configured. */
  signer(tenant: string, purpose: KeyPurpose): Promise<SigningKey>;
  /** All public keys whose signatures may still be checked. */
  published(tenant: string): Promise<readonly PublishedKey[]>;
  /**
   * What the tenant's own credentials are believed by: its CAs, earlier ones too, and, where the operator brought the
   * chain, its leaf. Not the CA behind that: it may certify others as well.
   */
  anchors(tenant: string): Promise<readonly X509Certificate[]>;
}
