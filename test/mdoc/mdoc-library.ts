/** The tests' interface to an mdoc library: issue an mdoc, and present one. */
import type { JsonWebKey } from 'node:crypto';

export type Elements = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface LibraryIssuer {
  /** PEM of the document signer, and its private key as JWK. */
  readonly certificate: string;
  readonly privateKey: JsonWebKey;
}

export interface IssueWithLibrary {
  readonly docType: string;
  readonly nameSpaces: Elements;
  /** Public key of the wallet. */
  readonly deviceKey: JsonWebKey;
  readonly issuer: LibraryIssuer;
  readonly signed: Date;
  readonly validUntil: Date;
}

export interface PresentWithLibrary {
  readonly docType: string;
  /** IssuerSigned, base64url. */
  readonly issuerSigned: string;
  /** Private key of the wallet. */
  readonly deviceKey: JsonWebKey;
  /** SessionTranscript, encoded. */
  readonly transcript: Buffer;
  /** Elements to disclose, by namespace. */
  readonly elements: Readonly<Record<string, readonly string[]>>;
}

export interface MdocLibrary {
  readonly name: string;
  /** @returns IssuerSigned, base64url */
  issue(options: IssueWithLibrary): Promise<string>;
  /** @returns DeviceResponse, base64url */
  present(options: PresentWithLibrary): Promise<string>;
}
