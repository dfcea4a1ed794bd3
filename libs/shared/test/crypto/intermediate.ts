/** An intermediate CA, and certificates that product code never creates. */
import 'reflect-metadata';
import { webcrypto, X509Certificate } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import type { KeyPair } from '../../src/crypto/generate-key.ts';
import { certificateHost } from '../../src/crypto/x509.ts';

export interface IntermediateOptions {
  readonly keys: KeyPair;
  readonly issuer: { readonly certificate: string; readonly keys: KeyPair };
  /** Default true. Without it the certificate has neither the CA flag nor a key usage. */
  readonly ca?: boolean;
  /** Path length constraint. Default: none */
  readonly pathLength?: number;
  /** Key usage. Default: a CA's, or not restricted */
  readonly usage?: x509.KeyUsageFlags;
  /** Adds an unknown extension, critical or not. */
  readonly unknown?: 'critical' | 'plain';
  readonly extensions?: readonly x509.Extension[];
  /** Extended key usage, object identifiers. Default: none */
  readonly purposes?: readonly string[];
  /** Whether the extended key usage is critical; default false. */
  readonly purposesCritical?: boolean;
  /** Subject alternative names; default the DNS name issuer.example. */
  readonly names?: readonly x509.JsonGeneralName[];
  /** Whether it contains its issuer's key identifier. Default: false */
  readonly authorityKey?: boolean;
  /** Hash of the signature. Default: SHA-256 */
  readonly hash?: 'SHA-1' | 'SHA-384';
  /** Default CN=between. */
  readonly subject?: string;
  readonly notBefore: number;
  readonly notAfter: number;
}

/** Creates a certificate under an issuer. */
export async function makeIntermediate(options: IntermediateOptions): Promise<X509Certificate> {
  x509.cryptoProvider.set(webcrypto);
  const { privateKey } = options.issuer.keys;
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' });
  const names = options.names ?? [{ ...certificateHost('https://issuer.example') }];
  const flags = [
    new x509.BasicConstraintsExtension(true, options.pathLength, true),
    new x509.KeyUsagesExtension(options.usage ?? x509.KeyUsageFlags.keyCertSign, true),
  ];
  const certificate = await x509.X509CertificateGenerator.create({
    subject: options.subject ?? 'CN=between',
    issuer: new x509.X509Certificate(options.issuer.certificate).subjectName,
    notBefore: new Date(options.notBefore),
    notAfter: new Date(options.notAfter),
    publicKey: options.keys.publicKey.export({ type: 'spki', format: 'der' }),
    signingKey: await webcrypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']),
    signingAlgorithm: { name: 'ECDSA', hash: options.hash ?? 'SHA-256' },
    extensions: [
      ...(options.ca === false ? [] : flags),
      ...(options.usage === undefined || options.ca !== false
        ? []
        : [new x509.KeyUsagesExtension(options.usage, true)]),
      ...(options.unknown === undefined
        ? []
        : [new x509.Extension('1.3.6.1.4.1.55555.1', options.unknown === 'critical', Buffer.from([5, 0]))]),
      ...(options.purposes === undefined
        ? []
        : [new x509.ExtendedKeyUsageExtension([...options.purposes], options.purposesCritical)]),
      ...(options.authorityKey === true
        ? [
            await x509.AuthorityKeyIdentifierExtension.create(
              new x509.X509Certificate(options.issuer.certificate).publicKey,
            ),
          ]
        : []),
      ...(options.extensions ?? []),
      ...(names.length === 0 ? [] : [new x509.SubjectAlternativeNameExtension([...names])]),
    ],
  });
  return new X509Certificate(certificate.toString('pem'));
}
