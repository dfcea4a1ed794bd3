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
import type { Body, Load } from '../load/closed-loop.ts';
import type { ServerProcess } from '../server/server-process.ts';
import { backendHeaders, backendPaths, loginOf, type Site, writeConfigurationOf } from '../server/site.ts';
import { FORM, inTurn } from './issuance-flow.ts';

export const PRESENTATION_STEPS = ['request', 'request object', 'response', 'session'] as const;
type Step = (typeof PRESENTATION_STEPS)[number];

/** Id of the presentation configuration. */
export const CONFIGURATION = 'bench-question';
const CLAIM = 'given_name';

/** A wallet's credential and key before the request. */
export interface Presenter {
  /** With only the requested disclosure. */
  readonly held: HeldCredential;
  readonly value: unknown;
  /** For the encryption of responses; the other side's key is fresh in each request, so one is enough. */
  readonly ephemeral: WalletKey;
}

/** For a PID: the requested credential type, and the page's origin. */
export interface Question {
  /** Id of the presentation configuration; default `bench-question`. */
  readonly id?: string;
  /** Default: the sample PID's type */
  readonly vct?: string | undefined;
  readonly origins?: readonly string[];
}

/** Writes the presentation configuration of the flows: one claim of a PID, no webhook. */
export async function writeConfiguration(
  site: Site,
  { id = CONFIGURATION, vct, origins }: Question = {},
): Promise<void> {
  const claims = [{ path: [CLAIM] }];
  const meta = { vct_values: [vct ?? '<PUBLIC_URL>/credentials/vct/pid'] };
  await writeConfigurationOf(site, 'presentation', {
    id,
    dcql_query: { credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta, claims }] },
    registrationCert: { id: 'registration', body: {} },
    ...(origins === undefined ? {} : { origins }),
  });
}

/** Keeps only the requested disclosure. @throws if the credential does not have it */
export function makePresenter(credential: string, key: WalletKey, ephemeral: WalletKey): Presenter {
  const [jwt = '', ...disclosures] = credential.split('~').slice(0, -1);
  for (const disclosure of disclosures) {
    const [, name, value] = JSON.parse(Buffer.from(disclosure, 'base64url').toString('utf8')) as unknown[];
    if (name === CLAIM) return { held: { credential: `${jwt}~${disclosure}~`, key }, value, ephemeral };
  }
  throw new Error(`The credential has no disclosure of ${CLAIM}`);
}

/** The differences between presentation flows. */
export interface PresentationHooks {
  /** Default direct_post.jwt. */
  readonly mode?: 'direct_post' | 'direct_post.jwt';
  /** The webhook target of a flow's result. */
  readonly target?: (flow: number) => string;
  /** Called when a session's wallet got its response. */
  readonly answered?: (session: string) => void;
}

/** Flows of `wallets` in turn; the outcome is the session's id. */
export function presentationLoad(
  server: ServerProcess,
  presenters: readonly Presenter[],
  { mode = 'direct_post.jwt', target, answered }: PresentationHooks = {},
): Load<Step, string> {
  const question = { response_type: 'uri', requestId: CONFIGURATION, response_mode: mode };
  const asked = (number: number): string =>
    JSON.stringify(target === undefined ? question : { ...question, webhook: { url: target(number) } });
  return {
    server,
    steps: PRESENTATION_STEPS,
    flow: async (call, number) => {
      const presenter = inTurn(presenters, number);
      const made = await call('request', 'POST', backendPaths(server).request, 201, {
        headers: backendHeaders(server),
        body: asked(number),
      });
      const requestObject: string = await call('request object', 'GET', pathOf(requestUriOf(made.uri)), 200);
      const request = payloadOf(requestObject);
      const body = new URLSearchParams(responseTo(presenter, request, mode)).toString();
      await call('response', 'POST', pathOf(request.response_uri), 200, { headers: FORM, body });
      answered?.(made.session);
      const session = await call('session', 'GET', `/session/${made.session}`, 200, { headers: loginOf(server) });
      checkSession(session, presenter);
      return made.session;
    },
  };
}

/** The form of a valid response, encrypted. */
export function encryptedResponse(presenter: Presenter, request: PresentationRequest): Record<string, string> {
  return responseTo(presenter, request, 'direct_post.jwt');
}

/** The form of a valid response. @throws if the request is in a different mode */
function responseTo(
  { held, ephemeral }: Presenter,
  request: PresentationRequest,
  mode: string,
): Record<string, string> {
  if (request.response_mode !== mode) throw new Error(`The request asks for the mode ${request.response_mode}`);
  return responseFields(request, vpTokenOf(present(held, request), request), { ephemeral });
}

/** @throws if the session is not verified, or its claims differ from the presented ones */
export function checkSession(session: Body, { value }: Presenter): void {
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
