/**
 * One list in the memory of one process: its bits, their version, and its signed forms. It follows the store: unless
 * the last check is less than half a second old, a request reads the list's document, and newly stamped entries.
 */

import { emptyStatusList, type OwnBits, readStatus, writeStatus } from '@countersign/shared/crypto/status-bits';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { statusListUrl } from '@countersign/shared/kernel/identifiers';
import {
  type StatusEntryDocument,
  type StatusListDocument,
  statusEntries,
  statusLists,
} from '@countersign/shared/model/status/status-documents';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { BuiltToken } from './build-token.ts';
import { createFreshnessChecks } from './freshness-checks.ts';
import type { ListForm } from './list-form.ts';
import { changedEntries } from './read-changes.ts';
import { createSignedForms } from './signed-forms.ts';
import { firstUnread } from './status-change-transitions.ts';
import { statusListId } from './status-list-transitions.ts';
import type { StatusPlatform } from './status-platform.ts';

export interface PublishedList {
  /**
   * Resolves when the list has every change that was acknowledged half a second ago, or before it was last made due.
   * @throws ProtocolError `not_found` if there is no such list; errors of the store
   */
  fresh(): Promise<void>;
  /** Makes the next check due immediately. @param entryId an entry to read, whether its change was raised or not */
  makeDue(entryId?: string): void;
  /** The token for the current bits. Call `fresh` first. @param form default `jwt` */
  token(form?: ListForm): Promise<BuiltToken>;
  /** Whether the cached token may be served while the store is unreachable. @param form default `jwt` */
  mayServe(form?: ListForm): boolean;
  /** The status as of the last `fresh`; undefined outside the list. */
  valueOf(index: number): number | undefined;
  /** Resolves when no read is running. */
  idle(): Promise<void>;
}

/** At most this many entries named by events are kept until the next check; with more of them all entries are read again. */
const MAX_NAMED = 1000;

/** @param listSize size of list 1 before it is opened: it is then published as a list without revoked entries */
export function createPublishedList(
  platform: StatusPlatform,
  tenant: string,
  n: number,
  listSize: number,
): PublishedList {
  const { store, clock, settings, log } = platform;
  const own = ofTenant(store, tenant);
  const id = statusListId(tenant, n);
  const uri = statusListUrl(settings.PUBLIC_URL, tenant, n);
  let present: { readonly list: Buffer; readonly bits: OwnBits } | undefined;
  let version = 0;
  /** Counts changes of the bits: a raise that changed no bit keeps the token. */
  let revision = 0;
  /** When all entries were last read, milliseconds. */
  let readAt = Number.NEGATIVE_INFINITY;
  const named = new Set<string>();
  /** How often `named` was full, and how many of those overflows a full read has covered. */
  const overflows = { seen: 0, read: 0 };
  let repairing: Promise<void> | undefined;
  const inOrder = createSequence();

  const apply = (entries: readonly StatusEntryDocument[], to: NonNullable<typeof present>): void => {
    for (const { indexes, value } of entries) {
      for (const index of indexes) if (writeStatus(to.list, index, value, to.bits) && to === present) revision += 1;
    }
  };
  const follow = async (): Promise<void> => {
    const list = (await own.get(statusLists, id)) ?? (n === 1 ? unopened(listSize) : undefined);
    if (list === undefined) throw noSuchList();
    const { size, bits = 1, keySet } = list;
    const [pending, overflow] = [[...named], overflows.seen];
    const applied = new Set<string>();
    // A lower version means that the store was restored: the cached bits are obsolete.
    const isOther = present?.bits !== bits || present.list.length !== (size * bits) / 8;
    if (present === undefined || isOther || list.version < version || overflow > overflows.read) {
      const empty = { list: emptyStatusList(size, bits), bits };
      for await (const entries of changedEntries(own, id)) apply(entries, empty);
      present = empty;
      readAt = clock();
      overflows.read = overflow;
      revision += 1;
      version = list.version;
    } else if (list.version > version) {
      for await (const entries of changedEntries(own, id, firstUnread(version))) {
        apply(entries, present);
        for (const entry of pending.length === 0 ? [] : entries) applied.add(entry.id);
      }
      version = list.version;
    }
    // Entries that an event named but no raise covers: their writer crashed in between.
    for (const entryId of pending) {
      const entry = applied.has(entryId) ? undefined : await own.get(statusEntries, entryId);
      if (entry?.changedIn === id) apply([entry], present);
      named.delete(entryId);
    }
    await forms.readKeys(keySet);
  };
  const forms = createSignedForms(platform, { tenant, uri, signedAgain: () => startRepair() });
  const checks = createFreshnessChecks({ clock, check: () => inOrder(follow) });

  /** Re-reads all entries in the background, page by page: applies changes that a crash left without a raise. */
  const repair = async (): Promise<void> => {
    const pages = changedEntries(own, id);
    for (;;) {
      const page = await inOrder(async () => {
        const next = await pages.next();
        if (next.done !== true && present !== undefined) apply(next.value, present);
        return next;
      });
      if (page.done === true) return;
    }
  };
  const startRepair = (): void => {
    const now = clock();
    // One read serves the signatures of both forms.
    if (now < readAt + (settings.STATUS_LIST_EXPIRY * 1000) / 2) return;
    readAt = now;
    repairing ??= repair()
      .catch((error: unknown) => {
        readAt = Number.NEGATIVE_INFINITY;
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
      if (entryId !== undefined && named.size < MAX_NAMED) named.add(entryId);
      else if (entryId !== undefined && !named.has(entryId)) overflows.seen += 1;
      checks.makeDue();
    },
    token: (form = 'jwt') =>
      forms.token(form, () => {
        if (present === undefined) throw new Error('A list was requested before it was read');
        return { ...present, revision };
      }),
    mayServe: (form = 'jwt') => {
      const now = clock();
      const until = (checks.checkedAt() ?? Number.NEGATIVE_INFINITY) + settings.STATUS_LIST_TTL * 1000;
      return now < until && forms.isCurrent(form, now);
    },
    valueOf: (index) => (present === undefined ? undefined : readStatus(present.list, index, present.bits)),
    idle: async () => {
      await repairing;
      await inOrder(async () => undefined);
    },
  };
}

function unopened(size: number): Pick<StatusListDocument, 'size' | 'bits' | 'version' | 'keySet'> {
  return { size, bits: 1, version: 1 };
}

/** Runs tasks one after another, so that an earlier read never overwrites the result of a later one. */
function createSequence(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = last.then(task);
    // A failure rejects for its caller, not for the next task.
    last = run.catch(() => undefined);
    return run;
  };
}

/** The same response for every number that is not one of the tenant's lists. */
export function noSuchList(): ProtocolError {
  return new ProtocolError('not_found', 'There is no such status list', { reason: 'status_list_unknown' });
}
