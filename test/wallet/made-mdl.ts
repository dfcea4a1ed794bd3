/** An mdoc from an issuer created for tests, and the server's functions that verify its presentation. */
import { X509Certificate } from 'node:crypto';
import { readDeviceResponse } from '@countersign/verifier/mdoc/device-response';
import { MdocError } from '@countersign/verifier/mdoc/mdoc-error';
import { redirectTranscript as serverTranscript } from '@countersign/verifier/mdoc/session-transcript';
import { verifyDeviceAuth, verifyIssuerAuth } from '@countersign/verifier/mdoc/verify-document';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { CborTag, FULL_DATE } from '@countersign/wallet/mdoc/cbor';
import { makeIssuerSigned } from '@countersign/wallet/mdoc/make-issuer-signed';
import { redirectTranscript } from '@countersign/wallet/mdoc/session-transcript';
import { createDocumentSigner, createIaca } from '@countersign/wallet/provider/certificates';

export const NOW = Date.UTC(2030, 5, 1);
const DAY = 86_400_000;
export const MDL = 'org.iso.18013.5.1.mDL';
export const SPACE = 'org.iso.18013.5.1';
const validity = { notBefore: NOW - DAY, notAfter: NOW + 100 * DAY };
const iaca = createIaca('IACA', 'UT', validity);
export const signer = newWalletKey();
export const chain = [new X509Certificate(createDocumentSigner(iaca, 'Signer', validity, signer)).raw];
const anchors = [new X509Certificate(iaca.certificate)];
export const key = newWalletKey();
export const times = { signed: NOW, validFrom: NOW, validUntil: NOW + 30 * DAY };
export const elements = {
  family_name: 'Lovelace',
  birth_date: new CborTag(FULL_DATE, '1990-12-10'),
  age_over_18: true,
};
const made = { docType: MDL, nameSpaces: { [SPACE]: elements }, deviceKey: key, signer, chain };
export const credential = makeIssuerSigned({ ...made, ...times });

const request = { clientId: 'x509_hash:a', nonce: 'n', responseUri: 'https://v.example/response' };
export const transcript = redirectTranscript({ ...request, encryptionKey: undefined });

/** The reason of the refusal; undefined if the document is accepted. */
export function verified(response: string, now = NOW): string | undefined {
  try {
    const document = readDeviceResponse(Buffer.from(response, 'base64url'));
    verifyIssuerAuth(document, { anchors, now });
    verifyDeviceAuth(document, serverTranscript({ ...request, jwkThumbprint: null }));
    return undefined;
  } catch (error) {
    if (error instanceof MdocError) return error.reason;
    throw error;
  }
}
