/** Signing keys: per tenant and purpose, with a certificate chain. */
import type { X509Certificate } from 'node:crypto';

/** The purposes of generated keys. */
export type GeneratedKeyPurpose =
  /** Credentials, status list tokens. */
  | 'credential'
  /** Request objects of presentations. */
  | 'request'
  /** mdocs, and status list tokens for them: the document signer of ISO/IEC 18013-5. */
  | 'mdoc'
  /** Lists of trusted entities that the tenant publishes. */
  | 'list';

export type KeyPurpose =
  | GeneratedKeyPurpose
  /**
   * Issuer metadata. Without the operator's files, the credential key signs it; in the EU the access certificate's key.
   */
  | 'metadata';

/** Keys that sign credentials: of SD-JWT VCs, of mdocs. */
export type CredentialKeyPurpose = Extract<GeneratedKeyPurpose, 'credential' | 'mdoc'>;

/** Public JWK of a P-256 key. */
export interface PublicJwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
}

/** Generated keys have ES256; `EdDSA` is Ed25519 (RFC 8037, 3.1). */
export type SigningAlgorithm = 'ES256' | 'ES384' | 'EdDSA';

/** Public JWK of a key that signs for a tenant. */
export type SigningJwk =
  | PublicJwk
  | { readonly kty: 'EC'; readonly crv: 'P-384'; readonly x: string; readonly y: string }
  | { readonly kty: 'OKP'; readonly crv: 'Ed25519'; readonly x: string };

export type PublishedKey = SigningJwk & {
  /** RFC 7638 thumbprint. */
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: SigningAlgorithm;
};

/** A key that wallets encrypt requests to (OpenID4VCI 1.0, 12.2.4). */
export interface PublishedEncryptionKey extends PublicJwk {
  /** RFC 7638 thumbprint. */
  readonly kid: string;
  readonly use: 'enc';
  readonly alg: 'ECDH-ES';
}

/** Where a generated key's private key is: encrypted in the store, in a PKCS#11 token, or in HashiCorp Vault. */
export type SignerName = 'local' | 'pkcs11' | 'vault';

/**
 * Signs bytes with the key's algorithm; of ECDSA R and S side by side (RFC 7518, 3.4). The private key may be outside
 * the process.
 * @throws ProtocolError `temporarily_unavailable` if the signer returns no signature in time
 */
export type Sign = (input: Buffer) => Promise<Buffer>;

export interface SigningKey {
  readonly kid: string;
  readonly alg: SigningAlgorithm;
  readonly sign: Sign;
  readonly publicJwk: SigningJwk;
  /** Standard base64 DER, leaf first, without the anchor (RFC 7515, 4.1.6). */
  readonly x5c: readonly string[];
  /**
   * The trust anchor to configure in verifiers: the CA certificate in PEM. Undefined if the operator provides the
   * chain.
   */
  readonly anchor?: string;
  /** End of the leaf's validity, milliseconds. */
  readonly notAfter: number;
  /** For a key with a certificate that came through the API: the earlier and later keys of its set that can sign. */
  readonly others?: readonly SigningKey[];
}

export interface KeyRing {
  /**
   * The active signing key: from a file, otherwise one with a certificate that came through the API, otherwise
   * generated at first use and renewed 30 days before it expires.
   * @param set a named set of keys, of which none is generated without a certificate request
   * @throws ProtocolError `conflict` for a set without the key
   */
  signer(tenant: string, purpose: KeyPurpose, set?: string): Promise<SigningKey>;
  /**
   * The active key first, then the keys that it replaced less than 48 hours ago, so that flows started with them can
   * finish.
   */
  signers(tenant: string, purpose: KeyPurpose, set?: string): Promise<readonly SigningKey[]>;
  /** The active public key first, then the next one, and the keys whose signatures may still need a check. */
  published(tenant: string): Promise<readonly PublishedKey[]>;
  /**
   * Keeps the key published at least until then, when a credential signed with it expires.
   * @param until milliseconds; `Infinity` for a credential without an expiry
   */
  signedUntil(
    tenant: string,
    key: Pick<SigningKey, 'kid' | 'notAfter' | 'anchor' | 'x5c'>,
    until: number,
  ): Promise<void>;
  /** Whether the tenant has named sets of keys whose certificates came through the API. */
  hasStoredSets(tenant: string): Promise<boolean>;
  /** Keeps the chain of a document signer for as long as the tenant exists: its mdocs name the chain's address. */
  keepChain(tenant: string, signer: SigningKey): Promise<void>;
  /**
   * Trust anchors for the tenant's own credentials, of SD-JWT VCs or of mdocs: its CAs or IACAs, earlier ones too, and,
   * if the operator provides the chain, its leaf. Not that leaf's CA, which may also certify other issuers. None for
   * mdocs while the tenant has no document signer; this call creates none.
   */
  anchors(tenant: string, purpose: CredentialKeyPurpose): Promise<readonly X509Certificate[]>;
}
