/** A credential that may be renewed, and a wallet that has it with its refresh token. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import type { Answer } from '@countersign/wallet/sending/answer';
import { decode } from './credential.ts';
import { offerOf, type Shape } from './presentation-during-issuance.ts';
import type { TestServer } from './server.ts';

/** @param refresh member of the configuration */
export function writeRenewable(
  server: Pick<TestServer, 'writeConfig'>,
  { folder }: Pick<Shape, 'folder'>,
  refresh: object = {},
  id = 'card',
): void {
  server.writeConfig(`${folder}issuance/${id}.json`, {
    config: { format: 'dc+sd-jwt', scope: id, display: [{ name: id, locale: 'en' }] },
    claims: { level: 'static' },
    disclosureFrame: {},
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { level: { type: 'string' } },
      required: ['level'],
    },
    refresh,
  });
}

export interface Renewing {
  readonly wallet: Wallet;
  readonly session: string;
  readonly credential: string;
  readonly token: string;
  readonly refreshToken: string;
}

/** A wallet with the credential, its access token and its refresh token. */
export async function renewingWallet(
  server: TestServer,
  shape: Shape,
  clock: () => number,
  body: object = {},
): Promise<Renewing> {
  const offered = { credentialConfigurationIds: ['card'], flow: 'pre_authorized_code', ...body };
  const { uri, session } = await offerOf(server, shape, offered);
  const wallet = new Wallet({ issuer: shape.issuer(server), clock });
  const { status, text, json } = await wallet.redeem(await wallet.offer(uri));
  assert.equal(status, 200, text);
  const answer = await cardWith(wallet, json.access_token);
  assert.equal(answer.status, 200, answer.text);
  const { credential } = answer.json.credentials[0];
  return { wallet, session, credential, token: json.access_token, refreshToken: json.refresh_token };
}

export function refresh(
  wallet: Wallet,
  refreshToken: string,
  more: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  return wallet.token({ grant_type: 'refresh_token', refresh_token: refreshToken, ...more }, headers);
}

export async function cardWith(wallet: Wallet, token: string, id = 'card'): Promise<Answer> {
  const proofs = { jwt: [wallet.proof(newWalletKey(), await wallet.nonce())] };
  return wallet.credential(token, { credential_configuration_id: id, proofs });
}

/** The response to a credential request, which may be deferred if the webhook is a little late. */
export async function collectedCard(wallet: Wallet, token: string, id = 'card'): Promise<Answer> {
  let answer = await cardWith(wallet, token, id);
  while (answer.status === 202) {
    await sleep(20);
    const { transaction_id } = answer.json;
    answer = await wallet.resource('/vci/deferred', token, { transaction_id });
  }
  assert.equal(answer.status, 200, answer.text);
  return answer;
}

/** The claim is never hidden. The library does not check it, because its clock is behind the server's. */
export function levelOf(credential: string): unknown {
  return payloadOf(credential).level;
}

export function payloadOf(credential: string): Record<string, unknown> {
  return decode(credential.split('.')[1] ?? '');
}
