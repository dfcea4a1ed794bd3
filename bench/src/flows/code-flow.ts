/** Issuance by authorization code: pushed authorization request (RFC 9126), PKCE (RFC 7636), redirect, token. */
import { createHash, randomBytes } from 'node:crypto';
import type { Load } from '../load/closed-loop.ts';
import type { ServerProcess } from '../server/server-process.ts';
import { walletBase } from '../server/site.ts';
import {
  type FlowContext,
  type FlowKeys,
  FORM,
  type Issued,
  inTurn,
  receiveCredentials,
  requestToken,
  siteOf,
  takeOffer,
} from './issuance-flow.ts';

export const CODE_STEPS = [
  'offer',
  'offer document',
  'issuer metadata',
  'as metadata',
  'pushed request',
  'authorize',
  'token',
  'nonce',
  'credential',
  'notification',
] as const;
type CodeStep = (typeof CODE_STEPS)[number];

/** The wallet of these flows. */
export const CLIENT = { client_id: 'bench-wallet', redirect_uri: 'https://wallet.example/callback' };

/** Flows with `keys` in turn. */
export function codeLoad(
  server: ServerProcess,
  allKeys: readonly FlowKeys[],
  configuration?: string,
): Load<CodeStep, Issued> {
  return {
    server,
    steps: CODE_STEPS,
    flow: async (call, number) => {
      const keys = inTurn(allKeys, number);
      return { credential: await codeFlow({ ...siteOf(server), call, keys, configuration }), keys };
    },
  };
}

async function codeFlow(context: FlowContext<CodeStep>): Promise<string> {
  const { document } = await takeOffer(context, {});
  const verifier = randomBytes(32).toString('base64url');
  const code = await authorize(context, document.grants.authorization_code.issuer_state, verifier);
  const token = await requestToken(context, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    ...CLIENT,
  });
  return (await receiveCredentials(context, token, [context.keys.holder]))[0] ?? '';
}

async function authorize(context: FlowContext<CodeStep>, issuerState: string, verifier: string): Promise<string> {
  const { call } = context;
  const pushed = await call('pushed request', 'POST', `${walletBase(context)}/authorize/par`, 201, {
    headers: FORM,
    body: new URLSearchParams({
      ...CLIENT,
      response_type: 'code',
      issuer_state: issuerState,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }).toString(),
  });
  const query = new URLSearchParams({ client_id: CLIENT.client_id, request_uri: pushed.request_uri });
  const address: string = await call('authorize', 'GET', `${walletBase(context)}/authorize?${query}`, 302);
  const code = new URL(address).searchParams.get('code');
  if (code === null) throw new Error('The authorization endpoint redirected without a code');
  return code;
}
