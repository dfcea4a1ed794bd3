/** One issuance flow as a wallet and a backend do it, each step timed. */
import { createPublicKey, verify } from 'node:crypto';
import { dpopProof, keyProof, type WalletKey } from '@countersign/wallet/jwt/keys';
import type { Body, Call, Load } from './closed-loop.ts';
import type { ServerProcess } from './server-process.ts';

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

export interface FlowContext {
  readonly call: Call<Step>;
  readonly url: string;
  readonly apiKey: string;
  readonly keys: FlowKeys;
  /** Id of the issuance configuration; default `pid`. */
  readonly configuration?: string;
  /** Of variant B, with a bearer token of its client. */
  readonly tenant?: { readonly id: string; readonly token: string };
}

export const PRE_AUTHORIZED = 'urn:ietf:params:oauth:grant-type:pre-authorized_code';

/** Pre-authorized flows with `keys` in turn. */
export function issuanceLoad(server: ServerProcess, allKeys: readonly FlowKeys[]): Load<Step, Issued> {
  const { url, apiKey } = server;
  return {
    server,
    steps: STEPS,
    flow: async (call, number) => {
      const keys = allKeys[number % allKeys.length];
      if (keys === undefined) throw new Error('There are no keys');
      return { credential: await preAuthorizedFlow({ call, url, apiKey, keys }), keys };
    },
  };
}

export async function preAuthorizedFlow(context: FlowContext): Promise<string> {
  const { call, url, keys, apiKey, configuration = 'pid', tenant } = context;
  const base = tenant === undefined ? '' : `/${tenant.id}`;
  const login = tenant === undefined ? { 'x-api-key': apiKey } : { authorization: `Bearer ${tenant.token}` };
  const json = { 'content-type': 'application/json' };
  const offer = await call('offer', 'POST', tenant === undefined ? '/vci/offer' : '/issuer-management/offer', 201, {
    headers: { ...json, ...login },
    body: JSON.stringify({
      response_type: 'uri',
      credentialConfigurationIds: [configuration],
      flow: 'pre_authorized_code',
    }),
  });
  const reference = new URL(new URL(offer.uri).searchParams.get('credential_offer_uri') ?? '').pathname;
  const document = await call('offer document', 'GET', reference, 200);
  await call('issuer metadata', 'GET', `/.well-known/openid-credential-issuer${base}`, 200);
  await call('as metadata', 'GET', `/.well-known/oauth-authorization-server${base}`, 200);
  const token = await call('token', 'POST', `${base}/authorize/token`, 200, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...dpop(context, `${base}/authorize/token`) },
    body: new URLSearchParams({
      grant_type: PRE_AUTHORIZED,
      'pre-authorized_code': document.grants[PRE_AUTHORIZED]['pre-authorized_code'],
    }).toString(),
  });
  const accessToken: string = token.access_token;
  const nonce = await call('nonce', 'POST', `${base}/vci/nonce`, 200);
  const authorization = `${token.token_type} ${accessToken}`;
  const issued = await call('credential', 'POST', `${base}/vci/credential`, 200, {
    headers: { ...json, authorization, ...dpop(context, `${base}/vci/credential`, accessToken) },
    body: JSON.stringify({
      credential_configuration_id: configuration,
      proofs: { jwt: [keyProof(keys.holder, { audience: url + base, nonce: nonce.c_nonce })] },
    }),
  });
  await call('notification', 'POST', `${base}/vci/notification`, 204, {
    headers: { ...json, authorization, ...dpop(context, `${base}/vci/notification`, accessToken) },
    body: JSON.stringify({ notification_id: issued.notification_id, event: 'credential_accepted' }),
  });
  return issued.credentials[0].credential;
}

/** Checks signature, holder key and status of a credential. @returns `uri#idx`, for the check that none comes twice */
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

function dpop(context: FlowContext, path: string, accessToken?: string): Record<string, string> {
  const key = context.keys.dpop;
  return key === undefined
    ? {}
    : { dpop: dpopProof(key, { method: 'POST', url: `${context.url}${path}`, accessToken }) };
}
