/** The part of xml-crypto that lists are verified with: its own types bring all names of browsers into the package. */
import type { KeyObject } from 'node:crypto';
import type { XmlNode } from '@xmldom/xmldom';

export interface HashAlgorithm {
  getAlgorithmName(): string;
  getHash(xml: string): string;
}

export interface SignatureAlgorithm {
  getAlgorithmName(): string;
  getSignature(content: string, key: KeyObject): string;
  verifySignature(content: string, key: KeyObject, signature: string): boolean;
}

export interface CanonicalizationAlgorithm {
  getAlgorithmName(): string;
}

export interface Reference {
  readonly uri: string;
  readonly digestAlgorithm: string;
}

export class SignedXml {
  constructor(options: { readonly publicCert: KeyObject; readonly getCertFromKeyInfo: () => null });
  /** Names of the attributes that a reference may mean. */
  idAttributes: string[];
  CanonicalizationAlgorithms: Record<string, new () => CanonicalizationAlgorithm>;
  HashAlgorithms: Record<string, new () => HashAlgorithm>;
  SignatureAlgorithms: Record<string, new () => SignatureAlgorithm>;
  loadSignature(node: XmlNode): void;
  checkSignature(xml: string): boolean;
  getReferences(): readonly Reference[];
  getSignedReferences(): readonly string[];
}
