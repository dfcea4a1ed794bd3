/**
 * The events that backends read, and the session changes that cause them. Their data has only ids and outcomes: no
 * claim, no text from a wallet, no `state` from the backend. Pure.
 */
import type { JsonObject } from '../../kernel/json.ts';
import type { OutboxEntry } from '../../outbox/outbox.ts';
import type { IssuanceState } from './issuance-part.ts';
import type { PresentationState } from './presentation-part.ts';
import type { SessionDocument } from './sessions.ts';

interface PublicEventDefinition {
  readonly summary: string;
  /** Set for an event of the tenant itself, without a session. */
  readonly ofTenant?: true;
  /** Members of `data` in addition to `session` and `tenant`. */
  readonly data: Readonly<Record<string, { readonly meaning: string; readonly list?: true; readonly optional?: true }>>;
}

const configuration = { meaning: 'configuration id' } as const;
const configurations = { meaning: 'credential configuration ids', list: true } as const;

const publicEvents = {
  'session.created': {
    summary: 'A session exists: an offer, a presentation request, or an issuance that a wallet starts without an offer',
    data: {
      kind: { meaning: '`issuance` or `presentation`' },
      configurations: { meaning: 'configuration ids', list: true },
      offerSession: { meaning: "the offer's session, if this is one of its redemptions", optional: true },
      firstSession: { meaning: "the first issuance's session, if this is a renewal", optional: true },
    },
  },
  'offer.fetched': {
    summary: 'A wallet has read the offer for the first time; may be missing after a crash of the issuer',
    data: {},
  },
  'token.issued': { summary: 'The wallet has an access token', data: { configurations } },
  'credential.issued': {
    summary: 'The server responded to a credential request with credentials',
    data: { configuration },
  },
  'presentation.verified': {
    summary: 'A wallet has responded to the presentation request, and everything was verified',
    data: { configuration },
  },
  'presentation.refused': {
    summary: "A wallet's response was not accepted, or the user has declined",
    data: {
      configuration,
      reason: { meaning: 'error code of the session, in docs/reference/sessions.md' },
      credential: { meaning: 'id of the credential query that it is about', optional: true },
    },
  },
  'status.changed': {
    summary: 'The status of the credentials from one credential request was set',
    data: { configuration, status: { meaning: '`valid`, `revoked` or `suspended`' } },
  },
  'delivery.dead': {
    summary: 'A webhook has failed. It can be resent',
    data: { delivery: { meaning: 'id of the delivery' }, event: { meaning: 'type of the event that it reports' } },
  },
  'session.ended': {
    summary: 'Nothing more happens in the session, but for status changes',
    data: {
      status: { meaning: 'status of the session' },
      error: { meaning: 'error code of the session, in docs/reference/sessions.md', optional: true },
    },
  },
  'registration.ending': {
    summary: 'A registration certificate of the tenant expires within 30, 14 or 3 days; once for each',
    ofTenant: true,
    data: {
      certificate: { meaning: 'id of the registration certificate' },
      expiresAt: { meaning: 'its end, ISO 8601' },
    },
  },
  'registration.refused': {
    summary: 'Wallets refuse a registration certificate of the tenant: it has expired or is revoked, for example',
    ofTenant: true,
    data: {
      certificate: { meaning: 'id of the registration certificate' },
      reason: { meaning: 'a reason, in docs/reference/reasons.md' },
    },
  },
  'access_certificate.revoked': {
    summary: "The authority has revoked one of the tenant's access certificates. Wallets refuse its signatures",
    ofTenant: true,
    data: { certificate: { meaning: '`<set>/<purpose>` of its key' } },
  },
  'certificate.renewal_failed': {
    summary:
      'An attempt to obtain or renew a certificate has failed. The current one stays in use, and the attempt is repeated',
    ofTenant: true,
    data: {
      certificate: {
        meaning: '`<set>/<purpose>` of `acme.json`; of `registrar.json` the id of the certificate, or `party`',
      },
      reason: { meaning: 'a reason, in docs/reference/reasons.md' },
    },
  },
} as const satisfies Record<string, PublicEventDefinition>;

export type PublicEventType = keyof typeof publicEvents;

/** Narrows the table to the types in its definition. */
export const publicEventDefinitions: Readonly<Record<PublicEventType, PublicEventDefinition>> = publicEvents;

/** An event without id and time. */
export interface PublicEvent {
  readonly type: PublicEventType;
  readonly data: JsonObject;
}

type Session = Omit<SessionDocument, 'rev'>;

/** The event of a new session. */
export function createdEvent({ kind, issuance, presentation, offerSession, firstSession }: Session): PublicEvent {
  const ids = kind === 'issuance' ? issuance?.configurationIds : presentation && [presentation.configurationId];
  return {
    type: 'session.created',
    data: {
      kind,
      configurations: [...(ids ?? [])],
      ...(offerSession === undefined ? {} : { offerSession }),
      ...(firstSession === undefined ? {} : { firstSession }),
    },
  };
}

/**
 * The events of one change of a session, in order.
 * @param announced events for services that the same write publishes
 */
export function eventsOfChange(
  before: Session,
  after: Session,
  announced: readonly OutboxEntry[],
): readonly PublicEvent[] {
  return [
    ...(beginsRenewal(before, after) ? [createdEvent(after)] : []),
    ...tokenEvents(before, after),
    ...announced.flatMap(({ event }) => publicForm(event.type, event.data)),
    ...(!hasSessionEnded(before) && hasSessionEnded(after) ? [endedEvent(after)] : []),
  ];
}

/** A renewal's session is inserted empty. It becomes a renewal with its token. */
function beginsRenewal({ issuance: before }: Session, { issuance: after }: Session): boolean {
  return (
    before?.flow === 'refresh_token' && before.progress.state === 'created' && after?.progress.state === 'token_issued'
  );
}

function tokenEvents({ issuance: before }: Session, { issuance: after }: Session): readonly PublicEvent[] {
  const progress = after?.progress;
  if (progress?.state !== 'token_issued' || before?.progress.state === 'token_issued') return [];
  return [{ type: 'token.issued', data: { configurations: [...progress.grant.configurationIds] } }];
}

function publicForm(type: OutboxEntry['event']['type'], data: JsonObject): readonly PublicEvent[] {
  const { configuration = '', reason = '', credential = '' } = data;
  switch (type) {
    case 'credential.issued.v1':
      return [{ type: 'credential.issued', data: { configuration } }];
    case 'presentation.verified.v1':
      return [{ type: 'presentation.verified', data: { configuration } }];
    case 'presentation.refused.v1':
    case 'presentation.rejected.v1': {
      const about = credential === '' ? {} : { credential };
      return [{ type: 'presentation.refused', data: { configuration, reason, ...about } }];
    }
    default:
      return [];
  }
}

const endOfIssuance: ReadonlySet<IssuanceState> = new Set(['completed', 'exhausted', 'failed', 'expired']);
const endOfPresentation: ReadonlySet<PresentationState> = new Set(['verified', 'rejected', 'expired']);

/**
 * Whether nothing more happens. If a wallet sends no notification about its credentials, the session ends when the
 * token expires.
 */
function hasSessionEnded({ kind, issuance, presentation, tidyAt }: Session): boolean {
  if (kind === 'presentation') return presentation !== undefined && endOfPresentation.has(presentation.progress.state);
  const state = issuance?.progress.state;
  return state !== undefined && (endOfIssuance.has(state) || (state === 'issued' && tidyAt === undefined));
}

function endedEvent({ kind, status, issuance, presentation }: Session): PublicEvent {
  const progress = kind === 'issuance' ? issuance?.progress : presentation?.progress;
  const error = progress !== undefined && 'reason' in progress ? progress.reason : undefined;
  return { type: 'session.ended', data: { status, ...(error === undefined ? {} : { error }) } };
}
