/** A wallet that speaks interactive authorization (drafts of OpenID4VCI 1.1) in both of its dialects. */
import assert from 'node:assert/strict';
import { createHash, createPublicKey, verify, X509Certificate } from 'node:crypto';
import type { Offer } from '@countersign/wallet/issuance/offer';
import type { Wallet } from '@countersign/wallet/issuance/wallet';
import {
  encrypt,
  type HeldCredential,
  type PresentationRequest,
  present,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import type { Answer } from '@countersign/wallet/sending/answer';

export interface Dialect {
  readonly name: 'ia' | 'iae';
  readonly path: string;
  readonly presentation: string;
  readonly web: string;
  /** Status of a response that requires an interaction. */
  readonly status: number;
}

export const dialects: readonly Dialect[] = [
  {
    name: 'ia',
    path: '/authorize/challenge',
    presentation: 'urn:openid:dcp:ia:openid4vp_presentation',
    web: 'urn:openid:dcp:ia:auth_via_web',
    status: 401,
  },
  {
    name: 'iae',
    path: '/authorize/interactive',
    presentation: 'openid4vp_presentation',
    web: 'redirect_to_web',
    status: 200,
  },
];

export interface Interaction {
  readonly wallet: Wallet;
  readonly offer: Offer;
  readonly authSession: string;
  readonly request: PresentationRequest;
}

/** The first request; `types` replaces what the wallet supports. */
export function firstRequest(
  wallet: Wallet,
  offer: Offer,
  dialect: Dialect,
  types: string | undefined = `${dialect.web},${dialect.presentation}`,
): Promise<Answer> {
  const parameters = wallet.authorizationParameters(offer);
  return wallet.form(dialect.path, { ...parameters, interaction_types_supported: types });
}

/** The first request, whose response is a presentation request, which the wallet has checked. */
export async function beginInteraction(wallet: Wallet, offer: Offer, dialect: Dialect): Promise<Interaction> {
  const answer = await firstRequest(wallet, offer, dialect, dialect.presentation);
  assert.equal(answer.status, dialect.status, answer.text);
  assert.match(answer.headers.get('cache-control') ?? '', /no-store/);
  const { json } = answer;
  if (dialect.name === 'ia') {
    assert.deepEqual(
      [json.error, json.interaction_type_required],
      ['insufficient_authorization', dialect.presentation],
    );
  } else {
    assert.deepEqual([json.status, json.type], ['require_interaction', dialect.presentation]);
  }
  const request = requestIn(json.openid4vp_request, `${wallet.issuer}${dialect.path}`, dialect);
  return { wallet, offer, authSession: json.auth_session, request };
}

/** The parameters of `openid4vp_request`: plain, or of a request object whose signature and endpoint are checked. */
function requestIn(sent: Record<string, unknown>, endpoint: string, { name }: Dialect): PresentationRequest {
  if (typeof sent.request !== 'string') {
    for (const absent of ['client_id', 'response_uri', 'state', 'expected_origins', 'expected_url']) {
      assert.ok(!(absent in sent), absent);
    }
    return sent as unknown as PresentationRequest;
  }
  assert.deepEqual(Object.keys(sent), ['request']);
  const [head = '', body = '', signature = ''] = sent.request.split('.');
  const header = JSON.parse(Buffer.from(head, 'base64url').toString('utf8'));
  const request = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
  const leaf = new X509Certificate(Buffer.from(header.x5c[0], 'base64'));
  const key = {
    key: createPublicKey(leaf.publicKey.export({ type: 'spki', format: 'pem' })),
    dsaEncoding: 'ieee-p1363',
  };
  const input = Buffer.from(`${head}.${body}`);
  assert.ok(verify('sha256', input, key as never, Buffer.from(signature, 'base64url')), 'the signature is wrong');
  assert.equal(header.typ, 'oauth-authz-req+jwt');
  assert.equal(request.client_id, `x509_hash:${createHash('sha256').update(leaf.raw).digest('base64url')}`);
  const { origin } = new URL(endpoint);
  const expected = name === 'ia' ? [[origin], undefined] : [undefined, endpoint];
  assert.deepEqual([request.expected_origins, request.expected_url], expected);
  return request;
}

export interface PresentedAs {
  /** Audience of the proof; default: the origin of the endpoint, in the form of the dialect. */
  readonly audience?: string;
  readonly nonce?: string;
  /** True: unencrypted, whatever the request requires. */
  readonly plain?: boolean;
}

/** `openid4vp_response` with a presentation, encrypted if the request requires it. */
export function responseTo(
  { wallet, request }: Pick<Interaction, 'wallet' | 'request'>,
  held: HeldCredential,
  dialect: Dialect,
  { plain = false, ...change }: PresentedAs = {},
): string {
  const audience = `${dialect.name}:${new URL(wallet.issuer).origin}`;
  const vp_token = vpTokenOf(present(held, request, { audience, ...change }), request);
  const encrypted = request.response_mode.endsWith('.jwt') && !plain;
  return JSON.stringify(encrypted ? { response: encrypt(request, { vp_token }) } : { vp_token });
}

/** The second request. */
export function answerWith(
  { wallet, authSession }: Pick<Interaction, 'wallet' | 'authSession'>,
  response: string,
  dialect: Dialect,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const parameters = { client_id: wallet.clientId, auth_session: authSession, openid4vp_response: response };
  return wallet.form(dialect.path, parameters, headers);
}

/** The code in a successful response. */
export function codeIn(answer: Answer, { name }: Dialect): string {
  assert.equal(answer.status, 200, answer.text);
  if (name === 'iae') assert.equal(answer.json.status, 'ok');
  assert.deepEqual(Object.keys(answer.json).sort(), name === 'ia' ? ['authorization_code'] : ['code', 'status']);
  return name === 'ia' ? answer.json.authorization_code : answer.json.code;
}
