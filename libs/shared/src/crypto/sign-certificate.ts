/**
 * Common parts of creating certificates: names, serial numbers, and the signature of a key that may be outside the
 * process.
 */
import { type KeyObject, webcrypto } from 'node:crypto';
import type { Random } from '../kernel/random.ts';
import { certificateSignedAgain } from './certificate-signature.ts';
import { generateKeyPair } from './generate-key.ts';
import type { Sign } from './keys.ts';
import { localSign } from './signing-algorithm.ts';

/** The signer of a certificate: a private key in this process, or a signer. */
export type CertificateSigner = { readonly privateKey: KeyObject } | { readonly sign: Sign };

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' };
export const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' };

/** RFC 5280, appendix A: upper bound of a common name and of an organization name. */
const MAX_NAME = 64;

/** The certificate library, loaded when the first certificate is created, because most starts create none. */
export async function certificateLibrary(): Promise<typeof import('@peculiar/x509')> {
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  x509.cryptoProvider.set(webcrypto);
  return x509;
}

/** A name of the attributes that are given, in the order of RFC 5280, appendix A; values are cut to its bounds. */
export function distinguishedName(name: {
  readonly country?: string;
  readonly organization: string;
  readonly commonName: string;
}): Record<string, string[]>[] {
  return [
    ...(name.country === undefined ? [] : [{ C: [name.country] }]),
    { O: [name.organization.slice(0, MAX_NAME)] },
    { CN: [name.commonName.slice(0, MAX_NAME)] },
  ];
}

/** RFC 5280, 4.1.2.2: positive, at most 20 octets. */
export function serialNumber(random: Random): string {
  const bytes = random(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.toString('hex');
}

/** SubjectPublicKeyInfo, DER. */
export function spki(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' });
}

/** The library only signs with WebCrypto keys. Its signature is replaced by the signer's. */
export async function provisionalKey(): Promise<webcrypto.CryptoKey> {
  const der = generateKeyPair().privateKey.export({ type: 'pkcs8', format: 'der' });
  return webcrypto.subtle.importKey('pkcs8', der, ALGORITHM, false, ['sign']);
}

/** The library's certificate, with the signer's signature: DER. */
export function signedBy(signer: CertificateSigner, made: ArrayBuffer): Promise<Buffer> {
  const sign = 'sign' in signer ? signer.sign : localSign(signer.privateKey);
  return certificateSignedAgain(Buffer.from(made), sign);
}

type Library = Awaited<ReturnType<typeof certificateLibrary>>;
type Name = Library['Name']['prototype'] | ReturnType<typeof distinguishedName>;

export interface CertificateContents {
  readonly subject: Name;
  readonly issuer: Name;
  /** Milliseconds, as `notAfter`. */
  readonly notBefore: number;
  readonly notAfter: number;
  readonly random: Random;
  /** The subject's SubjectPublicKeyInfo, DER. */
  readonly publicKey: Buffer;
  readonly extensions: InstanceType<Library['Extension']>[];
}

/** Creates a certificate (RFC 5280, 4) with the signer's signature, PEM. */
export async function makeCertificate(contents: CertificateContents, signer: CertificateSigner): Promise<string> {
  const x509 = await certificateLibrary();
  const { subject, issuer, publicKey, extensions } = contents;
  const certificate = await x509.X509CertificateGenerator.create({
    subject,
    issuer,
    publicKey,
    extensions,
    serialNumber: serialNumber(contents.random),
    notBefore: new Date(contents.notBefore),
    notAfter: new Date(contents.notAfter),
    signingKey: await provisionalKey(),
    signingAlgorithm: SIGNATURE,
  });
  return certificatePem(await signedBy(signer, certificate.rawData));
}

/** A certificate in PEM. */
export function certificatePem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----`;
}
