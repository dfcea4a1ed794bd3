/**
 * One valid credential per holder (`one_active`): older ones are revoked once the wallet has accepted a newer one. The
 * order of issuance decides between two that are accepted, so every replica comes to the same result, in any order.
 */
import { errorFields } from '@countersign/shared/kernel/log-error';
import {
  type ActiveCredentials,
  activeCredentials,
  activeCredentialsId,
} from '@countersign/shared/model/session/active-credentials';
import { expiryOf } from '@countersign/shared/model/session/session-expiry';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import { eachDocument } from '@countersign/shared/store/pages';
import { issuanceById } from './issuance-session.ts';
import type { IssuanceSession } from './issuance-transition.ts';
import { acceptedAt, firstOf, olderThanAccepted, replaced, settled } from './one-active-transitions.ts';
import { revokeCredentials } from './revoke-credentials.ts';

const NAME = 'one-active';
/** Milliseconds between runs. */
const EVERY = 60_000;
const PAGE = 100;

type Parts = Pick<Platform, 'store' | 'clock' | 'log' | 'call'>;

/** The wallet has accepted the credentials of a session: older ones are revoked, by the job if this fails. */
export async function acceptActive(platform: Parts, session: IssuanceSession, configuration: string): Promise<void> {
  const { tenant, id } = session;
  const own = ofTenant(platform.store, tenant);
  const accepted = await own.update(activeCredentials, activeCredentialsId(tenant, id, configuration), (present) =>
    acceptedAt(present, platform.clock()),
  );
  if (accepted?.dueAt === undefined) return;
  try {
    await replaceOlder(platform, accepted);
  } catch (error) {
    platform.log.error('Older credentials will be revoked later', {
      tenant,
      session: id,
      job: NAME,
      ...errorFields(error),
    });
  }
}

/** Revokes what is older than the newest accepted one of the same holder. Can be repeated, by any replica. */
async function replaceOlder({ store, call, clock }: Parts, one: ActiveCredentials): Promise<number> {
  const own = ofTenant(store, one.tenant);
  const all: ActiveCredentials[] = [];
  const query = { index: 'subject', equal: [one.subject], limit: PAGE };
  for await (const page of own.pages(activeCredentials, query)) all.push(...page);
  const { newest, older } = olderThanAccepted(all);
  for (const each of older) {
    const renewals = newest !== undefined && firstOf(newest) === firstOf(each) ? 'continue' : 'end';
    await revokeCredentials({ call }, NAME, { ...each, renewals });
    await own.update(activeCredentials, each.id, (present) => replaced(present, clock()));
  }
  for (const { id, dueAt } of all) {
    if (dueAt !== undefined) await own.update(activeCredentials, id, (present) => settled(present, dueAt));
  }
  return older.length;
}

/** Revokes what an acceptance left over, and forgets expired credentials. Every replica runs it. */
export function oneActiveJob(platform: Parts): Job {
  const { store, clock, log } = platform;
  const everyone = overAllTenants(activeCredentials);
  return {
    name: NAME,
    every: EVERY,
    run: async () => {
      let count = 0;
      await eachDocument(store, everyone, { index: 'due', below: clock() + 1 }, async (noted) => {
        const one = noted.state === 'issued' ? await sent(platform, noted) : noted;
        if (one !== undefined) count += await replaceOlder(platform, one);
      });
      await eachDocument(store, everyone, { index: 'remove', below: clock() }, async (ended) => {
        await ofTenant(store, ended.tenant).delete(activeCredentials, ended);
      });
      if (count > 0) log.info('older credentials revoked', { service: 'issuer', job: NAME, count });
    },
  };
}

/** Without a notification, sending is treated as acceptance. @returns undefined while it is not sent, or never was */
async function sent(platform: Parts, noted: ActiveCredentials): Promise<ActiveCredentials | undefined> {
  const { tenant, configuration } = noted;
  const own = ofTenant(platform.store, tenant);
  const session = await issuanceById(platform, tenant, noted.session);
  if (session?.issuance.credentials.some(({ configurationId }) => configurationId === configuration) === true) {
    return own.update(activeCredentials, noted.id, (present) => acceptedAt(present, platform.clock()));
  }
  const mayFollow = session !== undefined && expiryOf(session) !== undefined;
  if (!mayFollow) await own.delete(activeCredentials, noted);
  return undefined;
}
