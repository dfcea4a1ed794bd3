/**
 * A certificate from a certificate request, as an authority without checks issues it: it copies the name and the
 * alternative names.
 */
import 'reflect-metadata';
import { createPublicKey, type X509Certificate } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { type MadeCertificate, makeTestCertificate, type TestSubject } from '../registration/made-certificates.ts';
import { ACCESS_EXTENSIONS } from '../registration/registrar.ts';

const ALTERNATIVE_NAMES = '2.5.29.17';

export interface RequestedOptions {
  readonly issuer: MadeCertificate;
  readonly notBefore: number;
  readonly notAfter: number;
  /** An access certificate has its policy's extensions; any other has no such extensions. */
  readonly isAccess: boolean;
}

/** @param request in PEM or DER @throws Error for a request whose signature is wrong */
export async function requestedCertificate(
  request: string | Buffer,
  { isAccess, ...options }: RequestedOptions,
): Promise<X509Certificate> {
  const read = new x509.Pkcs10CertificateRequest(request);
  if (!(await read.verify())) throw new Error('The signature of the certificate request is wrong');
  const publicKey = createPublicKey({ key: Buffer.from(read.publicKey.rawData), type: 'spki', format: 'der' });
  const names = read.extensions.filter(({ type }) => type === ALTERNATIVE_NAMES);
  const { policies, issuers, revocationLists, timestamps } = ACCESS_EXTENSIONS;
  const { certificate } = await makeTestCertificate({
    ...options,
    subject: subjectOf(read.subjectName),
    // Only the public half goes into the certificate.
    key: { ...options.issuer.key, publicKey },
    extensions: [...names, ...(isAccess ? [policies, issuers, revocationLists, timestamps] : [])],
  });
  return certificate;
}

function subjectOf(name: x509.Name): TestSubject {
  return name
    .toJSON()
    .flatMap((attributes) =>
      Object.entries(attributes).flatMap(([type, values]) =>
        values.map((value): readonly [string, string] => [type, typeof value === 'string' ? value : textOf(value)]),
      ),
    );
}

function textOf(value: object): string {
  return String(Object.values(value)[0]);
}
