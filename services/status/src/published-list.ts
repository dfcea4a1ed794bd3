/**
 * One list in the memory of one process: its bits, the version they are built for, and the signed token. It follows the
 * store by looking at the list's document, half a second later at the latest, and reading what was stamped since.
 */

import type { SigningKey } from '@countersign/shared/crypto/keys';
import { emptyStatusList, readStatus, writeStatusBit } from '@countersign/shared/crypto/status-bits';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { statusListUrl } from '@countersign/shared/kernel/identifiers';
import { firstUnread } from '@countersign/shared/model/status/status-change';
import { statusListId } from '@countersign/shared/model/status/status-list';
import { type StatusEntryDocument, statusEntries, statusLists } from '@countersign/shared/model/status-documents';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { type BuiltToken, buildToken } from './build-token.ts';
import { changedEntries } from './read-changes.ts';
import { createChecks } from './startup-checks.ts';
import type { StatusPlatform } from './status-platform.ts';

export interface HeldList {
  /**
   * Resolves when the list holds whatever was acknowledged until half a second ago, or until it was last made due.
   * @throws ProtocolError `not_found` where there is no such list; what the store throws
   */
  fresh(): Promise<void>;
  /** The next look is due at once. @param entryId an entry to be looked at, raised or not */
  makeDue(entryId?: string): void;
  /** Of the bits as they are now. After `fresh`. */
  token(): Promise<BuiltToken>;
  /** Whether the token may still be given out though the store is away. */
  mayServe(): boolean;
  /** As of the last `fresh`; undefined outside the list. */
  valueOf(index: number): number | undefined;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

/** Entries named by events that are remembered until the next look; where there are more, all are read again. */
const MOST_NAMED = 1000;

interface Built {
  readonly revision: number;
  readonly key: SigningKey;
  /** Milliseconds: from then on the token is signed anew. */
  readonly renewAt: number;
  readonly token: Promise<BuiltToken>;
}

/** @param listSize of list 1 as long as it isn't opened: to consumers it looks like any list without revoked entries */
export function createHeldList(platform: StatusPlatform, tenant: string, n: number, listSize: number): HeldList {
  const { store, clock, keys, settings, log } = platform;
  const own = ofTenant(store, tenant);
  const id = statusListId(tenant, n);
  const uri = statusListUrl(settings.PUBLIC_URL, tenant, n);
  let bits: Buffer | undefined;
  let version = 0;
  /** Counts what changed the bits: a raise that changed none leaves the token as it is. */
  let revision = 0;
  let key: SigningKey | undefined;
  let built: Built | undefined;
  const named = new Set<string>();
  /** How often too many entries were named to be remembered, and how many of those times all were read since. */
  const overflows = { told: 0, read: 0 };
  let repairing: Promise<void> | undefined;
  const inOrder = createSequence();

  const apply = (entries: readonly StatusEntryDocument[], to: Buffer): void => {
    for (const { indexes, value } of entries) {
      for (const index of indexes) if (writeStatusBit(to, index, value) && to === bits) revision += 1;
    }
  };
  const follow = async (): Promise<void> => {
    const list = (await own.get(statusLists, id)) ?? (n === 1 ? { size: listSize, version: 1 } : undefined);
    if (list === undefined) throw new ProtocolError('not_found', 'There is no such status list');
    const [asked, overflow] = [[...named], overflows.told];
    const met = new Set<string>();
    // A version that went back is that of a store that was set back: nothing of what is held counts any more.
    if (bits === undefined || bits.length * 8 !== list.size || list.version < version || overflow > overflows.read) {
      const empty = emptyStatusList(list.size);
      for await (const entries of changedEntries(own, id)) apply(entries, empty);
      bits = empty;
      overflows.read = overflow;
      revision += 1;
      version = list.version;
    } else if (list.version > version) {
      for await (const entries of changedEntries(own, id, firstUnread(version))) {
        apply(entries, bits);
        for (const entry of asked.length === 0 ? [] : entries) met.add(entry.id);
      }
      version = list.version;
    }
    // What an event has named and no raise covers: its writer has died in between.
    for (const entryId of asked) {
      const entry = met.has(entryId) ? undefined : await own.get(statusEntries, entryId);
      if (entry?.changedIn === id) apply([entry], bits);
      named.delete(entryId);
    }
    key = await keys.signer(tenant, 'credential');
  };
  const checks = createChecks({ clock, check: () => inOrder(follow) });

  /** Reads all over again beside what goes on, page by page: whatever a crash has left unraised comes in. */
  const repair = async (): Promise<void> => {
    const pages = changedEntries(own, id);
    for (;;) {
      const page = await inOrder(async () => {
        const next = await pages.next();
        if (next.done !== true && bits !== undefined) apply(next.value, bits);
        return next;
      });
      if (page.done === true) return;
    }
  };
  const startRepair = (): void => {
    repairing ??= repair()
      .catch((error: unknown) => {
        const code = error instanceof ProtocolError ? error.code : error instanceof Error ? error.name : typeof error;
        log.warn('A status list was not read again; the next signature tries it', { tenant, count: n, code });
      })
      .finally(() => {
        repairing = undefined;
      });
  };

  return {
    fresh: checks.fresh,
    makeDue: (entryId) => {
      if (entryId !== undefined && named.size < MOST_NAMED) named.add(entryId);
      else if (entryId !== undefined && !named.has(entryId)) overflows.told += 1;
      checks.makeDue();
    },
    token: async () => {
      if (bits === undefined || key === undefined) throw new Error('A list was asked for before it was read');
      const now = clock();
      if (built?.revision === revision && built.key.kid === key.kid && now < built.renewAt) return built.token;
      if (built?.revision === revision) startRepair();
      const token = buildToken(platform, { bits, uri, key, now });
      // Half of its life is left to whoever gets the token last.
      const made: Built = { revision, key, renewAt: now + (settings.STATUS_LIST_EXPIRY * 1000) / 2, token };
      built = made;
      token.catch(() => {
        if (built === made) built = undefined;
      });
      return token;
    },
    mayServe: () => {
      const now = clock();
      const until = (checks.checkedAt() ?? Number.NEGATIVE_INFINITY) + settings.STATUS_LIST_TTL * 1000;
      return built !== undefined && now < until && now < built.renewAt;
    },
    valueOf: (index) => (bits === undefined ? undefined : readStatus(bits, index, 1)),
    idle: async () => {
      await repairing;
      await inOrder(async () => undefined);
    },
  };
}

/** Runs each act after the one before it: a read that began earlier never overwrites what a later one has found. */
function createSequence(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const run = last.then(act);
    // Its failure goes to its caller, not to the next act.
    last = run.catch(() => undefined);
    return run;
  };
}
