/** Whole issuances whose work is counted, each as a wallet and a backend do it. */
import assert from 'node:assert/strict';
import type { Offer } from '@countersign/wallet/issuance/offer';
import { ProfileWallet } from '@countersign/wallet/issuance/profile-wallet';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import type { Attester } from '@countersign/wallet/provider/attester';
import { credentialBody, makeOffer, PRE_AUTHORIZED_FLOW } from '../support/flows.ts';
import { ATTESTED, credentialsOf } from '../support/haip.ts';
import type { CountingServer } from '../support/work/counting-server.ts';

export interface Received {
  readonly session: string;
  readonly wallet: Wallet;
  readonly held: HeldCredential;
  readonly refreshToken: string | undefined;
}

export interface IssuanceOptions {
  /** Id of the configuration; default `pid`. */
  readonly id?: string;
  /** Default: the pre-authorized code. */
  readonly byCode?: boolean;
  /** Default false: Bearer tokens. */
  readonly dpop?: boolean;
}

/**
 * Offer, offer document, two metadata documents, token, nonce, credential, notification: eight requests. By authorization code
 * also PAR and the authorization endpoint.
 */
export async function issuance(server: CountingServer, options: IssuanceOptions = {}): Promise<Received> {
  const { id = 'pid', byCode = false, dpop = false } = options;
  const wallet = new Wallet({ issuer: server.url, dpop, fetch: server.fetch });
  const flow = byCode ? {} : PRE_AUTHORIZED_FLOW;
  const made = await makeOffer(server, { credentialConfigurationIds: [id], ...flow });
  const offer = await wallet.offer(made.uri);
  await readMetadata(wallet);
  const token = await wallet.redeem(offer);
  assert.equal(token.status, 200, token.text);
  const held = await take(wallet, token.json.access_token, id);
  return { session: made.session, wallet, held, refreshToken: token.json.refresh_token };
}

/** Nonce, credential, notification. */
export async function take(wallet: Wallet, accessToken: string, id: string): Promise<HeldCredential> {
  const key = newWalletKey();
  const answer = await wallet.credential(accessToken, await credentialBody(wallet, { id, key }));
  assert.equal(answer.status, 200, answer.text);
  assert.equal((await wallet.notify(accessToken, answer.json.notification_id)).status, 204);
  return { credential: answer.json.credentials[0].credential, key };
}

/** Token with the refresh token, nonce, credential, notification: four requests. */
export async function renewal({ wallet, refreshToken = '' }: Received, id: string): Promise<HeldCredential> {
  const token = await wallet.token({ grant_type: 'refresh_token', refresh_token: refreshToken });
  assert.equal(token.status, 200, token.text);
  return take(wallet, token.json.access_token, id);
}

/**
 * As `issuance`, and the challenge for the attestation: attested wallet, DPoP, attested key, request and response
 * encrypted.
 */
export async function attestedIssuance(server: CountingServer, attester: Attester): Promise<HeldCredential> {
  const wallet = new ProfileWallet({ issuer: server.url, attester, fetch: server.fetch });
  const made = await makeOffer(server, { credentialConfigurationIds: [ATTESTED], ...PRE_AUTHORIZED_FLOW });
  const offer: Offer = await wallet.offer(made.uri);
  const { type } = await wallet.redeem(offer);
  assert.equal(type, 'DPoP');
  const key = newWalletKey();
  const issued = await wallet.credential({ configuration: ATTESTED, keys: [key] });
  assert.ok(issued.encrypted);
  const [credential = ''] = credentialsOf(issued.answer);
  assert.equal((await wallet.notify(issued.answer.json.notification_id)).status, 204);
  return { credential, key };
}

/** The metadata documents of issuer and authorization server. */
export async function readMetadata(wallet: Wallet): Promise<void> {
  for (const name of ['openid-credential-issuer', 'oauth-authorization-server']) {
    const answer = await wallet.fetch(`${wallet.issuer}/.well-known/${name}`);
    assert.equal(answer.status, 200);
  }
}
