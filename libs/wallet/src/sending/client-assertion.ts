/** Client authentication by private_key_jwt (RFC 7523, 2.2 and 3), for a wallet that is registered at the tenant. */
import { randomUUID } from 'node:crypto';
import { type Signing, signAs, type WalletKey } from '../jwt/keys.ts';

const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** Seconds. */
const LIFETIME = 60;

export interface RegisteredClient extends Signing {
  readonly clientId: string;
  /** One of those in the registration. */
  readonly key: WalletKey;
  /** Seconds. */
  readonly now: number;
}

/** The parameters of one request. @param audience issuer identifier of the authorization server */
export function clientAssertion(client: RegisteredClient, audience: string): Record<string, string> {
  const { clientId, key, now, step = 'par', sign } = client;
  const payload = { iss: clientId, sub: clientId, aud: audience, jti: randomUUID(), iat: now, exp: now + LIFETIME };
  const client_assertion = signAs('client_assertion', key, { step, sign, header: { alg: 'ES256' }, payload });
  return { client_assertion_type: TYPE, client_assertion };
}
