/** Users' stored data: ids, times and states, never a claim. */
import { STATUS } from '@countersign/shared/crypto/status-bits';
import { logins } from '@countersign/shared/model/login/logins';
import { refreshGrants } from '@countersign/shared/model/refresh/refresh-grants';
import { type SessionDocument, type SessionStatus, sessions } from '@countersign/shared/model/session/sessions';
import { statusEntries } from '@countersign/shared/model/status/status-documents';
import { ofTenant, type TenantStore } from '@countersign/shared/store/of-tenant';
import type { Store } from '@countersign/shared/store/port';
import { sessionStatus } from '../sessions/session-view.ts';

export interface HeldSession {
  readonly id: string;
  readonly kind: SessionDocument['kind'];
  readonly configurations: readonly string[];
  /** Milliseconds. */
  readonly createdAt: number;
  readonly status: SessionStatus;
  readonly issued: readonly HeldCredential[];
}

export interface HeldCredential {
  readonly configuration: string;
  /** Milliseconds. */
  readonly issuedAt: number;
}

export interface Held {
  /** Newest first. */
  readonly sessions: readonly HeldSession[];
  /** Permissions of wallets to renew credentials; times in milliseconds. */
  readonly renewals: readonly { readonly configurations: readonly string[]; readonly until: number }[];
  readonly logins: readonly { readonly application: string; readonly until: number }[];
  /** True if there is more of something than is listed. */
  readonly more: boolean;
}

/** Of each kind. */
const MOST = 100;

/** Makes the same calls for everyone, whether something is found or not. */
export async function heldAbout(
  { store, clock }: { readonly store: Store; readonly clock: () => number },
  tenant: string,
  people: readonly string[],
): Promise<Held> {
  const own = ofTenant(store, tenant);
  const now = clock();
  const found = await Promise.all(people.map((person) => findAbout(own, person)));
  const unique = <T extends { readonly id: string }>(all: readonly T[]): readonly T[] => [
    ...new Map(all.map((one) => [one.id, one])).values(),
  ];
  return {
    sessions: unique(found.flatMap((one) => one.sessions.documents))
      .map((session) => heldSession(session, now))
      .sort((a, b) => b.createdAt - a.createdAt),
    renewals: unique(found.flatMap((one) => one.renewals.documents)).map(({ configurationIds, expiresAt }) => ({
      configurations: configurationIds,
      until: expiresAt,
    })),
    logins: unique(found.flatMap((one) => one.logins.documents)).flatMap((login) =>
      login.kind === 'login' || login.kind === 'kept' ? [{ application: login.client, until: login.endsAt }] : [],
    ),
    more: found.some((one) => [one.sessions, one.renewals, one.logins].some(({ next }) => next !== undefined)),
  };
}

async function findAbout(own: TenantStore, person: string) {
  const query = { index: 'person', equal: [person], limit: MOST } as const;
  return {
    sessions: await own.find(sessions, { ...query, order: 'descending' }),
    renewals: await own.find(refreshGrants, query),
    logins: await own.find(logins, query),
  };
}

function heldSession(session: SessionDocument, now: number): HeldSession {
  const { id, kind, createdAt, configurations = [], issuance } = session;
  const issued = (issuance?.credentials ?? []).map(({ configurationId, issuedAt }) => ({
    configuration: configurationId,
    issuedAt,
  }));
  return { id, kind, configurations, createdAt, status: sessionStatus(session, now), issued };
}

/** Whether a session's credentials can still be revoked. */
export async function canRevoke(store: Store, { tenant, id }: SessionDocument): Promise<boolean> {
  const { documents } = await ofTenant(store, tenant).find(statusEntries, {
    index: 'session',
    equal: [id],
    limit: MOST,
  });
  return documents.some(({ value }) => value !== STATUS.revoked);
}
