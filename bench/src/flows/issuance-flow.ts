/** One issuance flow as a wallet and a backend do it, each step timed. */
import { createPublicKey, verify } from 'node:crypto';
import { dpopProof, keyProof, type WalletKey } from '@countersign/wallet/jwt/keys';
import type { Body, Call, Load } from '../load/closed-loop.ts';
import type { ServerProcess } from '../server/server-process.ts';
import { backendHeaders, backendPaths, issuerOf, type Site, walletBase, wellKnown } from '../server/site.ts';

export const STEPS = [
  'offer',
  'offer document',
  'issuer metadata',
  'as metadata',
  'token',
  'nonce',
  'credential',
  'notification',
] as const;
export type Step = (typeof STEPS)[number];

export interface FlowKeys {
  readonly holder: WalletKey;
  readonly dpop?: WalletKey;
}

export interface Issued {
  readonly credential: string;
  readonly keys: FlowKeys;
}

export interface FlowContext<Steps extends string = Step> extends Site {
  readonly call: Call<Steps>;
  readonly keys: FlowKeys;
  /** Id of the issuance configuration; default `pid`. */
  readonly configuration?: string | undefined;
}

/** What a finished flow leaves. */
export interface Received {
  readonly credentials: readonly string[];
  /** The backend's session id. */
  readonly session: string;
  /** The token endpoint's response. */
  readonly token: Body;
}

export const PRE_AUTHORIZED = 'urn:ietf:params:oauth:grant-type:pre-authorized_code';
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Pre-authorized flows with `keys` in turn. */
export function issuanceLoad(
  server: ServerProcess,
  allKeys: readonly FlowKeys[],
  configuration?: string,
): Load<Step, Issued> {
  return {
    server,
    steps: STEPS,
    flow: async (call, number) => {
      const keys = inTurn(allKeys, number);
      return { credential: await preAuthorizedFlow({ ...siteOf(server), call, keys, configuration }), keys };
    },
  };
}

/** The entry for a flow's number; entries take turns. @throws if the list is empty */
export function inTurn<Entry>(entries: readonly Entry[], number: number): Entry {
  const entry = entries[number % entries.length];
  if (entry === undefined) throw new Error('There are no keys, credentials or sessions for the flows');
  return entry;
}

/** The members of a server that are its site. */
export function siteOf({ url, apiKey, tenant }: Site): Site {
  return { url, apiKey, tenant };
}

export async function preAuthorizedFlow(context: FlowContext): Promise<string> {
  return (await receivePreAuthorized(context)).credentials[0] ?? '';
}

/** The whole flow. @param keys of the proofs. Default: only the holder's key */
export async function receivePreAuthorized(
  context: FlowContext,
  keys: readonly WalletKey[] = [context.keys.holder],
): Promise<Received> {
  const { session, document } = await takeOffer(context, { flow: 'pre_authorized_code' });
  const code: string = document.grants[PRE_AUTHORIZED]['pre-authorized_code'];
  const token = await requestToken(context, { grant_type: PRE_AUTHORIZED, 'pre-authorized_code': code });
  return { session, token, credentials: await receiveCredentials(context, token, keys) };
}

export interface TakenOffer {
  readonly session: string;
  readonly document: Body;
}

/** The backend creates an offer, and the wallet reads it with the metadata. */
export async function takeOffer(
  context: FlowContext<'offer' | 'offer document' | 'issuer metadata' | 'as metadata'>,
  body: object,
): Promise<TakenOffer> {
  const { call, configuration = 'pid' } = context;
  const offer = await call('offer', 'POST', backendPaths(context).offer, 201, {
    headers: backendHeaders(context),
    body: JSON.stringify({ response_type: 'uri', credentialConfigurationIds: [configuration], ...body }),
  });
  const reference = new URL(new URL(offer.uri).searchParams.get('credential_offer_uri') ?? '').pathname;
  const document = await call('offer document', 'GET', reference, 200);
  await call('issuer metadata', 'GET', wellKnown(context, 'openid-credential-issuer'), 200);
  await call('as metadata', 'GET', wellKnown(context, 'oauth-authorization-server'), 200);
  return { session: offer.session, document };
}

/** @returns the token endpoint's response */
export async function requestToken(context: FlowContext<'token'>, parameters: Record<string, string>): Promise<Body> {
  const path = `${walletBase(context)}/authorize/token`;
  return context.call('token', 'POST', path, 200, {
    headers: { ...FORM, ...dpop(context, path) },
    body: new URLSearchParams(parameters).toString(),
  });
}

/** Asks for a credential of each key and accepts them. */
export async function receiveCredentials(
  context: FlowContext<'nonce' | 'credential' | 'notification'>,
  token: Body,
  keys: readonly WalletKey[],
): Promise<readonly string[]> {
  const { call, configuration = 'pid' } = context;
  const base = walletBase(context);
  const nonce = await call('nonce', 'POST', `${base}/vci/nonce`, 200);
  const proof = { audience: issuerOf(context), nonce: nonce.c_nonce };
  const issued = await call('credential', 'POST', `${base}/vci/credential`, 200, {
    headers: authorized(context, `${base}/vci/credential`, token),
    body: JSON.stringify({
      credential_configuration_id: configuration,
      proofs: { jwt: keys.map((key) => keyProof(key, proof)) },
    }),
  });
  await call('notification', 'POST', `${base}/vci/notification`, 204, {
    headers: authorized(context, `${base}/vci/notification`, token),
    body: JSON.stringify({ notification_id: issued.notification_id, event: 'credential_accepted' }),
  });
  return issued.credentials.map(({ credential }: { readonly credential: string }) => credential);
}

function authorized(context: FlowContext<never>, path: string, token: Body): Record<string, string> {
  const accessToken: string = token.access_token;
  const authorization = `${token.token_type} ${accessToken}`;
  return { 'content-type': 'application/json', authorization, ...dpop(context, path, accessToken) };
}

/** Checks signature, holder key and status of a credential. @returns `uri#idx`, to check that it occurs only once */
export function checkCredential(credential: string, holder: WalletKey, issuerKey: Body): string {
  const [jwt = ''] = credential.split('~');
  const [header = '', payload = '', signature = ''] = jwt.split('.');
  const key = { key: createPublicKey({ key: issuerKey, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const };
  if (!verify('sha256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))) {
    throw new Error('A credential has a wrong signature');
  }
  const claims: Body = JSON.parse(Buffer.from(payload, 'base64url').toString());
  if (claims.cnf.jwk.x !== holder.publicJwk.x) throw new Error('A credential is bound to another key');
  return `${claims.status.status_list.uri}#${claims.status.status_list.idx}`;
}

function dpop(context: FlowContext<never>, path: string, accessToken?: string): Record<string, string> {
  const key = context.keys.dpop;
  return key === undefined
    ? {}
    : { dpop: dpopProof(key, { method: 'POST', url: `${context.url}${path}`, accessToken }) };
}
