/** Makes certificates: a small CA per tenant, and leaves under it (RFC 5280). */
import type { KeyObject } from 'node:crypto';
import type { Random } from '../kernel/random.ts';
import {
  type CertificateSigner,
  certificateLibrary,
  distinguishedName,
  makeCertificate,
  spki,
} from './sign-certificate.ts';
import type { CertificateHost } from './x509.ts';

export interface Validity {
  /** Milliseconds. */
  readonly notBefore: number;
  readonly notAfter: number;
}

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
  /** Object identifier of the one purpose that the key is for; default: any. */
  readonly extendedUsage?: string;
}

/** Creates a tenant's CA certificate, PEM. */
export async function createAuthority(options: AuthorityOptions): Promise<string> {
  const x509 = await certificateLibrary();
  const publicKey = spki(options.keys.publicKey);
  const subject = distinguishedName({ organization: options.host.value, commonName: `CA of ${options.tenant}` });
  const { notBefore, notAfter, random } = options;
  const contents = {
    notBefore,
    notAfter,
    random,
    publicKey,
    subject,
    issuer: subject,
    extensions: [
      new x509.BasicConstraintsExtension(true, options.pathLength ?? 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
    ],
  };
  return makeCertificate(contents, options.keys);
}

/** Creates a leaf certificate for signatures, PEM. Its only subject alternative name is the host. */
export async function createLeaf(options: LeafOptions): Promise<string> {
  const x509 = await certificateLibrary();
  const publicKey = spki(options.publicKey);
  const authority = new x509.X509Certificate(options.authority.certificate);
  const { notBefore, notAfter, random, extendedUsage } = options;
  const contents = {
    notBefore,
    notAfter,
    random,
    publicKey,
    subject: distinguishedName({ organization: options.tenant, commonName: options.host.value }),
    issuer: authority.subjectName,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      ...(extendedUsage === undefined ? [] : [new x509.ExtendedKeyUsageExtension([extendedUsage])]),
      new x509.SubjectAlternativeNameExtension([{ type: options.host.type, value: options.host.value }]),
      await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
    ],
  };
  return makeCertificate(contents, options.authority);
}
