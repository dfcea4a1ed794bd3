/** Makes certificates: a small CA per tenant, and leaves under it (RFC 5280). */
import type { KeyObject } from 'node:crypto';
import { webcrypto } from 'node:crypto';
import type { Random } from '../kernel/random.ts';
import type { KeyPair } from './generate-key.ts';
import type { CertificateHost } from './x509.ts';

export interface Validity {
  /** Milliseconds. */
  readonly notBefore: number;
  readonly notAfter: number;
}

export interface AuthorityOptions extends Validity {
  readonly keys: KeyPair;
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
  /** CA certificate, PEM, and its private key. */
  readonly authority: { readonly certificate: string; readonly privateKey: KeyObject };
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
    signingKey: await signingKey(options.keys.privateKey),
    signingAlgorithm: SIGNATURE,
    extensions: [
      new x509.BasicConstraintsExtension(true, options.pathLength ?? 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
    ],
  });
  return certificate.toString('pem');
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
    signingKey: await signingKey(options.authority.privateKey),
    signingAlgorithm: SIGNATURE,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.SubjectAlternativeNameExtension([{ type: options.host.type, value: options.host.value }]),
      await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
    ],
  });
  return certificate.toString('pem');
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

async function signingKey(privateKey: KeyObject): Promise<webcrypto.CryptoKey> {
  const der = privateKey.export({ type: 'pkcs8', format: 'der' });
  return webcrypto.subtle.importKey('pkcs8', der, ALGORITHM, false, ['sign']);
}
