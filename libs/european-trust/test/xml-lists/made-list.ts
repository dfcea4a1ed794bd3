/** Trusted lists for tests, handwritten in canonical form, so that the text itself can be signed without a library. */
import { createHash, type KeyObject, sign } from 'node:crypto';
import { keyOf } from '../registration/deterministic-keys.ts';
import {
  type MadeCertificate,
  makeTestAuthority,
  makeTestCertificate,
  USAGE,
} from '../registration/made-certificates.ts';

export const ISSUED = Date.parse('2026-10-01T00:00:00Z');
const VALIDITY = { notBefore: Date.parse('2026-01-01T00:00:00Z'), notAfter: Date.parse('2030-01-01T00:00:00Z') };

const authority = await makeTestAuthority('List authority', VALIDITY);

/** A signer as the standard wants it: contentCommitment only, no CA. */
export function makeSigner(
  name: string,
  change: { readonly usage?: number; readonly key?: KeyPair } = {},
): Promise<MadeCertificate> {
  return makeTestCertificate({
    subject: [
      ['C', 'DE'],
      ['O', 'Operator'],
      ['CN', name],
    ],
    key: change.key ?? keyOf(name),
    issuer: authority,
    usage: change.usage ?? USAGE.nonRepudiation,
    ...VALIDITY,
  });
}

interface KeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

export function base64Of({ certificate }: MadeCertificate): string {
  return certificate.raw.toString('base64');
}

const DS = 'xmlns:ds="http://www.w3.org/2000/09/xmldsig#"';
const XADES = 'xmlns:xades="http://uri.etsi.org/01903/v1.3.2#"';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

export const transform = (name: string): string => `<ds:Transform Algorithm="${name}"></ds:Transform>`;
export const TRANSFORMS = transform(ENVELOPED) + transform(EXCLUSIVE);

export interface SignatureParts {
  readonly method: string;
  /** Hash of node for the method. */
  readonly hash: string;
  readonly digestMethod: string;
  readonly digestHash: string;
  readonly canonicalization: string;
  /** Transforms of the reference to the list. */
  readonly transforms: string;
  readonly uri: string;
  /** Further references, as written. */
  readonly references: string;
  readonly certificates: readonly string[];
  readonly certificateDigest: { readonly method: string; readonly value: string };
  readonly target: string;
  readonly privateKey: KeyObject;
}

const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';

const digest = (hash: string, text: string | Buffer): string => createHash(hash).update(text).digest('base64');

/** The root around content; the signature follows the content. */
export const rooted = (content: string, attributes = 'Id="list"'): string =>
  `<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#" ${attributes} TSLTag="http://uri.etsi.org/19612/TSLTag">${content}</TrustServiceStatusList>`;

/** A signature over a canonical list, with some of its parts changed before it is signed. */
export function signatureOver(list: string, signer: MadeCertificate, change: Partial<SignatureParts> = {}): string {
  const { certificate, key } = signer;
  const parts: SignatureParts = {
    method: 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256',
    hash: 'sha256',
    digestMethod: SHA256,
    digestHash: 'sha256',
    canonicalization: EXCLUSIVE,
    transforms: TRANSFORMS,
    uri: '',
    references: '',
    certificates: [certificate.raw.toString('base64')],
    certificateDigest: { method: SHA256, value: digest('sha256', certificate.raw) },
    target: '#signature',
    privateKey: key.privateKey,
    ...change,
  };
  const properties = signedProperties(parts);
  const info = signedInfo(parts, list, properties);
  const value = sign(parts.hash, Buffer.from(info), { key: parts.privateKey, dsaEncoding: 'ieee-p1363' });
  const certificates = parts.certificates.map((one) => `<ds:X509Certificate>${one}</ds:X509Certificate>`).join('');
  return (
    `<ds:Signature ${DS} Id="signature">${info}<ds:SignatureValue>${value.toString('base64')}</ds:SignatureValue>` +
    `<ds:KeyInfo><ds:X509Data>${certificates}</ds:X509Data></ds:KeyInfo>` +
    `<ds:Object><xades:QualifyingProperties ${XADES} Target="${parts.target}">${properties}</xades:QualifyingProperties></ds:Object></ds:Signature>`
  );
}

function signedProperties({ certificateDigest: { method, value } }: SignatureParts): string {
  return (
    `<xades:SignedProperties ${XADES} Id="properties"><xades:SignedSignatureProperties>` +
    `<xades:SigningTime>2026-10-01T00:00:00Z</xades:SigningTime><xades:SigningCertificateV2><xades:Cert><xades:CertDigest>` +
    `<ds:DigestMethod ${DS} Algorithm="${method}"></ds:DigestMethod><ds:DigestValue ${DS}>${value}</ds:DigestValue>` +
    `</xades:CertDigest></xades:Cert></xades:SigningCertificateV2></xades:SignedSignatureProperties></xades:SignedProperties>`
  );
}

export function reference(
  parts: Pick<SignatureParts, 'digestMethod' | 'digestHash'>,
  about: { readonly uri: string; readonly content: string; readonly transforms?: string; readonly type?: string },
): string {
  const { uri, content, transforms = transform(EXCLUSIVE), type } = about;
  return (
    `<ds:Reference${type === undefined ? '' : ` Type="${type}"`} URI="${uri}"><ds:Transforms>${transforms}</ds:Transforms>` +
    `<ds:DigestMethod Algorithm="${parts.digestMethod}"></ds:DigestMethod>` +
    `<ds:DigestValue>${digest(parts.digestHash, content)}</ds:DigestValue></ds:Reference>`
  );
}

function signedInfo(parts: SignatureParts, list: string, properties: string): string {
  return (
    `<ds:SignedInfo ${DS}><ds:CanonicalizationMethod Algorithm="${parts.canonicalization}"></ds:CanonicalizationMethod>` +
    `<ds:SignatureMethod Algorithm="${parts.method}"></ds:SignatureMethod>` +
    reference(parts, { uri: parts.uri, content: list, transforms: parts.transforms }) +
    reference(parts, { uri: '#properties', content: properties, type: 'http://uri.etsi.org/01903#SignedProperties' }) +
    `${parts.references}</ds:SignedInfo>`
  );
}

/** A list with its signature, as a file. */
export function signedList(content: string, signer: MadeCertificate, change: Partial<SignatureParts> = {}): Buffer {
  const list = rooted(content);
  return Buffer.from(rooted(content + signatureOver(list, signer, change)));
}
