/** The end of a dry run: its credentials are revoked and its session is erased. A job does both for a run that was cut off. */
import type { EndedRun } from '@countersign/dry-run/port/dry-run-parts';
import type { Audit } from '@countersign/shared/audit/record';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { errorFields } from '@countersign/shared/kernel/log-error';
import { randomId } from '@countersign/shared/kernel/random';
import type { StatusUpdate } from '@countersign/shared/messages/status-update';
import { type SessionDocument, sessions } from '@countersign/shared/model/session/sessions';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import { eachDocument } from '@countersign/shared/store/pages';
import { eraseSession } from './erase-session.ts';
import { PURGE } from './erasure-receipt.ts';

export type EndPlatform = Pick<Platform, 'store' | 'clock' | 'call' | 'random' | 'log'> & {
  readonly receiptLine?: Audit['line'];
};

/** Milliseconds between two searches for runs that were cut off. */
const LEFTOVERS_EVERY = 60_000;

/**
 * Revokes the issued credentials, erases the session, and revokes again: a request under way may have issued between
 * the first two, and none can after the erasure. Entries of the status list outlive the session.
 * @returns number of revoked entries
 */
export async function endDryRun(parts: EndPlatform, run: EndedRun): Promise<number> {
  const { tenant, session: id, request, client } = run;
  const revoked = await revoke(parts, run);
  const session = await ofTenant(parts.store, tenant).get(sessions, id);
  if (session === undefined) return revoked;
  await eraseSession(parts, session, { client, request });
  return Math.max(revoked, await revoke(parts, run));
}

/** Ends runs whose process was stopped before it could. */
export function dryRunLeftoversJob(parts: EndPlatform): Job {
  const { store, clock, random, log } = parts;
  return {
    name: 'dry-run-leftovers',
    exclusive: true,
    every: LEFTOVERS_EVERY,
    run: async () => {
      const over = { index: 'dryRun', below: clock() };
      await eachDocument(store, overAllTenants(sessions), over, async ({ id, tenant }: SessionDocument) => {
        const request = randomId(random);
        const about = { service: 'gateway', tenant, session: id };
        try {
          await endDryRun(parts, { tenant, session: id, request, client: PURGE });
          log.info('dry run erased that was cut off', about);
        } catch (error) {
          // The session stays: the next run of the job tries again, and the others are not held up.
          log.warn('a dry run is not erased yet', { ...about, ...errorFields(error) });
        }
      });
    },
  };
}

/** @throws if it failed: the session stays, so that the job tries again */
async function revoke({ call, log }: EndPlatform, { tenant, session, request }: EndedRun): Promise<number> {
  const body: StatusUpdate = { sessionId: session, status: 1 };
  const common = { method: 'POST', url: '', params: {}, query: {}, headers: {}, encoding: 'json' } as const;
  try {
    const { body: entries } = await call('status.update', { ...common, id: request, tenant, body });
    return Array.isArray(entries) ? entries.length : 0;
  } catch (error) {
    // Nothing was issued.
    if (error instanceof ProtocolError && error.code === 'not_found') return 0;
    log.warn('a dry run could not be revoked', { service: 'gateway', tenant, session, ...errorFields(error) });
    throw error;
  }
}
