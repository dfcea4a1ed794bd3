/** Errors in requests that several endpoints of the authorization server accept. */
import type { IssuancePart } from '@countersign/shared/model/session/issuance-part';
import { CLIENT_ASSERTION_TYPE } from '../../src/client/client-assertion.ts';
import { sha256 } from '../support.ts';
import { goodRequest, type World } from '../world.ts';
import { type Mistake, parameters, type Sent } from './mistakes.ts';

const JKT = sha256('another key');
export const UNKNOWN = Buffer.alloc(48, 9).toString('base64url');

/** A request for an offer. */
export async function offered(world: World, configurations = ['pid', 'pass']): Promise<Sent> {
  const { session, grant } = await world.offer({ credentialConfigurationIds: configurations });
  return { session, parameters: { ...goodRequest, issuer_state: grant }, headers: world.dpop() };
}

export const noRequestUri: Mistake = parameters(
  { name: 'request_uri', check: 'checkRequestUriAbsent', code: 'invalid_request' },
  { request_uri: 'https://wallet.example/request' },
);
export const noRequestObject: Mistake = parameters(
  { name: 'request object', check: 'checkRequestObjectAbsent', code: 'request_not_supported' },
  { request: 'e30.e30.' },
);
export const dpopProof: Mistake = {
  name: 'DPoP proof for another method',
  check: 'checkDpopProof',
  code: 'invalid_dpop_proof',
  make: (sent, world) => ({ ...sent, headers: world.dpop({ htm: 'GET' }) }),
};
export const clientUnproven: Mistake = parameters(
  { name: 'assertion without its text', check: 'authenticateClient', part: 'client', code: 'invalid_client' },
  { client_assertion_type: CLIENT_ASSERTION_TYPE },
);
export const noClient: Mistake = parameters(
  { name: 'no client_id', check: 'checkClientNamed', part: 'client', code: 'invalid_request' },
  { client_id: '' },
);
/** The read finds out whether users can sign in at the tenant, so that a wallet may start without an offer. */
export const noIssuerState = (check: string, code: string): Mistake =>
  parameters({ name: 'no issuer_state', check, part: 'issuer_state', code }, { issuer_state: '' });
export const issuerStateUnknown: Mistake = parameters(
  {
    name: 'issuer_state of no session',
    check: 'checkOpenOffer',
    part: 'issuer_state',
    code: 'invalid_request',
  },
  { issuer_state: UNKNOWN },
);
export const issuerStateOver: Mistake = {
  name: 'issuer_state of an offer that has expired',
  check: 'checkOpenOffer',
  part: 'issuer_state',
  code: 'invalid_request',
  make: async (sent, world) => {
    await world.change(sent.session, (session) => ({ ...session, expiresAt: world.now }));
    return sent;
  },
};

/** Errors in an authorization request itself, at any endpoint. */
export function authorizationRequest({
  withoutType,
  challenge = 'checkCodeChallenge',
}: {
  readonly withoutType?: true;
  readonly challenge?: string;
} = {}): readonly Mistake[] {
  const mistake = (check: string, code: string, change: Parameters<typeof parameters>[1]): Mistake => {
    const name = JSON.stringify(change);
    return parameters({ name, check, part: check, code }, change);
  };
  const type = [
    mistake('checkResponseType', 'invalid_request', { response_type: '' }),
    mistake('checkResponseType', 'unsupported_response_type', { response_type: 'token' }),
  ];
  return [
    ...(withoutType === true ? [] : type),
    mistake('checkRedirectTarget', 'invalid_request', { redirect_uri: 'ftp://wallet.example' }),
    mistake(challenge, 'invalid_request', { code_challenge_method: 'plain' }),
    mistake(challenge, 'invalid_request', { code_challenge: 'short' }),
    mistake('checkResource', 'invalid_target', { resource: 'https://elsewhere.example' }),
    mistake('checkState', 'invalid_request', { state: 's'.repeat(2049) }),
    mistake('checkDpopJkt', 'invalid_request', { dpop_jkt: 'short' }),
    mistake('checkRequestedConfigurations', 'invalid_authorization_details', { authorization_details: '[]' }),
    mistake('checkRequestedConfigurations', 'invalid_scope', { scope: 'foreign' }),
  ];
}

/** `dpop_jkt` and the proof in one request. */
const anotherKey: Mistake = parameters(
  { name: 'dpop_jkt of another key', check: 'checkDpopJkt', part: 'checkDpopJkt', code: 'invalid_dpop_proof' },
  { dpop_jkt: JKT },
);

export const offerOver: Mistake = {
  name: 'an offer whose issuance has failed',
  check: 'transition',
  part: 'state',
  code: 'invalid_request',
  make: async (sent, world) => {
    await world.change(sent.session, (session) => ({
      ...session,
      issuance: { ...session.issuance, progress: { state: 'failed', reason: 'r' } },
    }));
    return sent;
  },
};

/** The same with a `dpop_jkt` that differs from the proof's key. */
export function withProof(options: Parameters<typeof authorizationRequest>[0] = {}): readonly Mistake[] {
  const mistakes = authorizationRequest(options);
  const at = mistakes.findIndex(({ check }) => check === 'checkRequestedConfigurations');
  return [...mistakes.slice(0, at), anotherKey, ...mistakes.slice(at)];
}

/** An error in the session: its changed configurations require two presentations. */
export const twoPresentations = (check: string, change: Changing): Mistake => ({
  name: 'two presentations by now',
  check,
  code: 'access_denied',
  part: 'configurations',
  make: async (sent, world) => {
    await world.change(sent.session, ({ issuance, ...session }) => ({
      ...session,
      issuance: change(issuance, ['member', 'club']),
    }));
    return sent;
  },
});

/** An error in the session: it demands a sign-in, and its changed configuration a presentation. */
export const signInAndPresentation: Mistake = {
  name: 'a sign-in and a presentation by now',
  check: 'checkPushedSignIn',
  code: 'access_denied',
  part: 'configurations',
  make: async (sent, world) => {
    await world.change(sent.session, ({ issuance, ...session }) => ({
      ...session,
      issuance: { ...ofRequest(issuance, ['member']), signIn: {} },
    }));
    return sent;
  },
};

type Changing = (issuance: IssuancePart, ids: readonly string[]) => IssuancePart;

export const ofOffer: Changing = (issuance, configurationIds) => ({ ...issuance, configurationIds });
export const ofRequest: Changing = (issuance, configurationIds) => {
  const { progress } = issuance;
  if (progress.state !== 'pushed') throw new Error(progress.state);
  return { ...issuance, progress: { ...progress, request: { ...progress.request, configurationIds } } };
};
