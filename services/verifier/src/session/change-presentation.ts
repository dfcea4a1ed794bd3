/** How the verifier changes the presentation of a session: one compare-and-set with its event. */
import { announced, type EventSource } from '@countersign/shared/model/session/announcement';
import {
  type SessionTransition,
  type SessionWriter,
  takeSessionTransition,
} from '@countersign/shared/model/session/session-change';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import type { PresentationSession, PresentationTransition } from './presentation-state.ts';

/** What a change of a presentation needs. */
export type PresentationWriter = SessionWriter & EventSource;

/**
 * Writes a transition of the request that the session had when it was read; decides again if the revision has changed.
 * @param decide pure
 * @returns the session as stored, with the result; undefined if the session was purged or has a different request now
 */
export async function changePresentation<R>(
  writer: PresentationWriter,
  session: PresentationSession,
  decide: (present: PresentationSession) => PresentationTransition<R>,
): Promise<{ readonly session: PresentationSession; readonly result: R } | undefined> {
  const isSame = (present: SessionDocument): present is PresentationSession =>
    present.presentation?.requestHash === session.presentation.requestHash;
  const taken = await takeSessionTransition(writer, session, (present): SessionTransition<R | undefined> => {
    if (!isSame(present)) return { document: present, result: undefined, events: [] };
    const { document, result, announces } = decide(present);
    return { document, result, events: announces.map((each) => announced(writer, document, each)) };
  });
  if (taken === undefined || !isSame(taken.document)) return undefined;
  return { session: taken.document, result: taken.result as R };
}
