/** One login at an application by OpenID Connect, as the application, the browser and a wallet on the same device do it. */
import { createHash, randomBytes } from 'node:crypto';
import type { Load } from '../load/closed-loop.ts';
import type { ServerProcess } from '../server/server-process.ts';
import { walletBase, writeConfigurationOf } from '../server/site.ts';
import { FORM, inTurn } from './issuance-flow.ts';
import { CONFIGURATION, encryptedResponse, type Presenter, pathOf, payloadOf } from './presentation-flow.ts';

export const LOGIN_STEPS = ['authorize', 'page', 'request object', 'response', 'return', 'token', 'userinfo'] as const;
type Step = (typeof LOGIN_STEPS)[number];

export const LOGIN_CLIENT = 'bench-shop';
const CALLBACK = 'https://shop.example/callback';
const SECRET = randomBytes(32).toString('base64url');
const CLAIM = 'given_name';

/** Writes the client of the flows; the presentation configuration must be there. */
export async function writeLoginClient(server: ServerProcess): Promise<void> {
  await writeConfigurationOf(server, 'login', {
    id: LOGIN_CLIENT,
    name: 'Bench Shop',
    redirect_uris: [CALLBACK],
    client_secret: SECRET,
    presentation: CONFIGURATION,
    claims: { [CLAIM]: [CLAIM] },
    subject: { kind: 'pairwise', from: [[CLAIM]] },
  });
}

/** Flows of `wallets` in turn; the outcome is the code. */
export function loginLoad(server: ServerProcess, presenters: readonly Presenter[]): Load<Step, string> {
  const base = `${walletBase(server)}/login`;
  const authorization = `Basic ${Buffer.from(`${LOGIN_CLIENT}:${SECRET}`).toString('base64')}`;
  return {
    server,
    steps: LOGIN_STEPS,
    flow: async (call, number) => {
      const presenter = inTurn(presenters, number);
      const cookies = new Map<string, string>();
      const verifier = randomBytes(32).toString('base64url');
      const page = await call('authorize', 'GET', `${base}/auth?${authorizationQuery(verifier)}`, 303, { cookies });
      const html: string = await call('page', 'GET', page, 200, { cookies });
      const request = payloadOf(await call('request object', 'GET', pathOf(requestUriIn(html)), 200));
      const body = new URLSearchParams(encryptedResponse(presenter, request)).toString();
      const { redirect_uri: back } = await call('response', 'POST', pathOf(request.response_uri), 200, {
        headers: FORM,
        body,
      });
      const callback = await call('return', 'GET', back.slice(server.url.length), 303, { cookies });
      const code = new URL(callback).searchParams.get('code') ?? '';
      const { access_token: token } = await call('token', 'POST', `${base}/token`, 200, {
        headers: { ...FORM, authorization },
        body: tokenForm(code, verifier),
      });
      const person = await call('userinfo', 'GET', `${base}/me`, 200, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (person[CLAIM] !== presenter.value) throw new Error('A login has not the claim that was presented');
      return code;
    },
  };
}

function authorizationQuery(verifier: string): string {
  return new URLSearchParams({
    client_id: LOGIN_CLIENT,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'openid profile',
    state: 's',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
}

function tokenForm(code: string, verifier: string): string {
  return new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    code_verifier: verifier,
  }).toString();
}

/** The request URI in the link for the wallet on this device. */
function requestUriIn(html: string): string {
  const [, uri = ''] = /[?;&]request_uri=([^"&]+)/.exec(html) ?? [];
  return decodeURIComponent(uri);
}
