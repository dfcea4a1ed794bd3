/** The signed bodies of requests to an authority: flattened JWS (RFC 8555, 6.2 and 7.3.4). */
import { hmacSha256 } from '@countersign/shared/crypto/hmac-sha256';
import { jwkThumbprint } from '@countersign/shared/crypto/jwk';
import type { PublicJwk, Sign } from '@countersign/shared/crypto/keys';
import type { JsonObject } from '@countersign/shared/kernel/json';

export interface AccountKey {
  readonly publicJwk: PublicJwk;
  readonly sign: Sign;
}

/** Who sends a request: the account, by its address, or a key that has no account yet. */
export type Sender = { readonly kid: string } | 'new account';

export interface Unsigned {
  readonly url: string;
  readonly nonce: string;
  readonly sender: Sender;
  /** Undefined: the request only reads (POST-as-GET, RFC 8555, 6.3). */
  readonly payload: JsonObject | undefined;
}

export async function signRequest(key: AccountKey, { url, nonce, sender, payload }: Unsigned): Promise<JsonObject> {
  const by = sender === 'new account' ? { jwk: jwkOf(key) } : { kid: sender.kid };
  const header = encoded({ alg: 'ES256', nonce, url, ...by });
  const body = payload === undefined ? '' : encoded(payload);
  const signature = await key.sign(Buffer.from(`${header}.${body}`));
  return { protected: header, payload: body, signature: signature.toString('base64url') };
}

export interface ExternalAccount {
  readonly kid: string;
  /** The shared secret. */
  readonly key: Buffer;
}

/** The account key, vouched for by the account that the authority has given out before. */
export function bindExternalAccount(key: AccountKey, { kid, key: secret }: ExternalAccount, url: string): JsonObject {
  const header = encoded({ alg: 'HS256', kid, url });
  const payload = encoded(jwkOf(key));
  const signature = hmacSha256(secret, `${header}.${payload}`).toString('base64url');
  return { protected: header, payload, signature };
}

export interface KeyChange {
  readonly url: string;
  /** Address of the account. */
  readonly account: string;
  /** The account's current key. */
  readonly old: Pick<AccountKey, 'publicJwk'>;
}

/** The next key of an account vouches for itself and names the current one (RFC 8555, 7.3.5). */
export async function signKeyChange(next: AccountKey, { url, account, old }: KeyChange): Promise<JsonObject> {
  const header = encoded({ alg: 'ES256', jwk: jwkOf(next), url });
  const payload = encoded({ account, oldKey: jwkOf(old) });
  const signature = await next.sign(Buffer.from(`${header}.${payload}`));
  return { protected: header, payload, signature: signature.toString('base64url') };
}

/** The proof of control over an identifier (RFC 8555, 8.1). */
export function keyAuthorization({ publicJwk }: Pick<AccountKey, 'publicJwk'>, token: string): string {
  return `${token}.${jwkThumbprint(publicJwk)}`;
}

function jwkOf({ publicJwk: { kty, crv, x, y } }: Pick<AccountKey, 'publicJwk'>): JsonObject {
  return { kty, crv, x, y };
}

function encoded(value: JsonObject): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
