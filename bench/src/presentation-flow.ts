/** One presentation flow as a backend and a wallet do it. */
import type { WalletKey } from '@countersign/wallet/jwt/keys';
import {
  type HeldCredential,
  type PresentationRequest,
  present,
  requestUriOf,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import type { Body, Load } from './closed-loop.ts';
import type { ServerProcess } from './server-process.ts';

const STEPS = ['request', 'request object', 'response', 'session'] as const;
type Step = (typeof STEPS)[number];

/** Id of the presentation configuration. */
export const CONFIGURATION = 'bench';
const CLAIM = 'given_name';

/** What a wallet holds before the request. */
export interface Presenter {
  /** With only the requested disclosure. */
  readonly held: HeldCredential;
  readonly value: unknown;
  /** For the encryption of responses; the other side's key is fresh in each request, so one is enough. */
  readonly ephemeral: WalletKey;
}

/** Writes the presentation configuration of the flows: one claim of the sample PID, no webhook. */
export async function writeConfiguration({ url, apiKey }: ServerProcess): Promise<void> {
  const claims = [{ path: [CLAIM] }];
  const meta = { vct_values: ['<PUBLIC_URL>/credentials/vct/pid'] };
  const answer = await fetch(`${url}/presentation-management`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({
      id: CONFIGURATION,
      dcql_query: { credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta, claims }] },
      registrationCert: { id: 'registration', body: {} },
    }),
  });
  if (answer.status !== 201) throw new Error(`The configuration answered ${answer.status}: ${await answer.text()}`);
}

/** Keeps only the requested disclosure. @throws where the credential does not have it */
export function makePresenter(credential: string, key: WalletKey, ephemeral: WalletKey): Presenter {
  const [jwt = '', ...disclosures] = credential.split('~').slice(0, -1);
  for (const disclosure of disclosures) {
    const [, name, value] = JSON.parse(Buffer.from(disclosure, 'base64url').toString('utf8')) as unknown[];
    if (name === CLAIM) return { held: { credential: `${jwt}~${disclosure}~`, key }, value, ephemeral };
  }
  throw new Error(`The credential has no disclosure of ${CLAIM}`);
}

/**
 * Flows of `wallets` in turn; the outcome is the session's id.
 * @param hooks the webhook target of a flow's result, and what is called when its wallet was answered
 */
export function presentationLoad(
  server: ServerProcess,
  presenters: readonly Presenter[],
  hooks: { readonly target?: (flow: number) => string; readonly answered?: (session: string) => void } = {},
): Load<Step, string> {
  const backend = { 'x-api-key': server.apiKey };
  const json = { 'content-type': 'application/json' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const question = { response_type: 'uri', requestId: CONFIGURATION, response_mode: 'direct_post.jwt' };
  const asked = (number: number): string =>
    JSON.stringify(hooks.target === undefined ? question : { ...question, webhook: { url: hooks.target(number) } });
  return {
    server,
    steps: STEPS,
    flow: async (call, number) => {
      const presenter = presenters[number % presenters.length];
      if (presenter === undefined) throw new Error('There are no credentials');
      const made = await call('request', 'POST', '/oid4vp', 201, {
        headers: { ...backend, ...json },
        body: asked(number),
      });
      const requestObject: string = await call('request object', 'GET', pathOf(requestUriOf(made.uri)), 200);
      const request = payloadOf(requestObject);
      const body = new URLSearchParams(encryptedResponse(presenter, request)).toString();
      await call('response', 'POST', pathOf(request.response_uri), 200, { headers: form, body });
      hooks.answered?.(made.session);
      const session = await call('session', 'GET', `/session/${made.session}`, 200, { headers: backend });
      checkSession(session, presenter);
      return made.session;
    },
  };
}

/** The form of a valid answer, encrypted. */
export function encryptedResponse(
  { held, ephemeral }: Presenter,
  request: PresentationRequest,
): Record<string, string> {
  if (request.response_mode !== 'direct_post.jwt') throw new Error('The request asks for a response in the clear');
  return responseFields(request, vpTokenOf(present(held, request), request), { ephemeral });
}

function checkSession(session: Body, { value }: Presenter): void {
  if (session.status !== 'verified') throw new Error(`A session is ${session.status}`);
  const [credential, ...others] = session.credentials;
  if (credential?.id !== 'pid' || credential.values[CLAIM] !== value || others.length > 0) {
    throw new Error('A session has not the claims that were presented');
  }
}

/** Payload of a request object, which is not verified. */
export function payloadOf(jwt: string): PresentationRequest {
  return JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8'));
}

export function pathOf(url: string): string {
  return new URL(url).pathname;
}
