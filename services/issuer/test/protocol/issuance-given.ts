/** What the tests of the issuance state machine begin with. */
import { type ErrorCode, ProtocolError } from '@countersign/shared/kernel/errors';
import type {
  AuthorizationRequest,
  Grant,
  IssuancePart,
  IssuanceProgress,
  IssuedCredential,
  NotificationRecord,
  PresentationAttempt,
} from '@countersign/shared/model/sessions';
import * as machine from '../../src/protocol/issuance-state.ts';
import { NOW, sha256 } from './support.ts';

export const JKT = sha256('key');
export const OTHER_JKT = sha256('other key');
export const CODE = sha256('code');
export const TOKEN = sha256('token');
export const REQUEST_URI = sha256('request_uri');
export const PRE_AUTHORIZED = sha256('pre-authorized code');

export const request: AuthorizationRequest = {
  clientId: 'wallet',
  clientAuthenticated: false,
  redirectUri: 'https://wallet.example/cb',
  codeChallenge: sha256('verifier'),
  configurationIds: ['pid'],
  authorizationDetails: false,
};
export const boundRequest: AuthorizationRequest = { ...request, dpopJkt: JKT };
export const grant: Grant = {
  tokenHash: TOKEN,
  expiresAt: NOW + 300_000,
  configurationIds: ['pid'],
  authorizationDetails: false,
  clientId: 'wallet',
  dpopJkt: JKT,
  codeHash: CODE,
  redeemedAt: NOW,
  redemptionHash: sha256('redirect and verifier'),
};
/** The request that redeemed the code, once more. */
export const repeated: machine.RepeatedCode = {
  codeHash: CODE,
  clientId: 'wallet',
  dpopJkt: JKT,
  redemptionHash: sha256('redirect and verifier'),
  now: NOW + 10_000,
};
export const credential: IssuedCredential = {
  configurationId: 'pid',
  issuedAt: NOW,
  status: { uri: 'https://issuer.example/list', idx: 1 },
  notificationId: 'n1',
};
export const accepted: NotificationRecord = { notificationId: 'n1', event: 'credential_accepted', at: NOW };

export const attempt: PresentationAttempt = {
  channel: 'challenge',
  sessionHash: sha256('auth-session'),
  requestId: sha256('request'),
  configurationId: 'login',
  sealedRequestUri: 's',
  createdAt: NOW,
  expiresAt: NOW + 600_000,
};

export const progresses = {
  created: { state: 'created' },
  pushed: { state: 'pushed', request, requestUriHash: REQUEST_URI, expiresAt: NOW + 60_000 },
  authorized: { state: 'authorized', request, codeHash: CODE, expiresAt: NOW + 60_000 },
  presentation_required: { state: 'presentation_required', request, attempt },
  token_issued: { state: 'token_issued', grant },
  issued: { state: 'issued', grant },
  completed: { state: 'completed', grant, claimsKept: true },
  'completed long ago': { state: 'completed', grant },
  exhausted: { state: 'exhausted' },
  failed: { state: 'failed', reason: 'claims' },
  'failed with a token': { state: 'failed', reason: 'claims', grant },
  expired: { state: 'expired' },
} satisfies Record<string, IssuanceProgress>;
export type Given = keyof typeof progresses;

export function given(state: Given, change: Partial<IssuancePart> = {}): IssuancePart {
  const completed = state === 'completed' || state === 'completed long ago';
  const left = state === 'issued' || completed;
  return {
    flow: 'authorization_code',
    configurationIds: ['pid', 'pass'],
    sealedOffer: '',
    sealedRequest: '',
    offerHash: sha256('offer'),
    grantHash: PRE_AUTHORIZED,
    progress: progresses[state],
    credentials: left ? [credential] : [],
    notifications: completed ? [accepted] : [],
    ...change,
  };
}

export const pushed: machine.Pushed = {
  request: boundRequest,
  requestUriHash: sha256('next'),
  expiresAt: NOW + 90_000,
};
export const authorization: machine.AuthorizeInput = {
  requestUriHash: REQUEST_URI,
  clientId: 'wallet',
  now: NOW,
  codeHash: CODE,
  codeExpiresAt: NOW + 60_000,
};
export const redemption: machine.CodeRedemption = {
  codeHash: CODE,
  now: NOW,
  clientId: 'wallet',
  dpopJkt: JKT,
  check: () => undefined,
  grant: () => grant,
};

/** A state, an error code, `same` (the very same progress) or `revoked` (the same with a dead token). */
export type Then = IssuanceProgress['state'] | ErrorCode | 'same' | 'revoked';

export function outcome(part: IssuancePart, step: (part: IssuancePart) => IssuanceProgress): Then {
  try {
    const next = step(part);
    if (next === part.progress) return 'same';
    return machine.grantOf(next)?.revoked === true ? 'revoked' : next.state;
  } catch (error) {
    if (error instanceof ProtocolError) return error.code;
    throw error;
  }
}
