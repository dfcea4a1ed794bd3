/** Presentation sessions as wallets reach them: by a reference whose handle finds the document. */
import type { EventType } from '@countersign/shared/bus/catalogue';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { currentRequestId, requestLife } from '@countersign/shared/model/issuance-attempt';
import {
  type Bearer,
  changeSession,
  type ReferencedWith,
  type SessionWith,
  sessionWithPart,
} from '@countersign/shared/model/session-change';
import { withExpiry } from '@countersign/shared/model/session-expiry';
import type { PresentationPart } from '@countersign/shared/model/sessions';
import { newEvent } from '@countersign/shared/outbox/events';
import type { OutboxEntry } from '@countersign/shared/outbox/outbox';
import type { Platform } from '@countersign/shared/runtime/service';
import { PresentationError } from './protocol/presentation-error.ts';
import { withoutResponseKey } from './response-key.ts';

export type PresentationSession = SessionWith<'presentation'>;

export type Found = ReferencedWith<'presentation'>;

/** The presentation session that a wallet-facing value names, in the tenant of the request; undefined where there is none. */
export function findSession(
  platform: Pick<Platform, 'store'>,
  bearer: Bearer,
  reference: Json | undefined,
): Promise<Found | undefined> {
  return sessionWithPart(platform, 'presentation', bearer, reference);
}

export interface Change {
  readonly presentation: PresentationPart;
  readonly events?: readonly OutboxEntry[];
}

/** Whether a request may still be answered, as far as its state says. */
export function isOpen({ progress: { state } }: PresentationPart): boolean {
  return state === 'created' || state === 'requested';
}

/**
 * Takes a transition by compare-and-set; decides anew where the revision moved. Events are pushed by the same write, and
 * the end of a request takes its key along.
 * @param decide pure; returns the same part for "nothing to write"; throws what the wallet gets
 * @returns the session as stored; undefined where it is gone (purged meanwhile)
 */
export async function changePresentation(
  platform: Pick<Platform, 'store' | 'clock' | 'wakeRelay'>,
  session: PresentationSession,
  decide: (part: PresentationPart, document: PresentationSession) => Change,
): Promise<PresentationSession | undefined> {
  const stored = await changeSession(platform, session, (document) => {
    // Part of an issuance that has begun anew: the request is not this one any more.
    if (document.presentation?.requestHash !== session.presentation.requestHash) return undefined;
    const present = { ...document, presentation: document.presentation };
    const { presentation, events = [] } = decide(present.presentation, present);
    if (presentation === document.presentation) return undefined;
    // An issuance that needs a presentation keeps the status of the issuance.
    const next =
      document.kind === 'presentation'
        ? withExpiry({ ...document, presentation, status: presentation.progress.state })
        : { ...document, presentation };
    return { document: isOpen(presentation) ? next : withoutResponseKey(next), events };
  });
  if (stored?.presentation?.requestHash !== session.presentation.requestHash) return undefined;
  return { ...stored, presentation: stored.presentation };
}

/** Whether the time of a request is over; that of an issuance also where the issuance names another one now. */
export function isOver(session: PresentationSession, now: number): boolean {
  const { kind, issuance, presentation } = session;
  if (now >= requestLife(session).expiresAt) return true;
  return kind === 'issuance' && currentRequestId(issuance) !== presentation.requestHash;
}

/** An event of the verifier about a session. */
export function presentationEvent(
  platform: Pick<Platform, 'clock' | 'random' | 'settings'>,
  session: PresentationSession,
  type: Extract<EventType, `presentation.${'verified' | 'refused' | 'rejected' | 'expired'}.v1`>,
  data: JsonObject = {},
): OutboxEntry {
  const { clock, random, settings } = platform;
  return newEvent({
    type,
    session: session.id,
    tenant: session.tenant,
    data: { configuration: session.presentation.configurationId, request: session.presentation.requestHash, ...data },
    source: settings.PUBLIC_URL,
    clock,
    random,
  });
}

/** Runs protocol code; its refusals become what the wallet reads, with the reason for the log. */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PresentationError)) throw error;
    throw new ProtocolError(error.code, error.message, {
      cause: error,
      detail: error.reason,
      forBackend: {
        reason: error.reason,
        ...(error.credential === undefined ? {} : { credential: error.credential }),
        ...(error.finding === undefined ? {} : { description: error.finding }),
      },
    });
  }
}
