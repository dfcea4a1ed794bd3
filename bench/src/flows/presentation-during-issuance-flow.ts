/** One issuance that needs a presentation first, with the claims of a webhook, as a backend and a wallet do it. */
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { keyProof } from '@countersign/wallet/jwt/keys';
import { requestUriOf } from '@countersign/wallet/presentation/present';
import type { Body, Call, Load } from '../load/closed-loop.ts';
import type { ServerProcess } from '../server/server-process.ts';
import { CLIENT } from './code-flow.ts';
import { FORM, inTurn } from './issuance-flow.ts';
import { CONFIGURATION, encryptedResponse, type Presenter, pathOf, payloadOf } from './presentation-flow.ts';

const PRESENTING = ['offer', 'offer document', 'challenge', 'request object', 'presentation'] as const;
export const WHOLE_STEPS = [
  ...PRESENTING,
  'issuer metadata',
  'as metadata',
  'second challenge',
  'token',
  'nonce',
  'credential',
  'notification',
] as const;
type WholeStep = (typeof WHOLE_STEPS)[number];
export const DEFERRED_STEPS = [...WHOLE_STEPS.slice(0, -1), 'deferred', 'notification'] as const;
type DeferredStep = WholeStep | 'deferred';

export const MEMBER = 'bench-member';
const LEVEL = 'gold';
const JSON_BODY = { 'content-type': 'application/json' };
/** Milliseconds between two requests for a deferred credential. */
const POLL = 25;

export interface ClaimsTarget {
  readonly url: string;
  /** Whether a response waits until its session is released. */
  holds: boolean;
  /** Responds to the request for a session that is held, immediately or when it arrives. */
  release(session: string): void;
  close(): void;
}

/** A backend that returns the claims. */
export async function openClaimsTarget(): Promise<ClaimsTarget> {
  /** By session: the waiting response, or true if the session was released before its request arrived. */
  const held = new Map<string, (() => unknown) | true>();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      const answer = (): unknown => response.writeHead(200).end(JSON.stringify({ [MEMBER]: { level: LEVEL } }));
      const { session } = JSON.parse(body) as { readonly session: string };
      if (target.holds && !held.delete(session)) held.set(session, answer);
      else answer();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const target: ClaimsTarget = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/claims`,
    holds: false,
    release: (session) => {
      const answer = held.get(session);
      if (answer === undefined) held.set(session, true);
      else held.delete(session);
      if (typeof answer === 'function') answer();
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return target;
}

/** Writes the credential configuration; the presentation configuration must exist. */
export async function writeMember({ url, apiKey }: ServerProcess, target: ClaimsTarget): Promise<void> {
  const answer = await fetch(`${url}/issuer-managment`, {
    method: 'POST',
    headers: { ...JSON_BODY, 'x-api-key': apiKey },
    body: JSON.stringify({
      id: MEMBER,
      config: { format: 'dc+sd-jwt' },
      claims: {},
      disclosureFrame: { _sd: ['level'] },
      presentation_during_issuance: { type: CONFIGURATION, webhook: { url: target.url } },
      schema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: { level: { type: 'string', maxLength: 20 } },
        required: ['level'],
      },
    }),
  });
  if (answer.status !== 201) throw new Error(`The configuration answered ${answer.status}: ${await answer.text()}`);
}

/** Whole flows of `wallets` in turn; the outcome is the credential. */
export function wholeLoad(server: ServerProcess, presenters: readonly Presenter[]): Load<WholeStep, string> {
  return {
    server,
    steps: WHOLE_STEPS,
    flow: async (call, number) => {
      const presenter = inTurn(presenters, number);
      const { token } = await authorized(call, server, presenter);
      const issued = await requestCredential(call, server, { presenter, token, expected: 200 });
      return accept(call, token, issued);
    },
  };
}

/** Whole flows with deferred credentials: the webhook responds when the wallet has its transaction id. */
export function deferredLoad(
  server: ServerProcess,
  presenters: readonly Presenter[],
  target: ClaimsTarget,
): Load<DeferredStep, string> {
  return {
    server,
    steps: DEFERRED_STEPS,
    flow: async (call, number) => {
      const presenter = inTurn(presenters, number);
      const { session, token } = await authorized(call, server, presenter);
      const { transaction_id } = await requestCredential(call, server, { presenter, token, expected: 202 });
      target.release(session);
      for (;;) {
        const issued = await call('deferred', 'POST', '/vci/deferred', [200, 202], {
          headers: bearer(token),
          body: JSON.stringify({ transaction_id }),
        });
        if (issued.credentials !== undefined) return accept(call, token, issued);
        await sleep(POLL);
      }
    },
  };
}

/** From the offer to the access token, with the presentation. */
async function authorized(
  call: Call<WholeStep>,
  server: ServerProcess,
  presenter: Presenter,
): Promise<{ readonly session: string; readonly token: Body }> {
  const before = async (): Promise<void> => {
    await call('issuer metadata', 'GET', '/.well-known/openid-credential-issuer', 200);
    await call('as metadata', 'GET', '/.well-known/oauth-authorization-server', 200);
  };
  const { session, authSession, presented } = await presentFirst(call, server, presenter, before);
  const second = { client_id: CLIENT.client_id, auth_session: authSession, ...presented };
  const { authorization_code: code } = await call('second challenge', 'POST', '/authorize/challenge', 200, {
    headers: FORM,
    body: form(second),
  });
  const token = await call('token', 'POST', '/authorize/token', 200, {
    headers: FORM,
    body: form({ grant_type: 'authorization_code', code, ...CLIENT }),
  });
  return { session, token };
}

interface CredentialRequest {
  readonly presenter: Presenter;
  readonly token: Body;
  readonly expected: number;
}

async function requestCredential(
  call: Call<WholeStep>,
  { url }: ServerProcess,
  { presenter, token, expected }: CredentialRequest,
): Promise<Body> {
  const nonce = await call('nonce', 'POST', '/vci/nonce', 200);
  return call('credential', 'POST', '/vci/credential', expected, {
    headers: bearer(token),
    body: JSON.stringify({
      credential_configuration_id: MEMBER,
      proofs: { jwt: [keyProof(presenter.held.key, { audience: url, nonce: nonce.c_nonce })] },
    }),
  });
}

async function accept(call: Call<WholeStep>, token: Body, issued: Body): Promise<string> {
  await call('notification', 'POST', '/vci/notification', 204, {
    headers: bearer(token),
    body: JSON.stringify({ notification_id: issued.notification_id, event: 'credential_accepted' }),
  });
  return issued.credentials[0].credential;
}

function bearer(token: Body): Record<string, string> {
  return { ...JSON_BODY, authorization: `${token.token_type} ${token.access_token}` };
}

interface Presented {
  readonly session: string;
  readonly authSession: string;
  /** The verifier's response to the wallet. */
  readonly presented: Readonly<Record<string, string>>;
}

/** @param discovered called when the wallet has the offer */
async function presentFirst(
  call: Call<(typeof PRESENTING)[number]>,
  { apiKey }: ServerProcess,
  presenter: Presenter,
  discovered: () => Promise<void>,
): Promise<Presented> {
  const made = await call('offer', 'POST', '/vci/offer', 201, {
    headers: { ...JSON_BODY, 'x-api-key': apiKey },
    body: JSON.stringify({ response_type: 'uri', credentialConfigurationIds: [MEMBER] }),
  });
  const reference = pathOf(new URL(made.uri).searchParams.get('credential_offer_uri') ?? '');
  const offer = await call('offer document', 'GET', reference, 200);
  await discovered();
  const asked = {
    ...CLIENT,
    issuer_state: offer.grants.authorization_code.issuer_state,
    code_challenge: createHash('sha256').update(randomBytes(32).toString('base64url')).digest('base64url'),
    code_challenge_method: 'S256',
  };
  const needed = await call('challenge', 'POST', '/authorize/challenge', 400, {
    headers: FORM,
    body: form(asked),
  });
  const request = payloadOf(await call('request object', 'GET', pathOf(requestUriOf(needed.presentation)), 200));
  const presented = await call('presentation', 'POST', pathOf(request.response_uri), 200, {
    headers: FORM,
    body: form(encryptedResponse(presenter, request)),
  });
  return { session: made.session, authSession: needed.auth_session, presented };
}

/** Checks the claims of a credential. @returns `uri#idx`, to check that it occurs only once */
export function checkMember(credential: string): string {
  const [jwt = '', ...disclosures] = credential.split('~').slice(0, -1);
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  const levels = disclosures.map((disclosure) => (read(disclosure) as unknown[]).slice(1).join());
  if (levels.join() !== `level,${LEVEL}`) throw new Error('A credential has not the claims of the webhook');
  const { status } = read(jwt.split('.')[1] ?? '') as { status: { status_list: { uri: string; idx: number } } };
  return `${status.status_list.uri}#${status.status_list.idx}`;
}

function form(parameters: Record<string, string>): string {
  return new URLSearchParams(parameters).toString();
}
