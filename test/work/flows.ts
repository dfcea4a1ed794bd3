/** Whole flows whose work is counted, each as a wallet and a backend do it. */
import assert from 'node:assert/strict';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import {
  type HeldCredential,
  type PresentationRequest,
  present,
  requestUriOf,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import { read } from '@countersign/wallet/sending/answer';
import { credentialBody, makeOffer, PRE_AUTHORIZED_FLOW, sessionOf } from '../support/flows.ts';
import { makeRequest } from '../support/presentation.ts';
import type { CountingServer } from '../support/work/counting-server.ts';

/** Most of the 2^20 indexes of a status list have as many digits; those with fewer or more change the bytes of documents. */
const USUAL_INDEX = /^[0-9]{6}$/;

/** Eight requests: offer, offer document, two metadata documents, token, nonce, credential, notification. */
export async function preAuthorizedIssuance(server: CountingServer): Promise<HeldCredential> {
  const wallet = new Wallet({ issuer: server.url, dpop: false, fetch: server.fetch });
  const offer = await wallet.offer((await makeOffer(server, PRE_AUTHORIZED_FLOW)).uri);
  await readMetadata(wallet);
  const token = await wallet.token(wallet.preAuthorizedParameters(offer));
  assert.equal(token.status, 200, token.text);
  const key = newWalletKey();
  const answer = await wallet.credential(token.json.access_token, await credentialBody(wallet, { key }));
  assert.equal(answer.status, 200, answer.text);
  assert.equal((await wallet.notify(token.json.access_token, answer.json.notification_id)).status, 204);
  return { credential: answer.json.credentials[0].credential, key };
}

/** The metadata documents of issuer and authorization server. */
async function readMetadata(wallet: Wallet): Promise<void> {
  for (const name of ['openid-credential-issuer', 'oauth-authorization-server']) {
    const answer = await wallet.fetch(`${wallet.issuer}/.well-known/${name}`);
    assert.equal(answer.status, 200);
  }
}

/** Whether its index in the status list has as many digits as most. */
export function hasUsualIndex({ credential }: HeldCredential): boolean {
  return USUAL_INDEX.test(String(payloadOf(credential).status.status_list.idx));
}

/** A PID whose index has as many digits as most. */
export async function usualPid(server: CountingServer): Promise<HeldCredential> {
  for (;;) {
    const held = await preAuthorizedIssuance(server);
    if (hasUsualIndex(held)) return held;
  }
}

/** Four requests: the backend's request, request object, response, session. */
export async function presentation(server: CountingServer, held: HeldCredential, mode: string): Promise<void> {
  const made = await makeRequest(server, { response_mode: mode });
  const object = await read(await server.fetch(requestUriOf(made.uri)));
  const request: PresentationRequest = payloadOf(object.text);
  const fields = responseFields(request, vpTokenOf(present(held, request), request));
  const answer = await server.fetch(request.response_uri, { method: 'POST', body: new URLSearchParams(fields) });
  assert.equal(answer.status, 200, await answer.text());
  assert.equal((await sessionOf(server, made.session)).status, 'verified');
}

// biome-ignore lint/suspicious/noExplicitAny: the payload is read by the fields that the protocol names
function payloadOf(jwt: string): any {
  return JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8'));
}
