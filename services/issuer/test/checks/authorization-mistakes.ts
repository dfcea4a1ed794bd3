import { CLIENT_ASSERTION_TYPE } from '../../src/protocol/client-assertion.ts';
import { sha256 } from '../protocol/support.ts';
import { goodRequest, type World } from '../world.ts';
import { type Mistake, parameters, type Sent } from './mistakes.ts';

const JKT = sha256('another key');
export const UNKNOWN = Buffer.alloc(48, 9).toString('base64url');

/** A request of an offer. */
export async function offered(world: World, configurations = ['pid', 'pass']): Promise<Sent> {
  const { session, grant } = await world.offer({ credentialConfigurationIds: configurations });
  return { session, parameters: { ...goodRequest, issuer_state: grant }, headers: world.dpop() };
}

export const noRequestUri = (reads = 0): Mistake =>
  parameters(
    { name: 'request_uri', code: 'invalid_request', reads },
    { request_uri: 'https://wallet.example/request' },
  );
export const noRequestObject = (reads = 0): Mistake =>
  parameters({ name: 'request object', code: 'request_not_supported', reads }, { request: 'e30.e30.' });
export const dpopProof = (reads = 0): Mistake => ({
  ...{ name: 'DPoP proof for another method', code: 'invalid_dpop_proof', reads },
  make: (sent, world) => ({ ...sent, headers: world.dpop({ htm: 'GET' }) }),
});
export const clientUnproven = (reads = 0): Mistake =>
  parameters(
    { name: 'assertion without its text', part: 'client', code: 'invalid_client', reads },
    { client_assertion_type: CLIENT_ASSERTION_TYPE },
  );
export const noClient = (reads = 0): Mistake =>
  parameters({ name: 'no client_id', part: 'client', code: 'invalid_request', reads }, { client_id: '' });
export const noIssuerState = (code: string): Mistake =>
  parameters({ name: 'no issuer_state', part: 'issuer_state', code, reads: 0 }, { issuer_state: '' });
export const issuerStateUnknown = (reads = 0): Mistake =>
  parameters(
    { name: 'issuer_state of no session', part: 'issuer_state', code: 'invalid_request', reads },
    { issuer_state: UNKNOWN },
  );
export const issuerStateOver = (reads: number): Mistake => ({
  ...{
    name: 'issuer_state of an offer that has expired',
    part: 'issuer_state',
    code: 'invalid_request',
    reads,
    changes: true,
  },
  make: async (sent, world) => {
    await world.change(sent.session, (session) => ({ ...session, expiresAt: world.now }));
    return sent;
  },
});

/** What is wrong with an authorization request itself, whatever endpoint it comes to. */
export function authorizationRequest(reads: number, options: { readonly withoutType?: true } = {}): readonly Mistake[] {
  const mistake = (name: string, code: string, change: Parameters<typeof parameters>[1], part = name): Mistake =>
    parameters({ name, part, code, reads }, change);
  const type = [
    mistake('no response_type', 'invalid_request', { response_type: '' }, 'type'),
    mistake('another response_type', 'unsupported_response_type', { response_type: 'token' }, 'type'),
  ];
  return [
    ...(options.withoutType === true ? [] : type),
    mistake('another redirect_uri', 'invalid_request', { redirect_uri: 'ftp://wallet.example' }, 'redirect_uri'),
    mistake('no S256', 'invalid_request', { code_challenge_method: 'plain' }, 'challenge'),
    mistake('no challenge', 'invalid_request', { code_challenge: 'short' }, 'challenge'),
    mistake('another resource', 'invalid_target', { resource: 'https://elsewhere.example' }),
    mistake('a long state', 'invalid_request', { state: 's'.repeat(2049) }),
    mistake('no thumbprint', 'invalid_request', { dpop_jkt: 'short' }, 'jkt'),
    mistake('authorization_details', 'invalid_authorization_details', { authorization_details: '[]' }, 'details'),
    mistake('scope', 'invalid_scope', { scope: 'foreign' }),
  ];
}

/** `dpop_jkt` and the proof in one request. */
export const anotherKey = (reads: number): Mistake =>
  parameters({ name: 'dpop_jkt of another key', part: 'jkt', code: 'invalid_dpop_proof', reads }, { dpop_jkt: JKT });

export const offerOver = (reads: number): Mistake => ({
  ...{ name: 'an offer whose issuance has failed', part: 'state', code: 'invalid_request', reads, changes: true },
  make: async (sent, world) => {
    await world.change(sent.session, (session) => ({
      ...session,
      issuance: { ...session.issuance, progress: { state: 'failed', reason: 'r' } },
    }));
    return sent;
  },
});

export function insertBefore(
  mistakes: readonly Mistake[],
  name: string,
  ...more: readonly Mistake[]
): readonly Mistake[] {
  const at = mistakes.findIndex((mistake) => mistake.name === name);
  return [...mistakes.slice(0, at), ...more, ...mistakes.slice(at)];
}
