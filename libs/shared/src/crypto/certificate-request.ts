/** Certificate requests (PKCS #10, RFC 2986) for keys that may be outside the process. */
import { type KeyObject, webcrypto } from 'node:crypto';
import type { KeyPurpose, Sign } from './keys.ts';
import { MDL_DOCUMENT_SIGNER } from './mdoc-certificates.ts';
import { certificateLibrary, provisionalKey, SIGNATURE, signedBy, spki } from './sign-certificate.ts';

/** Attributes of the subject, each at most once, in the order in which they are written (ETSI EN 319 412-2 and -3). */
export const SUBJECT_ATTRIBUTES = {
  country: 'C',
  organization: 'O',
  organizationalUnit: 'OU',
  organizationIdentifier: '2.5.4.97',
  givenName: '2.5.4.42',
  surname: '2.5.4.4',
  pseudonym: '2.5.4.65',
  serialNumber: '2.5.4.5',
  commonName: 'CN',
} as const;

/** What a certificate is requested for. */
export interface RequestedSubject extends Readonly<Partial<Record<keyof typeof SUBJECT_ATTRIBUTES, string>>> {
  /** The name shown to users: the organization's, or the service's. */
  readonly commonName: string;
  /** Subject alternative names: addresses of contacts, and hosts. */
  readonly uris?: readonly string[];
  readonly emails?: readonly string[];
  readonly hosts?: readonly string[];
  readonly telephones?: readonly string[];
}

type Library = Awaited<ReturnType<typeof certificateLibrary>>;

export interface CertificateRequestOptions {
  readonly publicKey: KeyObject;
  readonly sign: Sign;
  readonly subject: RequestedSubject;
  /** What the key signs. */
  readonly purpose: KeyPurpose;
}

/**
 * Creates the request, DER. It requests a signing key's certificate, and a document signer's if the key signs mdocs.
 */
export async function createCertificateRequest(options: CertificateRequestOptions): Promise<Buffer> {
  const x509 = await certificateLibrary();
  const { subject, sign, purpose } = options;
  const names = alternativeNames(x509, subject);
  const { publicKey, privateKey } = { publicKey: await webKey(options.publicKey), privateKey: await provisionalKey() };
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name: nameOf(subject),
    keys: { publicKey, privateKey },
    signingAlgorithm: SIGNATURE,
    extensions: [
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      ...names,
      ...(purpose === 'mdoc' ? [new x509.ExtendedKeyUsageExtension([MDL_DOCUMENT_SIGNER], true)] : []),
    ],
  });
  return signedBy({ sign }, request.rawData);
}

/** A certificate request in PEM. */
export function certificateRequestPem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE REQUEST-----\n${lines.join('\n')}\n-----END CERTIFICATE REQUEST-----\n`;
}

/** The DER of a certificate request in PEM. */
export function certificateRequestDer(pem: string): Buffer {
  return Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64');
}

function nameOf(subject: RequestedSubject): Record<string, string[]>[] {
  return Object.entries(SUBJECT_ATTRIBUTES).flatMap(([member, attribute]) => {
    const value = subject[member as keyof typeof SUBJECT_ATTRIBUTES];
    return value === undefined ? [] : [{ [attribute]: [value] }];
  });
}

/** The extension as bytes: the library reads and writes no telephone numbers. */
function alternativeNames({ Extension, GeneralName }: Library, subject: RequestedSubject) {
  const { uris = [], emails = [], hosts = [], telephones = [] } = subject;
  const names = [
    ...uris.map((value) => Buffer.from(new GeneralName('url', value).rawData)),
    ...emails.map((value) => Buffer.from(new GeneralName('email', value).rawData)),
    ...hosts.map((value) => Buffer.from(new GeneralName('dns', value).rawData)),
    ...telephones.map(telephoneName),
  ];
  return names.length === 0 ? [] : [new Extension('2.5.29.17', false, element(0x30, ...names))];
}

/** An `otherName` of type telephoneNumber, 2.5.4.20 (ETSI TS 119 411-8, GEN-6.6.1-07): a PrintableString. */
function telephoneName(value: string): Buffer {
  return element(0xa0, Buffer.from('0603550414', 'hex'), element(0xa0, element(0x13, Buffer.from(value))));
}

/** DER. */
function element(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...(length < 0x80 ? [length] : long)]), content]);
}

function webKey(key: KeyObject): Promise<webcrypto.CryptoKey> {
  const ofCurve = { name: 'ECDSA', namedCurve: 'P-256' };
  return webcrypto.subtle.importKey('spki', spki(key), ofCurve, true, ['verify']);
}
