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
  /** The name that people see: of the organization, or of the service. */
  readonly commonName: string;
  /** Subject alternative names: addresses of contacts, and hosts. */
  readonly uris?: readonly string[];
  readonly emails?: readonly string[];
  readonly hosts?: readonly string[];
}

export interface CertificateRequestOptions {
  readonly publicKey: KeyObject;
  readonly sign: Sign;
  readonly subject: RequestedSubject;
  /** What the key signs. */
  readonly purpose: KeyPurpose;
}

/** Makes the request, DER. It asks for a key that signs, and for a document signer if the key signs mdocs. */
export async function createCertificateRequest(options: CertificateRequestOptions): Promise<Buffer> {
  const x509 = await certificateLibrary();
  const { subject, sign, purpose } = options;
  const names = alternativeNames(subject);
  const { publicKey, privateKey } = { publicKey: await webKey(options.publicKey), privateKey: await provisionalKey() };
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name: nameOf(subject),
    keys: { publicKey, privateKey },
    signingAlgorithm: SIGNATURE,
    extensions: [
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      ...(names.length === 0 ? [] : [new x509.SubjectAlternativeNameExtension(names)]),
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

function alternativeNames({ uris = [], emails = [], hosts = [] }: RequestedSubject) {
  return [
    ...uris.map((value) => ({ type: 'url' as const, value })),
    ...emails.map((value) => ({ type: 'email' as const, value })),
    ...hosts.map((value) => ({ type: 'dns' as const, value })),
  ];
}

function webKey(key: KeyObject): Promise<webcrypto.CryptoKey> {
  const ofCurve = { name: 'ECDSA', namedCurve: 'P-256' };
  return webcrypto.subtle.importKey('spki', spki(key), ofCurve, true, ['verify']);
}
