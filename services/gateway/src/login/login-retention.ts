/** Removes expired login records. Presented claims are removed with their session, with a receipt. */
import type { Audit } from '@countersign/shared/audit/record';
import { type LoginsDocument, type LogoutNotice, logins } from '@countersign/shared/model/login/logins';
import { sessions } from '@countersign/shared/model/session/sessions';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import { eachDocument } from '@countersign/shared/store/pages';
import { eraseSession } from '../sessions/erase-session.ts';
import { PURGE } from '../sessions/erasure-receipt.ts';

/** Milliseconds. */
const EVERY = 30_000;

type Parts = Pick<Platform, 'store' | 'clock' | 'log'> & {
  readonly receiptLine?: Audit['line'];
  /** Tells an application again that a login has ended. */
  readonly repeat: (notice: LogoutNotice) => Promise<void>;
};

export function loginRetentionJob(parts: Parts): Job {
  const { store, clock, log } = parts;
  return {
    name: 'logins',
    exclusive: true,
    every: EVERY,
    run: async () => {
      const ended = { index: 'end', below: clock() };
      const count = await eachDocument(store, overAllTenants(logins), ended, (document) => remove(parts, document));
      if (count > 0) log.info('ended logins removed', { service: 'gateway', job: 'logins', count });
    },
  };
}

async function remove(parts: Parts, document: LoginsDocument): Promise<void> {
  if (document.kind === 'logout') return parts.repeat(document);
  const own = ofTenant(parts.store, document.tenant);
  if (document.kind === 'login') {
    const session = await own.get(sessions, document.session);
    // A session without claims stays: it shows why somebody could not sign in.
    if (session?.presentation?.progress.state === 'verified') await eraseSession(parts, session, { client: PURGE });
  }
  await own.delete(logins, document);
}
