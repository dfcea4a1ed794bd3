/** @owf/mdoc as issuer, holder and judge of credentials, with node:crypto. */
import { createHash, createPrivateKey, createPublicKey, randomBytes, sign, verify, X509Certificate } from 'node:crypto';
import {
  CoseKey,
  DeviceKey,
  DeviceRequest,
  DocRequest,
  Holder,
  Issuer,
  IssuerSigned,
  ItemsRequest,
  type MdocContext,
  SignatureAlgorithm,
} from '@owf/mdoc';
import type { MdocLibrary } from './mdoc-library.ts';

const notHere = (): never => {
  throw new Error('Not needed by these tests');
};

const certificateOf = (der: Uint8Array): X509Certificate => new X509Certificate(Buffer.from(der));

/** What the library leaves to its caller. */
export const owfContext: MdocContext = {
  crypto: {
    random: (length) => randomBytes(length),
    digest: ({ digestAlgorithm, bytes }) => createHash(digestAlgorithm.replace('-', '')).update(bytes).digest(),
    calculateEphemeralMacKey: notHere,
  },
  cose: {
    sign1: {
      sign: ({ toBeSigned, key }) =>
        sign('sha256', toBeSigned, {
          key: createPrivateKey({ key: key.jwk, format: 'jwk' }),
          dsaEncoding: 'ieee-p1363',
        }),
      verify: ({ key, sign1 }) =>
        verify(
          'sha256',
          sign1.toBeSigned,
          { key: createPublicKey({ key: key.jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
          sign1.signature,
        ),
    },
    mac0: { sign: notHere, verify: notHere },
  },
  x509: {
    getIssuerNameField: ({ certificate, field }) =>
      certificateOf(certificate)
        .issuer.split('\n')
        .filter((part) => part.startsWith(`${field}=`))
        .map((part) => part.slice(field.length + 1)),
    getPublicKey: ({ certificate }) =>
      CoseKey.fromJwk({ ...certificateOf(certificate).publicKey.export({ format: 'jwk' }) }),
    verifyCertificateChain: ({ trustedCertificates, x5chain }) => {
      const last = x5chain.at(-1);
      const isTrusted = trustedCertificates.some(
        (anchor) => last !== undefined && certificateOf(last).verify(certificateOf(anchor).publicKey),
      );
      if (!isTrusted) throw new Error('The chain ends at no trusted certificate');
    },
    getCertificateData: ({ certificate }) => {
      const read = certificateOf(certificate);
      return {
        issuerName: read.issuer,
        subjectName: read.subject,
        serialNumber: read.serialNumber,
        thumbprint: read.fingerprint,
        notBefore: new Date(read.validFrom),
        notAfter: new Date(read.validTo),
        pem: read.toString(),
      };
    },
  },
};

export const owfLibrary: MdocLibrary = {
  name: '@owf/mdoc',
  issue: async ({ docType, nameSpaces, deviceKey, issuer, signed, validUntil }) => {
    const document = new Issuer(docType, owfContext);
    for (const [name, elements] of Object.entries(nameSpaces)) document.addIssuerNamespace(name, { ...elements });
    const issued = await document.sign({
      signingKey: CoseKey.fromJwk({ ...issuer.privateKey }),
      algorithm: SignatureAlgorithm.ES256,
      digestAlgorithm: 'SHA-256',
      validityInfo: { signed, validFrom: signed, validUntil },
      deviceKeyInfo: { deviceKey: DeviceKey.fromJwk({ ...deviceKey }) },
      certificates: [new X509Certificate(issuer.certificate).raw],
    });
    return issued.encodedForOid4Vci;
  },
  present: async ({ docType, issuerSigned, deviceKey, transcript, elements }) => {
    const namespaces = Object.fromEntries(
      Object.entries(elements).map(([name, names]) => [name, Object.fromEntries(names.map((one) => [one, false]))]),
    );
    const itemsRequest = ItemsRequest.create({ docType, namespaces: namespaces as never });
    const response = await Holder.createDeviceResponseForDeviceRequest(
      {
        deviceRequest: DeviceRequest.create({ docRequests: [DocRequest.create({ itemsRequest })] }),
        sessionTranscript: transcript,
        issuerSigned: [IssuerSigned.fromEncodedForOid4Vci(issuerSigned)],
        signature: { signingKey: CoseKey.fromJwk({ ...deviceKey, alg: 'ES256' }) },
      },
      owfContext,
    );
    return Buffer.from(response.encode()).toString('base64url');
  },
};

/** @owf/mdoc's checks of a received credential. @throws Error of the library */
export async function acceptWithOwf(issuerSigned: string, anchors: readonly string[], now: Date): Promise<void> {
  const trustedCertificates = anchors.map((pem) => new X509Certificate(pem).raw);
  await Holder.verifyIssuerSigned({ issuerSigned, trustedCertificates, now }, owfContext);
}
