/** The material for near-valid requests: real sessions, offers, codes, tokens and nonces of both API variants. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listBody } from '@countersign/european-trust/test/hosting/hosted-bodies';
import type { Route } from '@countersign/gateway/routes/route';
import type { PathOwner } from '@countersign/gateway/routes/routes';
import { leafThumbprint } from '@countersign/shared/crypto/certificate-chain';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { parseJson } from '@countersign/shared/kernel/json';
import type { Offer } from '@countersign/wallet/issuance/offer';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { newWalletKey, type WalletKey } from '@countersign/wallet/jwt/keys';
import { read } from '@countersign/wallet/sending/answer';
import { decodeProtectedHeader } from 'jose';
import { credentialBody, type MadeOffer, makeOffer, makeTenantOffer, PRE_AUTHORIZED_FLOW } from './flows.ts';
import { lyingKeyProof } from './lying-key-proof.ts';
import { API_KEY, CLIENT_SECRET, jsonBody, type TestServer } from './server.ts';

export interface Side {
  /** A wallet with a DPoP-bound token of an issuance. */
  readonly wallet: { readonly token: string; readonly dpopKey: WalletKey; readonly client: Wallet };
  readonly session: string;
  readonly notificationId: string;
  /** Thumbprint of the leaf that signed its credential. */
  readonly thumbprint: string;
  /** An offer by authorization code that no wallet has opened yet, and another that is redeemed for its code. */
  readonly open: Offer;
  readonly offerId: string;
  readonly spare: Offer;
  /** Both can be used once: `prepare` renews them. */
  requestUri: string;
  nonce: string;
}

export interface FuzzWorld {
  readonly url: string;
  readonly apiKey: string;
  readonly bearer: string;
  side(owner: PathOwner): Side;
  /** Gets what the next request of the route would spend. */
  prepare(route: Route, owner: PathOwner): Promise<void>;
  /** The right value of a path parameter. */
  parameter(name: string, route: Route): string;
  query(route: Route, owner: PathOwner): Readonly<Record<string, string>>;
  /** A body that the route accepts, if it accepts one. */
  body(route: Route, owner: PathOwner, lies: JsonObject): Json | undefined;
}

export async function openFuzzWorld(server: TestServer): Promise<FuzzWorld> {
  const a = await openSide(server, server.url, makeOffer);
  const b = await openSide(server, `${server.url}/root`, makeTenantOffer);
  // Their IACAs, for the revocation lists.
  for (const tenant of ['default', 'root']) await server.platform.keys.signer(tenant, 'mdoc');
  const list = { method: 'POST', ...jsonBody(listBody()) };
  for (const send of [server.a, server.b]) await (await send('/hosted-lists/pid', list)).arrayBuffer();
  const login = new URLSearchParams({ client_id: 'root', client_secret: CLIENT_SECRET });
  const token = await read(await server.request('/auth/token', { method: 'POST', body: login }));
  const sample = parseJson(readFileSync(join(server.configFolder, 'issuance/pid.json'), 'utf8')) as JsonObject;
  const side = (owner: PathOwner): Side => (owner === 'b' ? b : a);
  return {
    url: server.url,
    apiKey: API_KEY,
    bearer: token.json.access_token,
    side,
    prepare: (route, owner) => prepare(route.operation, side(owner)),
    parameter: (name, route) => parameterOf(name, route, b),
    query: (route, owner) => queryOf(route, side(owner)),
    body: (route, owner, lies) =>
      route.accepts.every((kind) => kind === 'empty') ? undefined : bodyOf(route.operation, side(owner), sample, lies),
  };
}

/** The parameters of the query without which the route refuses. */
function queryOf({ operation, auth, query = {} }: Route, side: Side): Readonly<Record<string, string>> {
  if (operation === 'issuer.authorize') return { client_id: side.wallet.client.clientId, request_uri: side.requestUri };
  if (auth !== 'management') return {};
  const required = Object.entries(query).filter(([, { required: needed }]) => needed === true);
  return Object.fromEntries(required.map(([name, { example = '' }]) => [name, example]));
}

async function openSide(
  server: TestServer,
  issuer: string,
  make: (server: TestServer, body?: object) => Promise<MadeOffer>,
): Promise<Side> {
  const client = new Wallet({ issuer });
  const made = await make(server, PRE_AUTHORIZED_FLOW);
  const redeemed = await client.redeem(await client.offer(made.uri));
  const token: string = redeemed.json.access_token;
  const issued = await client.credential(token, await credentialBody(client));
  if (issued.status !== 200) throw new Error(issued.text);
  const open = await make(server);
  const offerUri = new URL(open.uri).searchParams.get('credential_offer_uri') ?? '';
  return {
    wallet: { token, dpopKey: client.dpopKey ?? newWalletKey(), client },
    session: made.session,
    notificationId: issued.json.notification_id,
    thumbprint: leafThumbprint(decodeProtectedHeader(issued.json.credentials[0].credential.split('~')[0]).x5c ?? []),
    open: await client.offer(open.uri),
    offerId: offerUri.slice(offerUri.lastIndexOf('/') + 1),
    spare: await client.offer((await make(server, PRE_AUTHORIZED_FLOW)).uri),
    requestUri: '',
    nonce: '',
  };
}

async function prepare(operation: string, side: Side): Promise<void> {
  const { client } = side.wallet;
  if (operation === 'issuer.credential') side.nonce = await client.nonce();
  if (operation !== 'issuer.authorize') return;
  const pushed = await client.par(client.authorizationParameters(side.open));
  if (pushed.status !== 201) throw new Error(pushed.text);
  side.requestUri = pushed.json.request_uri;
}

const files: Readonly<Record<string, string>> = {
  'gateway.file-schema': 'issuance.json',
  'gateway.docs': 'index.html',
};

function parameterOf(name: string, route: Route, side: Side): string {
  switch (name) {
    case 'tenantId':
      return 'root';
    case 'sessionId':
    case 'session':
      return route.method === 'DELETE' ? 'S'.repeat(43) : side.session;
    case 'offerId':
      return side.offerId;
    case 'thumbprint':
      return side.thumbprint;
    case 'purpose':
      return 'credential';
    case 'n':
    case 'number':
    case 'generation':
      return '1';
    case 'folder':
      return 'explanation';
    case 'part':
      return route.operation === 'gateway.docs' ? 'adr' : 'pid';
    case 'file':
      return files[route.operation] ?? 'pid.svg';
    case 'tenant':
      return 'root';
    case 'clientId':
      return 'none';
    case 'reason':
      return 'content_type';
    case 'deliveryId':
      return 'delivery-1';
    default:
      return route.method === 'DELETE' ? 'fuzz' : 'pid';
  }
}

const WEBHOOK = {
  url: 'https://backend.example/hook',
  auth: { type: 'apiKey', config: { headerName: 'x-hook-key', value: 'secret' } },
};

function bodyOf(operation: string, side: Side, sample: JsonObject, lies: JsonObject): Json | undefined {
  const { client } = side.wallet;
  switch (operation) {
    case 'issuer.offer.create':
      return {
        response_type: 'uri',
        credentialConfigurationIds: ['pid'],
        claims: { pid: { given_name: 'Ada' } },
        lifetimes: { pid: 7200 },
        flow: 'pre_authorized_code',
        tx_code: { length: 6, input_mode: 'numeric' },
        notifyWebhook: WEBHOOK,
        state: 'state',
        expiresIn: 600,
      };
    case 'issuer.configuration.put':
      return { ...sample, id: 'fuzz' };
    case 'issuer.pushed-authorization-request':
    case 'issuer.authorization-challenge':
      return {
        ...client.authorizationParameters(side.open),
        authorization_details: JSON.stringify([{ type: 'openid_credential', credential_configuration_id: 'pid' }]),
      };
    case 'issuer.token':
      return client.preAuthorizedParameters(side.spare);
    case 'issuer.credential':
      return {
        credential_configuration_id: 'pid',
        proofs: { jwt: [lyingKeyProof(client.issuer, side.nonce, lies)] },
      };
    case 'issuer.notification':
      return { notification_id: side.notificationId, event: 'credential_accepted', event_description: 'text' };
    case 'issuer.deferred-credential':
      return { transaction_id: 'transaction' };
    case 'verifier.request.create':
      return { response_type: 'uri', requestId: 'pid', webhook: WEBHOOK, redirectUri: 'https://backend.example/done' };
    case 'verifier.configuration.put':
      return {
        id: 'fuzz',
        dcql_query: {
          credentials: [
            { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['x'] }, claims: [{ path: ['given_name'] }] },
          ],
        },
        registrationCert: { id: 'r', body: {} },
        webhook: WEBHOOK,
      };
    case 'verifier.response':
      return { vp_token: '{"pid":["a.b.c~"]}', state: 's'.repeat(64) };
    case 'verifier.dc-api.answer':
      return { protocol: 'openid4vp-v1-signed', data: { response: 'a.b.c.d.e' } };
    case 'status.update':
      return { sessionId: side.session, status: 1, credentialConfigurationId: 'pid' };
    case 'gateway.token':
      return { client_id: 'root', client_secret: CLIENT_SECRET, grant_type: 'client_credentials' };
    default:
      return {};
  }
}
