/** Signing keys: per tenant and purpose, P-256, ES256, with a certificate chain. */
import type { KeyObject, X509Certificate } from 'node:crypto';

/** What generated keys are for. */
export type GeneratedKeyPurpose =
  /** Credentials, status list tokens. */
  | 'credential'
  /** Request objects of presentations. */
  | 'request';

export type KeyPurpose =
  | GeneratedKeyPurpose
  /** Issuer metadata; without files of the operator it is signed by the key of credentials. In the EU the access certificate. */
  | 'metadata';

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

/** A key that wallets encrypt requests to (OpenID4VCI 1.0, 12.2.4). */
export interface PublishedEncryptionKey extends PublicJwk {
  /** RFC 7638 thumbprint. */
  readonly kid: string;
  readonly use: 'enc';
  readonly alg: 'ECDH-ES';
}

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicJwk: PublicJwk;
  /** Standard base64 DER, leaf first, without the anchor (RFC 7515, 4.1.6). */
  readonly x5c: readonly string[];
  /** The trust anchor to configure in verifiers: the CA certificate in PEM. Undefined where the operator provides the chain. */
  readonly anchor?: string;
  /** End of the leaf's validity, milliseconds. */
  readonly notAfter: number;
}

export interface KeyRing {
  /** The present signing key: the operator's where configured, else generated at first use and renewed 30 days before its end. */
  signer(tenant: string, purpose: KeyPurpose): Promise<SigningKey>;
  /** All public keys whose signatures may still need a check. */
  published(tenant: string): Promise<readonly PublishedKey[]>;
  /**
   * Trust anchors for the tenant's own credentials: its CAs, earlier ones too, and, where the operator provides the
   * chain, its leaf. Not the CA of that leaf: it may certify other issuers as well.
   */
  anchors(tenant: string): Promise<readonly X509Certificate[]>;
}
