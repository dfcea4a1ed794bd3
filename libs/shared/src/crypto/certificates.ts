/** Makes certificates: a small CA per tenant, and leaves under it (RFC 5280). */
import type { KeyObject } from 'node:crypto';
import { webcrypto } from 'node:crypto';
import type { Random } from '../kernel/random.ts';
import { certificateSignedAgain } from './certificate-signature.ts';
import { generateKeyPair } from './generate-key.ts';
import { localSign } from './jwt.ts';
import type { Sign } from './keys.ts';
import type { CertificateHost } from './x509.ts';

export interface Validity {
  /** Milliseconds. */
  readonly notBefore: number;
  readonly notAfter: number;
}

/** What signs a certificate: a private key of this process, or a signer. */
export type CertificateSigner = { readonly privateKey: KeyObject } | { readonly sign: Sign };

export interface AuthorityOptions extends Validity {
  readonly keys: { readonly publicKey: KeyObject } & CertificateSigner;
  readonly tenant: string;
  readonly host: CertificateHost;
  readonly random: Random;
  /** Limit of intermediate CAs below it (`pathLenConstraint`); default 0. */
  readonly pathLength?: number;
}

export interface LeafOptions extends Validity {
  /** The key that the leaf is for. */
  readonly publicKey: KeyObject;
  readonly tenant: string;
  readonly host: CertificateHost;
  /** CA certificate, PEM, and how it signs. */
  readonly authority: { readonly certificate: string } & CertificateSigner;
  readonly random: Random;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' };

/** RFC 5280, appendix A: upper bound of a common name and of an organization name. */
const MAX_NAME = 64;

/** Makes the CA certificate of a tenant, PEM. */
export async function createAuthority(options: AuthorityOptions): Promise<string> {
  const x509 = await library();
  const publicKey = spki(options.keys.publicKey);
  const subject = distinguishedName(`CA of ${options.tenant}`, options.host.value);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(options.random),
    subject,
    issuer: subject,
    notBefore: new Date(options.notBefore),
    notAfter: new Date(options.notAfter),
    publicKey,
    signingKey: await provisionalKey(),
    signingAlgorithm: SIGNATURE,
    extensions: [
      new x509.BasicConstraintsExtension(true, options.pathLength ?? 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
    ],
  });
  return signedBy(options.keys, certificate.rawData);
}

/** Makes a leaf certificate for signatures, PEM. Its only subject alternative name is the host. */
export async function createLeaf(options: LeafOptions): Promise<string> {
  const x509 = await library();
  const publicKey = spki(options.publicKey);
  const authority = new x509.X509Certificate(options.authority.certificate);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(options.random),
    subject: distinguishedName(options.host.value, options.tenant),
    issuer: authority.subjectName,
    notBefore: new Date(options.notBefore),
    notAfter: new Date(options.notAfter),
    publicKey,
    signingKey: await provisionalKey(),
    signingAlgorithm: SIGNATURE,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.SubjectAlternativeNameExtension([{ type: options.host.type, value: options.host.value }]),
      await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
    ],
  });
  return signedBy(options.authority, certificate.rawData);
}

/** Loaded when the first certificate is made: most starts make none. */
async function library(): Promise<typeof import('@peculiar/x509')> {
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  x509.cryptoProvider.set(webcrypto);
  return x509;
}

function distinguishedName(commonName: string, organization: string): Record<string, string[]>[] {
  return [{ O: [organization.slice(0, MAX_NAME)] }, { CN: [commonName.slice(0, MAX_NAME)] }];
}

/** RFC 5280, 4.1.2.2: positive, at most 20 octets. */
function serialNumber(random: Random): string {
  const bytes = random(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.toString('hex');
}

function spki(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' });
}

/** The library signs with keys of WebCrypto alone: its signature is replaced by that of the signer. */
async function provisionalKey(): Promise<webcrypto.CryptoKey> {
  const der = generateKeyPair().privateKey.export({ type: 'pkcs8', format: 'der' });
  return webcrypto.subtle.importKey('pkcs8', der, ALGORITHM, false, ['sign']);
}

async function signedBy(signer: CertificateSigner, made: ArrayBuffer): Promise<string> {
  const sign = 'sign' in signer ? signer.sign : localSign(signer.privateKey);
  const der = await certificateSignedAgain(Buffer.from(made), sign);
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----`;
}
