/** Unfinished flows, one in each state, and what their wallet needs to continue. */
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { newWalletKey, type WalletKey } from '@countersign/wallet/jwt/keys';
import { fetchRequest, post, present, responseFields, vpTokenOf } from '@countersign/wallet/presentation/present';
import { read } from '@countersign/wallet/sending/answer';
import { makeOffer } from '../support/flows.ts';
import { challengeAgain } from '../support/presentation-during-issuance.ts';
import type { TestServer } from '../support/server.ts';

export interface Flows {
  readonly offered: { readonly uri: string; readonly session: string };
  readonly pushed: { readonly requestUri: string; readonly verifier: string; readonly session: string };
  readonly authorized: { readonly code: string; readonly verifier: string; readonly session: string };
  readonly tokenIssued: { readonly token: string; readonly session: string };
  readonly issued: { readonly token: string; readonly notificationId: string; readonly session: string };
  readonly completed: { readonly credential: string; readonly key: WalletKey; readonly session: string };
  readonly challenged: { readonly authSession: string; readonly link: string; readonly session: string };
  readonly requested: { readonly uri: string; readonly session: string };
  readonly verified: { readonly session: string };
}

const PRE_AUTHORIZED = { flow: 'pre_authorized_code' } as const;

/** Runs each flow up to its state. */
export async function leaveInTheMiddle(server: TestServer, webhook: string): Promise<Flows> {
  const { url: issuer } = server;
  const wallet = (): Wallet => new Wallet({ issuer, dpop: false });
  const offered = await makeOffer(server, PRE_AUTHORIZED);

  const [pushing, pushed] = [wallet(), await makeOffer(server)];
  const par = await pushing.par(pushing.authorizationParameters(await pushing.offer(pushed.uri)));

  const [authorizing, authorized] = [wallet(), await makeOffer(server)];
  const code = await authorizing.code(await authorizing.offer(authorized.uri));

  const tokenIssued = await makeOffer(server, PRE_AUTHORIZED);
  const token = await wallet().redeem(await wallet().offer(tokenIssued.uri));

  const issued = await makeOffer(server, PRE_AUTHORIZED);
  const received = await wallet().receive(issued.uri);

  const completed = await makeOffer(server, PRE_AUTHORIZED);
  const taken = await wallet().receive(completed.uri);
  await wallet().notify(taken.token, taken.answer.json.notification_id);
  const credential: string = taken.answer.json.credentials[0].credential;

  const member = await makeOffer(server, { credentialConfigurationIds: ['member'] });
  const challenge = await challengeAgain(wallet(), await wallet().offer(member.uri));

  const requested = await ask(server, {});
  const verified = await ask(server, { webhook: { url: webhook } });
  await answer(verified.uri, credential, taken.key);
  return {
    offered,
    pushed: { requestUri: par.json.request_uri, verifier: pushing.verifier, session: pushed.session },
    authorized: { code, verifier: authorizing.verifier, session: authorized.session },
    tokenIssued: { token: token.json.access_token, session: tokenIssued.session },
    issued: { token: received.token, notificationId: received.answer.json.notification_id, session: issued.session },
    completed: { credential, key: taken.key, session: completed.session },
    challenged: { authSession: challenge.authSession, link: challenge.link, session: member.session },
    requested,
    verified,
  };
}

async function ask(server: TestServer, body: object): Promise<{ readonly uri: string; readonly session: string }> {
  const request = { response_type: 'uri', requestId: 'name-check', ...body };
  return (await read(await server.a('/oid4vp', { method: 'POST', body: JSON.stringify(request) }))).json;
}

/** Presents a credential for a link's request. @returns status of the response */
export async function answer(link: string, credential: string, key: WalletKey): Promise<number> {
  const request = await fetchRequest(link);
  const presentation = present({ credential, key }, request);
  return (await post(request.response_uri, responseFields(request, vpTokenOf(presentation, request)))).status;
}

/** A credential for an access token. @returns status of the response */
export async function takeCredential(wallet: Wallet, token: string, id: string): Promise<number> {
  const proofs = { jwt: [wallet.proof(newWalletKey(), await wallet.nonce())] };
  return (await wallet.credential(token, { credential_configuration_id: id, proofs })).status;
}
