/** The revocation list of an IACA (RFC 5280, 5): bytes and signature. */
import {
  type CertificateSigner,
  certificateLibrary,
  provisionalKey,
  SIGNATURE,
  signedBy,
} from '@countersign/shared/crypto/sign-certificate';

const CRL_NUMBER = '2.5.29.20';

export interface RevocationListOptions {
  /** IACA certificate, PEM, and how it signs. */
  readonly authority: { readonly certificate: string } & CertificateSigner;
  /** Rises with each list of the IACA (RFC 5280, 5.2.3). */
  readonly number: number;
  /** Milliseconds, as `nextUpdate`. */
  readonly thisUpdate: number;
  readonly nextUpdate: number;
}

/** Creates the list of an IACA that has revoked no document signer, DER (RFC 5280, 5). */
export async function createRevocationList(options: RevocationListOptions): Promise<Buffer> {
  const x509 = await certificateLibrary();
  const authority = new x509.X509Certificate(options.authority.certificate);
  const list = await x509.X509CrlGenerator.create({
    issuer: authority.subjectName,
    thisUpdate: new Date(options.thisUpdate),
    nextUpdate: new Date(options.nextUpdate),
    signingKey: await provisionalKey(),
    signingAlgorithm: SIGNATURE,
    extensions: [
      await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey),
      new x509.Extension(CRL_NUMBER, false, derInteger(options.number)),
    ],
  });
  return signedBy(options.authority, list.rawData);
}

/** A positive INTEGER, DER. */
function derInteger(value: number): Buffer {
  const digits = Buffer.from(value.toString(16).padStart(12, '0'), 'hex');
  const first = digits.findIndex((byte) => byte !== 0);
  const content = digits.subarray(first < 0 ? digits.length - 1 : first);
  const positive = (content[0] ?? 0) < 0x80 ? content : Buffer.concat([Buffer.from([0]), content]);
  return Buffer.concat([Buffer.from([0x02, positive.length]), positive]);
}
