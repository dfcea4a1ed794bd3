/** A small presenting wallet: each step separately, without the server's code, so that a test can send false values. */
import { createCipheriv, createHash, createPublicKey, diffieHellman, randomBytes } from 'node:crypto';
import { newWalletKey, type Signing, signAs, type WalletKey } from '../jwt/keys.ts';
import { type Answer, read } from '../sending/answer.ts';

export interface HeldCredential {
  /** As issued: `<jwt>~<disclosure>~...~` for an SD-JWT VC, the base64url of an mdoc's IssuerSigned, or a JWT. */
  readonly credential: string;
  readonly key: WalletKey;
}

/** A query for credentials (OpenID4VP 1.0, 6), reduced to what this wallet reads. */
export interface DcqlQuery {
  readonly credentials: readonly CredentialQuery[];
  readonly credential_sets?: readonly {
    readonly options: readonly (readonly string[])[];
    readonly required?: boolean;
  }[];
}

export interface CredentialQuery {
  readonly id: string;
  readonly format?: string;
  readonly meta?: {
    readonly vct_values?: readonly string[];
    readonly doctype_value?: string;
    readonly type_values?: readonly (readonly string[])[];
  };
  readonly claims?: readonly ClaimQuery[];
  readonly claim_sets?: readonly (readonly string[])[];
}

export interface ClaimQuery {
  readonly id?: string;
  readonly path: readonly (string | number | null)[];
  readonly values?: readonly unknown[];
}

/** Payload of a request object, reduced to what a wallet reads. */
export interface PresentationRequest {
  readonly client_id: string;
  readonly response_uri: string;
  readonly response_mode: string;
  readonly nonce: string;
  readonly state: string;
  readonly dcql_query: DcqlQuery;
  readonly transaction_data?: readonly string[];
  readonly verifier_info?: readonly unknown[];
  readonly wallet_nonce?: string;
  readonly client_metadata: {
    readonly jwks?: { readonly keys: readonly (Record<string, string> & { readonly kid: string })[] };
  };
}

/** The address in a link. */
export function requestUriOf(link: string): string {
  return new URL(link).searchParams.get('request_uri') ?? '';
}

/**
 * Fetches the request object of a link and reads its payload.
 * @throws Error with the response's `status`, unless it is 200
 */
export async function fetchRequest(link: string): Promise<PresentationRequest> {
  const { status, text } = await read(await fetch(requestUriOf(link)));
  if (status !== 200) throw Object.assign(new Error(`The request object returned ${status} ${text}`), { status });
  return JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString('utf8'));
}

export interface ProofChange extends Signing {
  readonly nonce?: string;
  readonly audience?: string;
  readonly key?: WalletKey;
  readonly payload?: object;
  readonly header?: object;
}

/** The credential with all its disclosures and a Key Binding JWT for the request (RFC 9901, 4.3). */
export function present(held: HeldCredential, request: PresentationRequest, change: ProofChange = {}): string {
  const payload = {
    iat: Math.floor(Date.now() / 1000),
    aud: change.audience ?? request.client_id,
    nonce: change.nonce ?? request.nonce,
    sd_hash: createHash('sha256').update(held.credential).digest('base64url'),
    ...change.payload,
  };
  const header = { typ: 'kb+jwt', alg: 'ES256', ...change.header };
  const { step = 'response', sign } = change;
  return held.credential + signAs('kb', change.key ?? held.key, { step, sign, header, payload });
}

/** The presentation under every query id of the request. */
export function vpTokenOf(presentation: string, request: PresentationRequest): Record<string, string[]> {
  return Object.fromEntries(request.dcql_query.credentials.map(({ id }) => [id, [presentation]]));
}

export interface JweChange {
  readonly kid?: string;
  readonly header?: object;
  /** Default: a fresh key. */
  readonly ephemeral?: WalletKey;
}

/** The form fields of a response in the mode of the request. */
export function responseFields(
  request: PresentationRequest,
  vpToken: unknown,
  change: JweChange & { readonly state?: string } = {},
): Record<string, string> {
  const state = change.state ?? request.state;
  if (request.response_mode === 'direct_post') return { vp_token: JSON.stringify(vpToken), state };
  return { response: encrypt(request, { vp_token: vpToken, state }, change) };
}

/** The form fields of an error (OpenID4VP 1.0, 8.5), encrypted if the request asks for that. */
export function errorFields(
  request: PresentationRequest,
  error: string,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const fields = { error, state: request.state, ...more };
  return request.response_mode === 'direct_post' ? fields : { response: encrypt(request, fields) };
}

/** A compact JWE for the request's key: ECDH-ES, A256GCM (RFC 7518, 4.6 and 5.3). */
export function encrypt(request: PresentationRequest, payload: unknown, change: JweChange = {}): string {
  const jwk = request.client_metadata.jwks?.keys[0];
  if (jwk === undefined) throw new Error('The request has no key');
  const ephemeral = change.ephemeral ?? newWalletKey();
  const apv = Buffer.from(request.nonce).toString('base64url');
  const header = Buffer.from(
    JSON.stringify({
      alg: 'ECDH-ES',
      enc: 'A256GCM',
      kid: change.kid ?? jwk.kid,
      epk: ephemeral.publicJwk,
      apv,
      ...change.header,
    }),
  ).toString('base64url');
  const { kty, crv, x, y } = jwk;
  const publicKey = createPublicKey({ key: { kty, crv, x, y } as never, format: 'jwk' });
  const secret = diffieHellman({ privateKey: ephemeral.privateKey, publicKey });
  const key = createHash('sha256')
    .update(Buffer.concat([number(1), secret, sized('A256GCM'), sized(''), sized(request.nonce), number(256)]))
    .digest();
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(header, 'ascii'));
  const content = Buffer.concat([cipher.update(JSON.stringify(payload)), cipher.final()]);
  return [header, '', ...[iv, content, cipher.getAuthTag()].map((bytes) => bytes.toString('base64url'))].join('.');
}

/** Posts a response as wallets do. */
export async function post(responseUri: string, fields: Record<string, string>): Promise<Answer> {
  return read(await fetch(responseUri, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' }));
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function sized(text: string): Buffer {
  return Buffer.concat([number(Buffer.byteLength(text)), Buffer.from(text)]);
}
