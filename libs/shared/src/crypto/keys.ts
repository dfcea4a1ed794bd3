/** Signing keys: per tenant and purpose, P-256, ES256, with a certificate chain. */
import type { X509Certificate } from 'node:crypto';

/** What generated keys are for. */
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
  /** Issuer metadata; without files of the operator it is signed by the key of credentials. In the EU the access certificate. */
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

/** Where the private key of a generated key is: sealed in the store, in a PKCS#11 token, or in HashiCorp Vault. */
export type SignerName = 'local' | 'pkcs11' | 'vault';

/**
 * Signs bytes with ES256; R and S, 64 bytes (RFC 7518, 3.4). The private key may be outside the process.
 * @throws ProtocolError `temporarily_unavailable` where the signer gives no signature in time
 */
export type Sign = (input: Buffer) => Promise<Buffer>;

export interface SigningKey {
  readonly kid: string;
  readonly sign: Sign;
  readonly publicJwk: PublicJwk;
  /** Standard base64 DER, leaf first, without the anchor (RFC 7515, 4.1.6). */
  readonly x5c: readonly string[];
  /** The trust anchor to configure in verifiers: the CA certificate in PEM. Undefined where the operator provides the chain. */
  readonly anchor?: string;
  /** End of the leaf's validity, milliseconds. */
  readonly notAfter: number;
  /** Of a key with a certificate that came through the API: the keys of its set before and after it that can sign. */
  readonly others?: readonly SigningKey[];
}

export interface KeyRing {
  /**
   * The active signing key: that of a file, else one with a certificate that came through the API, else generated at first use and renewed 30 days before its end.
   * @param set a named set of keys, of which none is generated without a certificate request
   * @throws ProtocolError `conflict` for a set without the key
   */
  signer(tenant: string, purpose: KeyPurpose, set?: string): Promise<SigningKey>;
  /** The active key first, then those that it replaced less than 48 hours ago: what was begun with them can be finished. */
  signers(tenant: string, purpose: KeyPurpose, set?: string): Promise<readonly SigningKey[]>;
  /** The active public key first, then the one that follows it, and those whose signatures may still need a check. */
  published(tenant: string): Promise<readonly PublishedKey[]>;
  /**
   * Keeps the key published until then at least: a credential signed with it ends then.
   * @param until milliseconds; `Infinity` for a credential without an end
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
   * Trust anchors for the tenant's own credentials, of SD-JWT VCs or of mdocs: its CAs or IACAs, earlier ones too, and, where the
   * operator provides the chain, its leaf. Not the CA of that leaf: it may certify other issuers as well. None for mdocs while the
   * tenant has no document signer: none is made.
   */
  anchors(tenant: string, purpose: CredentialKeyPurpose): Promise<readonly X509Certificate[]>;
}
