/** Encrypted credential requests and responses as a wallet creates and reads them (OpenID4VCI 1.0, 10), with jose. */
import { CompactEncrypt, compactDecrypt, importJWK } from 'jose';
import { newWalletKey, type WalletKey } from '../jwt/keys.ts';
import type { EncryptionHabits } from '../profiles/wallet-habits.ts';
import type { Answer } from '../sending/answer.ts';
import type { EncryptionOffer, IssuerMetadata } from './metadata.ts';

/** Maximum size of a decompressed response, bytes. */
const MAX_DECOMPRESSED = 250_000;

/** What one request asks for. The key is only used for this request. */
export interface AskedEncryption {
  readonly key: WalletKey;
  readonly member: { readonly jwk: object; readonly enc: string; readonly zip?: string };
}

/** A request's `credential_response_encryption`; undefined if the wallet requests no encryption. */
export function askEncryption(
  { credential_response_encryption: offer }: IssuerMetadata,
  habits: EncryptionHabits,
): AskedEncryption | undefined {
  if (offer === undefined || (!habits.asks && !offer.encryption_required)) return undefined;
  const key = newWalletKey();
  const zip = habits.asksCompressed && offer.zip_values_supported?.includes('DEF') === true ? { zip: 'DEF' } : {};
  const jwk = { ...key.publicJwk, use: 'enc', alg: 'ECDH-ES', kid: key.thumbprint };
  return { key, member: { jwk, enc: offer.enc_values_supported[0] ?? '', ...zip } };
}

/** The body of an encrypted request. The first key is taken, as wallets do. */
export async function encryptRequest(offer: EncryptionOffer, body: object, habits: EncryptionHabits): Promise<string> {
  const [jwk] = offer.jwks?.keys ?? [];
  if (jwk === undefined) throw new Error('The metadata contains no key for requests');
  const { kty, crv, x, y, kid, alg } = jwk;
  const zip = habits.compresses && offer.zip_values_supported?.includes('DEF') === true ? { zip: 'DEF' } : {};
  const more = { own_jwk: { jwk: { kty, crv, x, y } }, cty: { cty: 'json' }, none: {} }[habits.header ?? 'none'];
  return new CompactEncrypt(Buffer.from(JSON.stringify(body)))
    .setProtectedHeader({ alg, enc: offer.enc_values_supported[0] ?? '', kid, ...zip, ...more })
    .encrypt(await importJWK({ kty, crv, x, y }, alg));
}

/**
 * The same response, decrypted. A success that should be encrypted must be, and an error must not.
 * @throws Error otherwise, or if the encryption differs from the requested one
 */
export async function decryptAnswer(answer: Answer, asked: AskedEncryption | undefined): Promise<Answer> {
  const isEncrypted = (answer.headers.get('content-type') ?? '').startsWith('application/jwt');
  const mustBe = asked !== undefined && answer.status < 300;
  if (isEncrypted !== mustBe) throw new Error(`Encrypted ${isEncrypted}, expected ${mustBe}: ${answer.status}`);
  if (asked === undefined || !isEncrypted) return answer;
  const { plaintext, protectedHeader } = await compactDecrypt(answer.text, asked.key.privateKey, {
    keyManagementAlgorithms: ['ECDH-ES'],
    contentEncryptionAlgorithms: [asked.member.enc],
    maxDecompressedLength: MAX_DECOMPRESSED,
  });
  if (protectedHeader.kid !== asked.key.thumbprint) throw new Error('The response is encrypted to a different key');
  if (asked.member.zip !== protectedHeader.zip) throw new Error(`zip is ${protectedHeader.zip}`);
  const text = new TextDecoder().decode(plaintext);
  return { ...answer, text, json: JSON.parse(text) };
}
