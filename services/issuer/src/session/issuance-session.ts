/** Issuance sessions as wallets reach them: by a reference whose handle finds the document. */

import type { Json } from '@countersign/shared/kernel/json';
import { announced } from '@countersign/shared/model/announcement';
import type { IssuanceSession, IssuanceTransition } from '@countersign/shared/model/issuance/issuance-transition';
import {
  type Bearer,
  type ReferencedWith,
  sessionWithPart,
  takeSessionTransition,
} from '@countersign/shared/model/session-change';
import { type SessionDocument, sessions } from '@countersign/shared/model/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';

export type FoundSession = ReferencedWith<'issuance'>;

/** The issuance session that a wallet-facing value names, in the tenant of the request; undefined where there is none. */
export function findSession(
  platform: Pick<Platform, 'store'>,
  bearer: Bearer,
  reference: Json | undefined,
): Promise<FoundSession | undefined> {
  return sessionWithPart(platform, 'issuance', bearer, reference);
}

/** The issuance session of the tenant with that id; undefined where it is gone, or is none. */
export async function issuanceById(
  { store }: Pick<Platform, 'store'>,
  tenant: string,
  id: string,
): Promise<IssuanceSession | undefined> {
  const session = await ofTenant(store, tenant).get(sessions, id);
  return session !== undefined && isIssuance(session) ? session : undefined;
}

/** True where the session has the part of the issuer. */
export function isIssuance(session: SessionDocument): session is IssuanceSession {
  return session.issuance !== undefined;
}

/** What a write of the issuer needs of the process. */
export type IssuanceWriter = Pick<Platform, 'store' | 'clock' | 'random' | 'settings' | 'wakeRelay'>;

/** A session as stored, and the result of the transition that was written. */
export interface Changed<R> {
  readonly session: IssuanceSession;
  readonly result: R;
}

/**
 * Takes a transition by compare-and-set; decides anew where the revision moved. The events that it announces are pushed by
 * the same write.
 * @param transition pure; throws what the wallet gets
 * @returns undefined where the session is gone (purged meanwhile)
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
 * As `changeIssuance`, for a request that proves itself with something that is used once. What would be refused uses up
 * nothing, and what is written has used it; a write that fails behind the mark costs a request with a new proof.
 * @param use marks it as used; its rejection is what the wallet gets
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
