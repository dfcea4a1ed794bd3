/**
 * Prepares a store restored from a backup, before the services start: nothing that wallets received or used after the
 * backup may be issued or accepted a second time.
 */

import { endIssuance } from '@countersign/issuer/after-restore';
import { raiseListNumbers } from '@countersign/issuer/hosting/after-restore';
import { logins } from '@countersign/shared/model/login/logins';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { sessions } from '@countersign/shared/model/session/sessions';
import { consoleSessions } from '@countersign/shared/model/tenant/console-sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import { eachDocument } from '@countersign/shared/store/pages';
import { type ClosedLists, closeLists, restoreEntries } from '@countersign/status/after-restore';
import { endRequest } from '@countersign/verifier/after-restore';
import { allocations, type ReadAudit, type Replay, type Replayed, replayAudit } from './replay-audit.ts';
import { replayTenants } from './replay-tenants.ts';

export interface AfterRestore {
  readonly lists: ClosedLists;
  /** Published trust lists, which go on with a higher number. */
  readonly hostedLists: number;
  /** Users who were signed in at the console. */
  readonly signIns: number;
  /** Codes, tokens and sign-ins under way at applications. */
  readonly logins: number;
  /** Status entries from after the backup that were recreated. */
  readonly entries?: number;
  readonly replayed?: Replayed;
  /** Undefined if offers and requests were kept. */
  readonly ended?: EndedSessions;
}

export interface EndedSessions {
  /** Issuances that have failed. */
  readonly issuances: number;
  /** Issuances that keep their state and whose token is revoked. */
  readonly tokens: number;
  readonly requests: number;
}

export type RestorePlatform = Pick<Platform, 'settings' | 'store' | 'clock' | 'random' | 'wakeRelay'>;

export interface AfterRestoreOptions {
  readonly keepOffers: boolean;
  readonly audit?: ReadAudit;
  readonly replay: Replay;
}

/** May be repeated, even after an interrupted run. */
export async function afterRestore(platform: RestorePlatform, options: AfterRestoreOptions): Promise<AfterRestore> {
  const lists = await closeLists(platform);
  const hostedLists = await raiseListNumbers(platform);
  const signIns = await endSignIns(platform);
  const endedLogins = { logins: await endLogins(platform) };
  const { audit, replay, keepOffers } = options;
  const entries = audit === undefined ? undefined : await restoreEntries(platform, allocations(audit.records));
  if (audit !== undefined) await replayTenants(platform.store, audit.records, platform.clock());
  const replayed = audit === undefined ? undefined : await replayAudit(platform.store, replay, audit);
  const ended = keepOffers ? undefined : await endSessions(platform);
  return {
    lists,
    hostedLists,
    signIns,
    ...endedLogins,
    ...(entries !== undefined && { entries }),
    ...(replayed && { replayed }),
    ...(ended && { ended }),
  };
}

async function endSessions(platform: RestorePlatform): Promise<EndedSessions> {
  const count = { issuances: 0, tokens: 0, requests: 0 };
  const end = async (session: SessionDocument): Promise<void> => {
    const issuance = await endIssuance(platform, session);
    if (issuance === 'failed') count.issuances += 1;
    if (issuance === 'token') count.tokens += 1;
    if (await endRequest(platform, session)) count.requests += 1;
  };
  await eachDocument(platform.store, overAllTenants(sessions), { index: 'age' }, end);
  return count;
}

/** A sign-out after the backup would be undone, so everyone signs in again. */
async function endSignIns({ store }: RestorePlatform): Promise<number> {
  const ofAll = overAllTenants(consoleSessions);
  let count = 0;
  await eachDocument(store, ofAll, { index: 'end' }, async (session) => {
    if (await store.delete(ofAll, session)) count += 1;
  });
  return count;
}

/** A code that was redeemed after the backup would be redeemed again. The rules for subjects stay. */
async function endLogins({ store }: RestorePlatform): Promise<number> {
  const ofAll = overAllTenants(logins);
  let count = 0;
  await eachDocument(store, ofAll, { index: 'end' }, async (login) => {
    if (await store.delete(ofAll, login)) count += 1;
  });
  return count;
}
