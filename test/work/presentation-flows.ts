/** Whole presentations whose work is counted, standalone and during issuance. */
import assert from 'node:assert/strict';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { payloadOf } from '@countersign/wallet/jwt/disclosed-claims';
import { isMdoc } from '@countersign/wallet/mdoc/issuer-signed';
import { redirectBinding } from '@countersign/wallet/presentation/binding';
import { discloseAsked } from '@countersign/wallet/presentation/disclose';
import {
  type HeldCredential,
  type PresentationRequest,
  present,
  requestUriOf,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import { presentMdoc } from '@countersign/wallet/presentation/present-mdoc';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { makeOffer, sessionOf } from '../support/flows.ts';
import { makeRequest } from '../support/presentation.ts';
import { challengeAgain, redeemWithoutVerifier, secondChallenge } from '../support/presentation-during-issuance.ts';
import type { CountingServer } from '../support/work/counting-server.ts';
import { readMetadata, take } from './issuance-flows.ts';

/** Four requests: the backend's request, request object, response, session. */
export async function presentation(server: CountingServer, held: HeldCredential, body: object): Promise<void> {
  const made = await makeRequest(server, body);
  const answer = await presentTo(server, made.uri, held);
  assert.equal(answer.status, 200, answer.text);
  assert.equal((await sessionOf(server, made.session)).status, 'verified');
}

/**
 * Offer, offer document, two metadata documents, challenge, request object, response, second challenge, token, nonce, credential,
 * notification: twelve requests. The claims come from a webhook.
 */
export async function presentationDuringIssuance(
  server: CountingServer,
  held: HeldCredential,
  id: string,
): Promise<HeldCredential> {
  const wallet = new Wallet({ issuer: server.url, dpop: false, fetch: server.fetch });
  const offer = await wallet.offer((await makeOffer(server, { credentialConfigurationIds: [id] })).uri);
  await readMetadata(wallet);
  const { authSession, link } = await challengeAgain(wallet, offer);
  const presented = await presentTo(server, link, held);
  const session: string = presented.json.presentation_during_issuance_session;
  const second = await secondChallenge(wallet, authSession, session);
  assert.equal(second.status, 200, second.text);
  const token = await redeemWithoutVerifier(wallet, second.json.authorization_code);
  assert.equal(token.status, 200, token.text);
  return take(wallet, token.json.access_token, id);
}

/** Fetches the request object and posts the requested presentation. */
async function presentTo(server: CountingServer, link: string, held: HeldCredential): Promise<Answer> {
  const { text } = await read(await server.fetch(requestUriOf(link)));
  const request = payloadOf(text) as unknown as PresentationRequest;
  const [query] = request.dcql_query.credentials;
  assert.ok(query !== undefined);
  const asked = { ...held, credential: discloseAsked(held.credential, query) };
  const shown = isMdoc(held.credential)
    ? presentMdoc(asked, redirectBinding(request).transcript)
    : present(asked, request);
  const body = new URLSearchParams(responseFields(request, vpTokenOf(shown, request)));
  return read(await server.fetch(request.response_uri, { method: 'POST', body }));
}
