import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IssuancePart, IssuanceProgress } from '../../../src/model/session/issuance-part.ts';
import type { PresentationProgress } from '../../../src/model/session/presentation-part.ts';
import { endOfUse, expiryOf, withExpiry } from '../../../src/model/session/session-expiry.ts';
import type { SessionDocument } from '../../../src/model/session/sessions.ts';

const END = 1000;
const grant = { tokenHash: 't', expiresAt: 900, configurationIds: ['pid'], authorizationDetails: false };
const request = {
  clientId: 'w',
  clientAuthenticated: false,
  redirectUri: 'https://w.example',
  configurationIds: ['pid'],
  authorizationDetails: false,
};
const attempt = {
  channel: 'challenge',
  sessionHash: 's',
  requestId: 'r',
  configurationId: 'age',
  sealedRequestUri: 'x',
  createdAt: 0,
  expiresAt: 1600,
} as const;

function issuance(progress: IssuanceProgress, change: Partial<IssuancePart> = {}): SessionDocument {
  const part: IssuancePart = {
    flow: 'authorization_code',
    configurationIds: ['pid'],
    sealedOffer: 'o',
    sealedRequest: 'r',
    offerHash: 'h',
    grantHash: 'h',
    progress,
    credentials: [],
    notifications: [],
    ...change,
  };
  return session('issuance', { status: progress.state, issuance: part });
}

function presentation(progress: PresentationProgress): SessionDocument {
  const part = {
    configurationId: 'age',
    requestHash: 'r',
    stateHash: 's',
    nonce: 'n',
    sealedRequest: 'x',
    failures: 0,
    progress,
  };
  return session('presentation', { status: progress.state, presentation: part });
}

function session(kind: SessionDocument['kind'], change: Partial<SessionDocument>): SessionDocument {
  return {
    id: 'one',
    rev: 1,
    tenant: 'default',
    kind,
    createdAt: 0,
    updatedAt: 0,
    expiresAt: END,
    handle: 'h',
    status: 'created',
    pendingDeliveries: [],
    outbox: [],
    ...change,
  };
}

const later = { ...grant, expiresAt: 1300 };
const open: readonly [string, SessionDocument, number][] = [
  ['created', issuance({ state: 'created' }), END],
  ['pushed', issuance({ state: 'pushed', request, requestUriHash: 'u', expiresAt: 900 }), END],
  [
    'pushed at the end of the offer',
    issuance({ state: 'pushed', request, requestUriHash: 'u', expiresAt: 1090 }),
    1090,
  ],
  ['presentation required', issuance({ state: 'presentation_required', request, attempt }), 1600],
  ['authorized', issuance({ state: 'authorized', request, codeHash: 'c', expiresAt: 900 }), END],
  [
    'authorized at the end of the offer',
    issuance({ state: 'authorized', request, codeHash: 'c', expiresAt: 1060 }),
    1060,
  ],
  [
    'authorized, code to be renewed',
    issuance({ state: 'authorized', request, codeHash: 'c', expiresAt: 9, attempt }),
    1600,
  ],
  ['token that ends before the offer', issuance({ state: 'token_issued', grant }), END],
  ['token that outlives the offer', issuance({ state: 'token_issued', grant: later }), 1300],
  ['presentation created', presentation({ state: 'created' }), END],
  ['presentation requested', presentation({ state: 'requested', lastError: 'status' }), END],
];
for (const [name, document, end] of open) {
  test(`${name}: expires at ${end}, and is processed then`, () => {
    assert.equal(expiryOf(document), end);
    const { endsAt, tidyAt } = withExpiry(document);
    // Presentations have an index of the verifier.
    assert.deepEqual([endsAt, tidyAt], [end, document.kind === 'issuance' ? end : undefined]);
  });
}

const verified = { state: 'verified', verifiedAt: 1, answerHash: 'a' } as const;
const ended: readonly [string, SessionDocument][] = [
  ['issued, nothing to erase', issuance({ state: 'issued', grant })],
  ['completed, nothing to erase', issuance({ state: 'completed', grant, claimsKept: true })],
  ['exhausted', issuance({ state: 'exhausted' })],
  ['failed', issuance({ state: 'failed', reason: 'r', grant })],
  ['verified', presentation(verified)],
  ['rejected', presentation({ state: 'rejected', reason: 'access_denied' })],
];
for (const [name, document] of ended) {
  test(`${name}: is in neither index, also where it was before`, () => {
    assert.equal(expiryOf(document), undefined);
    const next = withExpiry({ ...document, endsAt: 5, tidyAt: 5 });
    assert.ok(!('endsAt' in next) && !('tidyAt' in next));
  });
}

for (const progress of [
  { state: 'issued', grant },
  { state: 'completed', grant, claimsKept: true },
] as const)
  test(`an ${progress.state} session is processed when its token ends, while it has data to erase`, () => {
    const claims = { requestId: 'r', deadline: 1, state: 'ready' } as const;
    for (const document of [
      issuance(progress, { sealedClaims: 'c' }),
      issuance(progress, { deferred: [] }),
      { ...issuance(progress), claims: { ...claims, answer: 'a' } },
    ]) {
      const { endsAt, tidyAt } = withExpiry({ ...document, endsAt: 5 });
      assert.deepEqual([endsAt, tidyAt], [undefined, 900]);
    }
    assert.equal(withExpiry({ ...issuance(progress), claims }).tidyAt, undefined);
  });

test('a session is processed earlier where an answer to a deferred request is to be erased', () => {
  const delivered = (until?: number) => ({
    transactionHash: 't',
    configurationId: 'pid',
    sealedKeys: 'k',
    delivered: { sealedAnswer: 'a', notificationId: 'n', ...(until === undefined ? {} : { until }) },
  });
  const at = (...untils: (number | undefined)[]) =>
    issuance({ state: 'issued', grant }, { deferred: untils.map((until) => delivered(until)) });
  assert.equal(withExpiry(at(400, 300)).tidyAt, 300);
  assert.equal(endOfUse(at(400, 300)), 900);
  assert.equal(withExpiry(at(1300)).tidyAt, 900);
  assert.equal(withExpiry(at(undefined)).tidyAt, 900);
});

test('an expired session keeps its position in the index', () => {
  for (const document of [issuance({ state: 'expired' }), presentation({ state: 'expired' })]) {
    const { endsAt, tidyAt } = withExpiry({ ...document, endsAt: 77, tidyAt: 77 });
    assert.deepEqual([endsAt, tidyAt], [77, undefined]);
  }
});
