/** Certificates for tests, with any subject and any extension. */
import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import { makeCertificate, spki } from '@countersign/shared/crypto/sign-certificate';
import * as x509 from '@peculiar/x509';
import { keyOf, randomOf, type TestKey } from './deterministic-keys.ts';

/** Attributes in order, by short name or object identifier; duplicates are possible. */
export type TestSubject = readonly (readonly [type: string, value: string])[];

export interface MadeCertificate {
  readonly certificate: X509Certificate;
  readonly key: TestKey;
}

export interface CertificateOptions {
  readonly subject: TestSubject;
  readonly key: TestKey;
  /** Default: the certificate signs itself. */
  readonly issuer?: MadeCertificate;
  readonly notBefore: number;
  readonly notAfter: number;
  /** A CA, with its path length constraint; default: an end entity. */
  readonly ca?: { readonly pathLength?: number };
  /** Default: signatures of certificates for a CA, digital signatures for an end entity. 0: no extension. */
  readonly usage?: number;
  readonly extensions?: readonly x509.Extension[];
}

export const USAGE = x509.KeyUsageFlags;

/** Creates a certificate. The issuer's key is P-256. */
export async function makeTestCertificate(options: CertificateOptions): Promise<MadeCertificate> {
  const { subject, key, issuer, ca, notBefore, notAfter } = options;
  const name = nameOf(subject);
  const usage = options.usage ?? (ca === undefined ? USAGE.digitalSignature : USAGE.keyCertSign | USAGE.cRLSign);
  const above = issuer === undefined ? undefined : new x509.X509Certificate(issuer.certificate.raw);
  const contents = {
    subject: name,
    issuer: above?.subjectName ?? name,
    notBefore,
    notAfter,
    random: randomOf(JSON.stringify(subject)),
    publicKey: spki(key.publicKey),
    extensions: [
      new x509.BasicConstraintsExtension(ca !== undefined, ca?.pathLength, true),
      ...(usage === 0 ? [] : [new x509.KeyUsagesExtension(usage, true)]),
      await x509.SubjectKeyIdentifierExtension.create(spki(key.publicKey)),
      ...(above === undefined ? [] : [await x509.AuthorityKeyIdentifierExtension.create(above.publicKey)]),
      ...(options.extensions ?? []),
    ],
  };
  const signer = issuer?.key ?? key;
  return { certificate: new X509Certificate(await makeCertificate(contents, signer)), key };
}

/** A CA, self-signed or issued by another CA. */
export function makeTestAuthority(
  name: string,
  validity: { readonly notBefore: number; readonly notAfter: number },
  under: { readonly issuer?: MadeCertificate; readonly pathLength?: number } = {},
): Promise<MadeCertificate> {
  const { issuer, pathLength } = under;
  return makeTestCertificate({
    subject: [
      ['C', 'DE'],
      ['O', name],
      ['CN', name],
    ],
    key: keyOf(name),
    ...validity,
    ...(issuer === undefined ? {} : { issuer }),
    ca: pathLength === undefined ? {} : { pathLength },
  });
}

function nameOf(subject: TestSubject): x509.Name {
  return new x509.Name(subject.map(([type, value]) => ({ [type]: [{ utf8String: value }] })));
}

/** An element of DER. */
export function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const head = length < 0x80 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}

const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const sequence = (...contents: readonly Buffer[]): Buffer => der(0x30, ...contents);
const oid = (content: string): Buffer => der(0x06, hex(content));
const address = (url: string): Buffer => der(0x86, Buffer.from(url));

export const printable = (value: string): Buffer => der(0x13, Buffer.from(value));
export const utf8 = (value: string): Buffer => der(0x0c, Buffer.from(value));
const PUBLIC_BODY = [printable('DE'), utf8('urn:example:register'), utf8('https://law.example/1')];

/** Content of the extensions of an access certificate (ETSI TS 119 411-8), one function each. */
export const extensionOf = {
  /** Object identifiers as the hexadecimal of their DER; with the address of the practice statement. */
  policies: (policy = '04008bec460102', url?: string) =>
    extension(
      '2.5.29.32',
      sequence(
        sequence(
          oid(policy),
          ...(url === undefined ? [] : [sequence(sequence(oid('2b06010505070201'), der(0x16, Buffer.from(url))))]),
        ),
      ),
    ),
  names: (...names: readonly Buffer[]) => extension('2.5.29.17', sequence(...names)),
  issuers: (method = '2b06010505073002') =>
    extension('1.3.6.1.5.5.7.1.1', sequence(sequence(oid(method), address('http://ca.example/ca.cer')))),
  revocationLists: (url = 'http://ca.example/ca.crl') =>
    extension('2.5.29.31', sequence(sequence(der(0xa0, der(0xa0, address(url)))))),
  validityAssured: () => extension('0.4.0.194121.2.1', der(0x05)),
  /** QcPSB (ETSI TS 119 412-6, annex A); other parts instead of its three texts. */
  publicBody: (parts: readonly Buffer[] = PUBLIC_BODY, identifier = '04008bec4e0103', count = 1) =>
    extension(
      '1.3.6.1.5.5.7.1.3',
      sequence(
        sequence(oid('04008e460101')),
        ...Array.from({ length: count }, () => sequence(oid(identifier), sequence(...parts))),
      ),
    ),
  timestamps: () => extension('1.3.6.1.4.1.11129.2.4.2', der(0x04, hex('0000'))),
};

/** Subject alternative names. */
export const nameFor = {
  uri: address,
  email: (value: string) => der(0x81, Buffer.from(value)),
  dns: (value: string) => der(0x82, Buffer.from(value)),
  telephone: (value: string) => der(0xa0, oid('550414'), der(0xa0, der(0x13, Buffer.from(value)))),
};

function extension(type: string, value: Buffer): x509.Extension {
  return new x509.Extension(type, false, value);
}
