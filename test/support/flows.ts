/** Common first steps of tests. */

import assert from 'node:assert/strict';
import { statusListUrl } from '@countersign/shared/kernel/identifiers';
import { statusEntries } from '@countersign/shared/test/model/every-tenant';
import type { Offer } from '@countersign/wallet/issuance/offer';
import { Wallet, type WalletOptions } from '@countersign/wallet/issuance/wallet';
import { newWalletKey, type WalletKey } from '@countersign/wallet/jwt/keys';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import type { TestServer } from './server.ts';

/** The part of a server that flows of variant A use. */
export type ServerOfA = Pick<TestServer, 'a' | 'url'>;

export interface MadeOffer {
  readonly uri: string;
  readonly session: string;
  readonly txCode?: string;
}

/** An offer in variant A; `pid` by authorization code unless the body specifies otherwise. */
export async function makeOffer(server: ServerOfA, body: object = {}): Promise<MadeOffer> {
  const request = { response_type: 'uri', credentialConfigurationIds: ['pid'], ...body };
  const answer = await read(await server.a('/vci/offer', { method: 'POST', body: JSON.stringify(request) }));
  assert.equal(answer.status, 201, answer.text);
  return answer.json as MadeOffer;
}

/** An offer of variant B, tenant root. */
export async function makeTenantOffer(server: TestServer, body: object = {}): Promise<MadeOffer> {
  const request = { response_type: 'uri', credentialConfigurationIds: ['pid'], ...body };
  const answer = await read(
    await server.b('/issuer-management/offer', { method: 'POST', body: JSON.stringify(request) }),
  );
  assert.equal(answer.status, 201, answer.text);
  return answer.json as MadeOffer;
}

export const PRE_AUTHORIZED_FLOW = { flow: 'pre_authorized_code' } as const;

export interface StartedIssuance {
  /** Address of the offer document. */
  readonly offerUri: string;
  readonly wallet: Wallet;
  readonly offer: Offer;
  readonly session: string;
  readonly txCode?: string;
}

/** An offer of variant A in the hands of a wallet. */
export async function begin(
  server: ServerOfA,
  body: object = {},
  options: Partial<WalletOptions> = {},
): Promise<StartedIssuance> {
  const made = await makeOffer(server, body);
  const wallet = new Wallet({ issuer: server.url, ...options });
  const offer = await wallet.offer(made.uri);
  const offerUri = new URL(made.uri).searchParams.get('credential_offer_uri') ?? '';
  return {
    offerUri,
    wallet,
    offer,
    session: made.session,
    ...(made.txCode === undefined ? {} : { txCode: made.txCode }),
  };
}

export interface WithToken extends StartedIssuance {
  readonly token: string;
}

/** `begin`, continued to the access token. */
export async function beginWithToken(
  server: ServerOfA,
  body: object = PRE_AUTHORIZED_FLOW,
  options: Partial<WalletOptions> = {},
): Promise<WithToken> {
  const started = await begin(server, body, options);
  const answer = await started.wallet.redeem(started.offer, started.txCode);
  assert.equal(answer.status, 200, answer.text);
  return { ...started, token: answer.json.access_token };
}

/** A credential request of one fresh key with a fresh nonce. */
export async function credentialBody(
  wallet: Wallet,
  options: { readonly id?: string; readonly key?: WalletKey; readonly nonce?: string } = {},
): Promise<object> {
  const nonce = options.nonce ?? (await wallet.nonce());
  return {
    credential_configuration_id: options.id ?? 'pid',
    proofs: { jwt: [wallet.proof(options.key ?? newWalletKey(), nonce)] },
  };
}

/** The session as variant A shows it. */
// biome-ignore lint/suspicious/noExplicitAny: the view is looked at field by field
export async function sessionOf(server: ServerOfA, id: string): Promise<any> {
  const answer = await read(await server.a(`/session/${id}`));
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

/** Asserts an OAuth or credential error: status, code, only the two members, no-store, legal characters. */
export function assertRefused(
  answer: Answer,
  status: number | readonly number[],
  code: string | readonly string[],
): void {
  const statuses = typeof status === 'number' ? [status] : status;
  const codes = typeof code === 'string' ? [code] : code;
  assert.ok(statuses.includes(answer.status), `${answer.status} ${answer.text}`);
  assert.ok(codes.includes(answer.json?.error), answer.text);
  assert.deepEqual(Object.keys(answer.json).sort(), ['error', 'error_description']);
  assert.match(answer.json.error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/);
  assert.match(answer.headers.get('cache-control') ?? '', /no-store/);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
}

/** The number of responses with that status. */
export function count(answers: readonly Answer[], status: number): number {
  return answers.filter((answer) => answer.status === status).length;
}

/** Sets the status of the session's credentials in variant A; returns the entries. */
// biome-ignore lint/suspicious/noExplicitAny: the response is checked field by field
export async function setStatus(server: ServerOfA, sessionId: string, status: 0 | 1): Promise<any> {
  const body = JSON.stringify({ sessionId, status });
  const answer = await read(await server.a('/status-management', { method: 'POST', body }));
  assert.equal(answer.status, 201, answer.text);
  return answer.json;
}

/** The session whose credential it is, which wallets never learn. */
export async function sessionOfCredential({ platform }: TestServer, credential: string): Promise<string> {
  const [jwt = ''] = credential.split('~');
  const { status } = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8'));
  const { uri, idx } = status.status_list;
  const found = await platform.store.find(statusEntries, { index: 'session', limit: 1000 });
  const entry = found.documents.find(
    ({ tenant, list, indexes }) =>
      statusListUrl(platform.settings.PUBLIC_URL, tenant, list) === uri && indexes.includes(idx),
  );
  return entry?.session ?? assert.fail('no such credential');
}
