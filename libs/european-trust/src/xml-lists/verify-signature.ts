/**
 * Verifies a signature with xml-crypto and returns the signed canonical bytes, nothing else from the file (XML
 * Signature, 3.2). Pure.
 */
import type { KeyObject } from 'node:crypto';
import { DOMParser, type XmlNode } from '@xmldom/xmldom';
import { type HashAlgorithm, type SignatureAlgorithm, SignedXml } from 'xml-crypto';
import { CANONICAL, DIGEST_METHODS, digestOf, ENVELOPED, EXCLUSIVE_CANONICAL, isSignedBy } from './algorithms.ts';
import type { SignatureShape } from './signature-shape.ts';
import { XmlListError } from './xml-list-error.ts';

export interface SignedParts {
  /** The list without its signature, and the XAdES properties, both in canonical form. */
  readonly list: string;
  readonly properties: string;
}

/**
 * @param text as scanned
 * @param shape of its signature
 * @throws XmlListError
 */
export function verifySignature(text: string, shape: SignatureShape, key: KeyObject): SignedParts {
  try {
    return signedParts(text, shape, key);
  } catch (error) {
    throw new XmlListError('signature_invalid', 'The signature is not valid', error);
  }
}

function signedParts(text: string, shape: SignatureShape, key: KeyObject): SignedParts {
  const signed = new SignedXml({ publicCert: key, getCertFromKeyInfo: () => null });
  allowOnly(signed, shape.method);
  // The name in XML Signature and XAdES. The library searches the whole file once for each name, and the scan has
  // refused a value that occurs twice.
  signed.idAttributes = ['Id'];
  signed.loadSignature(signatureNode(text));
  if (!signed.checkSignature(text)) throw new Error('A digest differs');
  // The library reads SignedInfo on its own. It must have found the same references as the check of the shape.
  const found = signed.getReferences().map(({ uri, digestAlgorithm }) => `${uri} ${digestAlgorithm}`);
  const wanted = shape.references.map(({ uri, digestMethod }) => `${uri} ${digestMethod}`);
  const parts = signed.getSignedReferences();
  const list = parts[shape.list];
  const properties = parts[shape.properties];
  if (found.join('\n') !== wanted.join('\n') || parts.length !== wanted.length) throw new Error('Other references');
  if (list === undefined || properties === undefined) throw new Error('A part is missing');
  return { list, properties };
}

/** The library's own tables allow SHA-1 and canonical forms with comments. */
function allowOnly(signed: SignedXml, method: string): void {
  const {
    [CANONICAL]: plain,
    [EXCLUSIVE_CANONICAL]: exclusive,
    [ENVELOPED]: enveloped,
  } = signed.CanonicalizationAlgorithms;
  if (plain === undefined || exclusive === undefined || enveloped === undefined)
    throw new Error('A transform is missing');
  signed.CanonicalizationAlgorithms = { [CANONICAL]: plain, [EXCLUSIVE_CANONICAL]: exclusive, [ENVELOPED]: enveloped };
  signed.HashAlgorithms = Object.fromEntries(DIGEST_METHODS.map((name) => [name, hashAlgorithm(name)]));
  signed.SignatureAlgorithms = { [method]: signatureAlgorithm(method) };
}

function hashAlgorithm(method: string): new () => HashAlgorithm {
  return class implements HashAlgorithm {
    getAlgorithmName = (): string => method;
    getHash = (xml: string): string => digestOf(method, xml)?.toString('base64') ?? '';
  };
}

function signatureAlgorithm(method: string): new () => SignatureAlgorithm {
  return class implements SignatureAlgorithm {
    getAlgorithmName = (): string => method;
    getSignature = (): never => {
      throw new Error('Lists are only read');
    };
    verifySignature = (content: string, key: KeyObject, signature: string): boolean =>
      isSignedBy(method, Buffer.from(content), key, Buffer.from(signature, 'base64'));
  };
}

function signatureNode(text: string): XmlNode {
  const errorHandler = (_level: string, message: string): never => {
    throw new Error(message);
  };
  const root = new DOMParser({ errorHandler }).parseFromString(text, 'text/xml').documentElement;
  const node = Array.from(root.childNodes).find(
    ({ localName, namespaceURI }) => localName === 'Signature' && namespaceURI === 'http://www.w3.org/2000/09/xmldsig#',
  );
  if (node === undefined) throw new Error('No signature');
  return node;
}
