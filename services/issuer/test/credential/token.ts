/** A wallet with an access token, and its requests with it. */
import assert from 'node:assert/strict';
import type { OperationReply } from '@countersign/shared/http/message';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { PRE_AUTHORIZED_CODE_GRANT } from '../../src/configuration/authorization-server-metadata.ts';
import { sha256 } from '../support.ts';
import type { World } from '../world.ts';

export interface WithToken {
  readonly session: string;
  /** The token with a fresh proof. */
  headers(): Readonly<Record<string, string>>;
  /** Sends a body with the token and a fresh proof. */
  send(operation: string, body: JsonObject): Promise<OperationReply>;
  /** A credential request with a fresh nonce. */
  request(more?: JsonObject): Promise<JsonObject>;
}

/** @param offer changes the offer of the configuration `pid` */
export async function withToken(world: World, offer: JsonObject = {}): Promise<WithToken> {
  const asked = { flow: 'pre_authorized_code', credentialConfigurationIds: ['pid'], ...offer };
  const { session, grant } = await world.offer(asked);
  const redeemed = { grant_type: PRE_AUTHORIZED_CODE_GRANT, 'pre-authorized_code': grant };
  const { body } = await world.post('issuer.token', redeemed, world.dpop());
  const { access_token: token } = body as { access_token: string };
  const headers = () => ({ authorization: `DPoP ${token}`, ...world.dpop({ ath: sha256(token) }) });
  return {
    session,
    headers,
    send: (operation, sent) => world.post(operation, sent, headers()),
    request: async (more = {}) => {
      const nonce = (await world.post('issuer.nonce', {})).body as { c_nonce: string };
      const proofs = { jwt: [world.keyProof(nonce.c_nonce)] };
      return { credential_configuration_id: 'pid', proofs, ...more };
    },
  };
}

/** The request of the webhook whose claims `expectClaims` waits for. */
export const REQUEST_ID = sha256('presentation');

/** After this the issuance needs a webhook's claims. @returns records the webhook's response, as the dispatcher does */
export async function expectClaims(world: World, session: string): Promise<(claims: object) => Promise<void>> {
  const claims = { requestId: REQUEST_ID, deadline: world.now + 60_000 };
  await world.change(session, (document) => {
    const { progress } = document.issuance;
    if (progress.state !== 'token_issued') return assert.fail();
    const grant = { ...progress.grant, requestId: REQUEST_ID };
    return {
      ...document,
      issuance: { ...document.issuance, progress: { ...progress, grant } },
      claims: { ...claims, state: 'expected' },
    };
  });
  return async (given) => {
    const vault = await world.platform.vaults.of('default');
    const answer = vault.seal(JSON.stringify(given), `session/${session}/claims`);
    await world.change(session, (document) => ({ ...document, claims: { ...claims, state: 'answered', answer } }));
  };
}

/** The claims of a credential that are always disclosed. */
export function payloadOf(credential: string): JsonObject {
  const [, payload = ''] = credential.split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as JsonObject;
}
