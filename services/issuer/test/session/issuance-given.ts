/** Fixtures for the tests of the issuance state machine. */
import { createHash } from 'node:crypto';
import { type ErrorCode, ProtocolError } from '@countersign/shared/kernel/errors';
import type {
  AuthorizationRequest,
  Grant,
  IssuancePart,
  IssuanceProgress,
  IssuedCredential,
  NotificationRecord,
  PresentationAttempt,
} from '@countersign/shared/model/session/issuance-part';
import type { PresentationPart } from '@countersign/shared/model/session/presentation-part';
import type { ChallengeAnswer } from '../../src/authorize/challenge-transitions.ts';
import type { NewCode, PushedRequest, RequestUri } from '../../src/session/authorization-transitions.ts';
import { grantOf } from '../../src/session/grant.ts';
import type { IssuanceSession } from '../../src/session/issuance-transition.ts';
import type { CodeRedemption, RepeatedCode } from '../../src/token/token-transitions.ts';

/** 2027-01-15T08:00:00Z, milliseconds: a whole hour. */
export const NOW = Date.UTC(2027, 0, 15, 8);

/** SHA-256 of an ASCII string, base64url. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'ascii').digest('base64url');
}

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
/** A repeat of the request that redeemed the code. */
export const repeated: RepeatedCode = {
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
/** One more credential of the same configuration, in the next response. */
export const nextCredential: IssuedCredential = {
  ...credential,
  status: { uri: 'https://issuer.example/list', idx: 2 },
  notificationId: 'n2',
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
export type GivenState = keyof typeof progresses;

export function given(state: GivenState, change: Partial<IssuancePart> = {}): IssuancePart {
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

/** A session with this part; the offer is valid for an hour. */
export function session(issuance: IssuancePart, change: Partial<IssuanceSession> = {}): IssuanceSession {
  return {
    id: 'session',
    rev: 1,
    tenant: 'root',
    kind: 'issuance',
    createdAt: NOW,
    updatedAt: NOW,
    expiresAt: NOW + 3_600_000,
    handle: 'handle',
    status: issuance.progress.state,
    issuance,
    pendingDeliveries: [],
    outbox: [],
    ...change,
  };
}

export const pushed: PushedRequest = {
  request: boundRequest,
  requestUriHash: sha256('next'),
  expiresAt: NOW + 90_000,
};
export const authorization: RequestUri & NewCode = {
  requestUriHash: REQUEST_URI,
  clientId: 'wallet',
  now: NOW,
  codeHash: CODE,
  codeExpiresAt: NOW + 60_000,
};
export const redemption: CodeRedemption = {
  codeHash: CODE,
  now: NOW,
  clientId: 'wallet',
  dpopJkt: JKT,
  claimsUntil: NOW + 3_600_000,
  check: () => undefined,
  grant: () => grant,
};

/** The second challenge from the wallet that started the attempt. */
export const challengeAnswer: ChallengeAnswer = {
  sessionHash: attempt.sessionHash,
  presentationSession: 'ps',
  client: { clientId: 'wallet', authenticated: false },
  dpopJkt: undefined,
  now: NOW,
  codeHash: CODE,
  codeExpiresAt: NOW + 60_000,
};

/** The attempt's verified presentation. */
export const presentation: PresentationPart = {
  configurationId: 'login',
  requestHash: attempt.requestId,
  stateHash: '',
  nonce: 'n',
  sealedRequest: '',
  failures: 0,
  progress: {
    state: 'verified',
    verifiedAt: NOW,
    answerHash: '',
    presentationSession: { hash: sha256('ps'), sealed: '' },
  },
};

/** A state, an error code, `same` (the identical progress) or `revoked` (the same with a revoked token). */
export type Then = IssuanceProgress['state'] | ErrorCode | 'same' | 'revoked';

export function outcome(part: IssuancePart, step: (part: IssuancePart) => IssuanceProgress): Then {
  try {
    const next = step(part);
    if (next === part.progress) return 'same';
    return grantOf(next)?.revoked === true ? 'revoked' : next.state;
  } catch (error) {
    if (error instanceof ProtocolError) return error.code;
    throw error;
  }
}
