/** Encrypted requests of a wallet, each part of which a test may change (OpenID4VCI 1.0, 10). */
import assert from 'node:assert/strict';
import { type AskedEncryption, askEncryption, decryptAnswer } from '@countersign/wallet/issuance/encryption';
import type { EncryptionJwk, IssuerMetadata } from '@countersign/wallet/issuance/metadata';
import type { Wallet } from '@countersign/wallet/issuance/wallet';
import type { EncryptionHabits } from '@countersign/wallet/profiles/wallet-habits';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { CompactEncrypt, importJWK } from 'jose';

export const CREDENTIAL = '/vci/credential';
export const DEFERRED = '/vci/deferred';

const PLAIN: EncryptionHabits = { asks: true, asksCompressed: false, compresses: false, header: undefined };

export async function metadataOf({ fetch, issuer }: Pick<Wallet, 'fetch' | 'issuer'>): Promise<IssuerMetadata> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname === '/' ? '' : pathname;
  const answer = await read(await fetch(`${origin}/.well-known/openid-credential-issuer${path}`));
  assert.equal(answer.status, 200, answer.text);
  return answer.json as IssuerMetadata;
}

/** The current key for requests. */
export async function requestKey(wallet: Pick<Wallet, 'fetch' | 'issuer'>): Promise<EncryptionJwk> {
  const { credential_request_encryption: offered } = await metadataOf(wallet);
  return offered?.jwks?.keys[0] ?? assert.fail('no key');
}

/** A compact JWE to a key. @param header replaces and adds members */
export async function jweTo(jwk: EncryptionJwk, content: object | Uint8Array, header: object = {}): Promise<string> {
  const { kty, crv, x, y, kid, alg } = jwk;
  const clear = content instanceof Uint8Array ? content : Buffer.from(JSON.stringify(content));
  return new CompactEncrypt(clear)
    .setProtectedHeader({ alg, enc: 'A256GCM', kid, ...header })
    .encrypt(await importJWK({ kty, crv, x, y }, alg));
}

/** Posts a JWE with the token and a fresh proof. */
export async function sendJwe(wallet: Wallet, token: string, jwe: string, path = CREDENTIAL): Promise<Answer> {
  const scheme = wallet.dpopKey === undefined ? 'Bearer' : 'DPoP';
  return read(
    await wallet.fetch(`${wallet.issuer}${path}`, {
      method: 'POST',
      body: jwe,
      headers: {
        'content-type': 'application/jwt',
        authorization: `${scheme} ${token}`,
        ...wallet.dpopHeader('POST', path, token),
      },
    }),
  );
}

/** The wallet's key for one response. */
export async function askedOf(wallet: Wallet, habits: Partial<EncryptionHabits> = {}): Promise<AskedEncryption> {
  return askEncryption(await metadataOf(wallet), { ...PLAIN, ...habits }) ?? assert.fail('no encryption is offered');
}

/** An encrypted request with an encrypted response. @returns the decrypted response */
export async function exchange(
  wallet: Wallet,
  token: string,
  { body, path = CREDENTIAL, asked, header }: ExchangeOptions,
): Promise<Answer> {
  const of = asked ?? (await askedOf(wallet));
  const whole = { ...body, credential_response_encryption: of.member };
  const answer = await sendJwe(wallet, token, await jweTo(await requestKey(wallet), whole, header), path);
  return decryptAnswer(answer, of);
}

export interface ExchangeOptions {
  readonly body: object;
  readonly path?: string;
  readonly asked?: AskedEncryption;
  /** Header of the request. */
  readonly header?: object;
}
