/** The states of a holder's credentials: issued, accepted by the wallet, replaced by newer ones. Pure; times in milliseconds. */
import type { ActiveCredentials } from '@countersign/shared/model/session/active-credentials';

/** Time for which a replaced credential without an end is remembered: longer than a token lives. */
const WITHOUT_END = 86_400_000;

/** Those of a session, before the first is sent. Without a notification the job decides when they were sent. */
export function notedActive(noted: Omit<ActiveCredentials, 'rev' | 'state' | 'dueAt'>): Omit<ActiveCredentials, 'rev'> {
  return { ...noted, state: 'issued', ...(noted.unreported === true ? { dueAt: noted.issuedAt } : {}) };
}

/** Further credentials of the same session may end later. */
export function notedAgain(
  present: ActiveCredentials,
  { removeAt }: Pick<ActiveCredentials, 'removeAt'>,
): ActiveCredentials {
  if (removeAt === undefined || present.removeAt === undefined || removeAt <= present.removeAt) return present;
  return present.state === 'replaced' ? present : { ...present, removeAt };
}

/** The wallet has accepted them; a replaced one stays replaced. */
export function acceptedAt(present: ActiveCredentials, now: number): ActiveCredentials {
  return present.state === 'issued' ? { ...present, state: 'accepted', dueAt: now } : present;
}

/** The newest accepted one of a holder, and those before it that are not replaced yet. */
export function olderThanAccepted(all: readonly ActiveCredentials[]): {
  readonly newest?: ActiveCredentials;
  readonly older: readonly ActiveCredentials[];
} {
  const inOrder = [...all].sort((a, b) => a.issuedAt - b.issuedAt || (a.id < b.id ? -1 : 1));
  const place = inOrder.findLastIndex(({ state }) => state === 'accepted');
  const newest = inOrder[place];
  if (newest === undefined) return { older: [] };
  return { newest, older: inOrder.slice(0, place).filter(({ state }) => state !== 'replaced') };
}

/** They are revoked, and their session issues nothing more. */
export function replaced({ dueAt: _, ...present }: ActiveCredentials, now: number): ActiveCredentials {
  return { ...present, state: 'replaced', removeAt: present.removeAt ?? now + WITHOUT_END };
}

/** An acceptance in between is due again. */
export function settled(present: ActiveCredentials, before: number): ActiveCredentials {
  const { dueAt, ...rest } = present;
  return dueAt === before && present.state === 'accepted' ? rest : present;
}

/** The session of the first issuance: renewals share it. */
export function firstOf({ firstSession, session }: ActiveCredentials): string {
  return firstSession ?? session;
}
