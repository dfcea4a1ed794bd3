/** Finds issuance sessions by the references that wallets send. */

import type { Json } from '@countersign/shared/kernel/json';
import { announced } from '@countersign/shared/model/session/announcement';
import {
  type Bearer,
  type ReferencedWith,
  sessionWithPart,
  takeSessionTransition,
} from '@countersign/shared/model/session/session-change';
import { type SessionDocument, sessions } from '@countersign/shared/model/session/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { IssuanceSession, IssuanceTransition } from './issuance-transition.ts';

export type FoundSession = ReferencedWith<'issuance'>;

/** The issuance session with this reference, in the request's tenant, if it exists. */
export function findSession(
  platform: Pick<Platform, 'store'>,
  bearer: Bearer,
  reference: Json | undefined,
): Promise<FoundSession | undefined> {
  return sessionWithPart(platform, 'issuance', bearer, reference);
}

/** The tenant's issuance session with that id; undefined if it does not exist, or isn't an issuance. */
export async function issuanceById(
  { store }: Pick<Platform, 'store'>,
  tenant: string,
  id: string,
): Promise<IssuanceSession | undefined> {
  const session = await ofTenant(store, tenant).get(sessions, id);
  return session !== undefined && isIssuance(session) ? session : undefined;
}

/** True if the session has an issuance part. */
export function isIssuance(session: SessionDocument): session is IssuanceSession {
  return session.issuance !== undefined;
}

/** What the issuer needs for a write. */
export type IssuanceWriter = Pick<Platform, 'store' | 'clock' | 'random' | 'settings' | 'wakeRelay' | 'newEventId'>;

/** The stored session, and the result of the written transition. */
export interface Changed<R> {
  readonly session: IssuanceSession;
  readonly result: R;
}

/**
 * Writes a transition by compare-and-set, and computes it again if the revision changed. The same write enqueues its
 * events.
 * @param transition pure; throws the error for the wallet
 * @returns undefined if the session has been purged
 */
export async function changeIssuance<R>(
  platform: IssuanceWriter,
  session: IssuanceSession,
  transition: (session: IssuanceSession) => IssuanceTransition<R>,
): Promise<Changed<R> | undefined> {
  const taken = await takeSessionTransition<{ readonly result: R } | undefined>(platform, session, (document) => {
    if (!isIssuance(document)) return { document, events: [], result: undefined };
    const { document: next, announces, result } = transition(document);
    return { document: next, events: announces.map((each) => announced(platform, next, each)), result: { result } };
  });
  if (taken?.result === undefined || !isIssuance(taken.document)) return undefined;
  return { session: taken.document, result: taken.result.result };
}

/**
 * `changeIssuance` for a request with a single-use proof. A refused request uses up no proof, and every write has used one; a
 * write that fails after the mark requires a request with a new proof.
 * @param use marks the proof as used; its rejection is the error for the wallet
 */
export async function changeIssuanceOnce<R>(
  platform: IssuanceWriter,
  session: IssuanceSession,
  use: () => Promise<void>,
  transition: (session: IssuanceSession) => IssuanceTransition<R>,
): Promise<Changed<R> | undefined> {
  transition(session);
  await use();
  return changeIssuance(platform, session, transition);
}
