/** A driving licence for tests, from an issuer created for them. */
import { X509Certificate } from 'node:crypto';
import { newWalletKey, type WalletKey } from '../../src/jwt/keys.ts';
import { CborTag, FULL_DATE } from '../../src/mdoc/cbor.ts';
import { type MadeMdoc, makeIssuerSigned } from '../../src/mdoc/make-issuer-signed.ts';
import { createDocumentSigner, createIaca } from '../../src/provider/certificates.ts';

export const MDL = 'org.iso.18013.5.1.mDL';
export const MDL_SPACE = 'org.iso.18013.5.1';
export const NOW = Date.UTC(2030, 5, 1);
const DAY = 86_400_000;
export const VALIDITY = { notBefore: NOW - DAY, notAfter: NOW + 100 * DAY };

export const iaca = createIaca('IACA', 'UT', VALIDITY);
export const signer = newWalletKey();
export const documentSigner = new X509Certificate(createDocumentSigner(iaca, 'Signer', VALIDITY, signer)).raw;

export const ELEMENTS = {
  [MDL_SPACE]: {
    family_name: 'Lovelace',
    given_name: 'Ada',
    birth_date: new CborTag(FULL_DATE, '1990-12-10'),
    age_over_18: true,
    portrait: Buffer.from([0xff, 0xd8, 0xff]),
  },
  'org.example': { points: 3 },
};

export function madeMdl(change: Partial<MadeMdoc> = {}): { readonly credential: string; readonly key: WalletKey } {
  const key = newWalletKey();
  const made = { docType: MDL, nameSpaces: ELEMENTS, deviceKey: key, signer, chain: [documentSigner] };
  return { credential: makeIssuerSigned({ ...made, signed: NOW, validUntil: NOW + 30 * DAY, ...change }), key };
}
