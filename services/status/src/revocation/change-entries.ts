/** Changes the value of status entries, so that every list that is requested afterwards can have it. */
import { STATUS, STATUS_NAMES, type StatusValue } from '@countersign/shared/crypto/status-bits';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { mapConcurrent } from '@countersign/shared/kernel/map-concurrent';
import { loggedEvents } from '@countersign/shared/model/session/session-change';
import {
  type StatusEntryDocument,
  statusEntries,
  statusLists,
} from '@countersign/shared/model/status/status-documents';
import { newEvent } from '@countersign/shared/outbox/events';
import type { OutboxEntry } from '@countersign/shared/outbox/outbox';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { Transition } from '@countersign/shared/store/update-document';
import type { PublishedLists } from '../list/published-lists.ts';
import type { RaiseVersion } from '../list/raise-version.ts';
import { changeStatus, isCovered, stampAgain } from '../list/status-change-transitions.ts';
import { statusListId } from '../list/status-list-transitions.ts';
import type { StatusPlatform } from '../list/status-platform.ts';

export interface ChangeParts {
  readonly platform: StatusPlatform;
  readonly raise: RaiseVersion;
  readonly lists: Pick<PublishedLists, 'makeDue'>;
}

const REVOKING = { revocation: 'reversible' } as const;

/** At most this many concurrent writes of entries. */
const WIDTH = 16;

/**
 * Sets the value of entries of one tenant, and publishes an event for each that has changed. Can be repeated.
 * @throws ProtocolError `conflict` for a value that doesn't fit into the list's entries, and for a permanently revoked
 *   entry
 */
export async function changeEntries(
  parts: ChangeParts,
  entries: readonly StatusEntryDocument[],
  value: StatusValue,
): Promise<void> {
  for (const ofOneList of byList(entries)) await changeInList(parts, ofOneList, value);
}

function byList(entries: readonly StatusEntryDocument[]): readonly (readonly StatusEntryDocument[])[] {
  const lists = new Map<number, StatusEntryDocument[]>();
  for (const entry of entries) lists.set(entry.list, [...(lists.get(entry.list) ?? []), entry]);
  return [...lists.values()];
}

/** Writes entries of one list with a stamp, then raises the list's version, until a raise covers every stamp. */
async function changeInList(
  { platform, raise, lists }: ChangeParts,
  entries: readonly StatusEntryDocument[],
  value: StatusValue,
): Promise<void> {
  const [first] = entries;
  if (first === undefined) return;
  const { store } = platform;
  const listId = statusListId(first.tenant, first.list);
  const list = await ofTenant(store, first.tenant).get(statusLists, listId);
  if (list === undefined) throw new Error(`The status list ${listId} was removed`);
  if (value >= 2 ** (list.bits ?? 1)) throw notSuspendable(first);
  // A revocation is never refused.
  const { revocation } = value === STATUS.revoked ? REVOKING : platform.requirementsOf(first.tenant);
  const changed: StatusEntryDocument[] = [];
  try {
    let open = await mapConcurrent(WIDTH, entries, async (entry) => {
      const now = platform.clock();
      const event = changedEvent(platform, entry, value);
      const data = { configuration: entry.configuration, status: STATUS_NAMES[value] };
      const logged = loggedEvents(platform, [{ type: 'status.changed', data }], now);
      const { document, result } = await take(platform, entry, (present) =>
        changeStatus(present, { value, revocation, changedIn: listId, version: list.version, now, event, logged }),
      );
      if (result === 'final') throw revokedForGood(document);
      if (result === 'changed') changed.push(document);
      return document;
    });
    let raised = await raise(list, list);
    for (;;) {
      open = open.filter(({ seq }) => !isCovered(seq ?? 0, raised));
      if (open.length === 0) break;
      const last = raised;
      open = await mapConcurrent(WIDTH, open, async (entry) => {
        const stamp = (present: StatusEntryDocument) => ({ document: stampAgain(present, last), result: undefined });
        return (await take(platform, entry, stamp)).document;
      });
      raised = await raise(list);
    }
    lists.makeDue(first.tenant, first.list);
  } finally {
    // After the raise, so that a reader of the event finds it. If the raise failed, readers read the entry itself.
    for (const entry of changed) platform.wakeEntryRelay(entry);
  }
}

/** The entry is revoked, and the tenant's profile doesn't allow it to become valid or suspended again. */
export function revokedForGood({ configuration }: Pick<StatusEntryDocument, 'configuration'>): ProtocolError {
  return new ProtocolError('conflict', 'The credential is revoked, and its revocation is final', {
    reason: 'revocation_final',
    facts: { configurationId: configuration },
  });
}

function notSuspendable({ configuration }: StatusEntryDocument): ProtocolError {
  return new ProtocolError('conflict', "The credential's status list supports only valid and revoked", {
    reason: 'status_not_suspendable',
    facts: { configurationId: configuration },
  });
}

async function take<R>(
  { store }: StatusPlatform,
  entry: StatusEntryDocument,
  decide: (present: StatusEntryDocument) => Transition<StatusEntryDocument, R>,
): Promise<Transition<StatusEntryDocument, R>> {
  const taken = await ofTenant(store, entry.tenant).takeTransition(statusEntries, entry.id, decide, entry);
  if (taken === undefined) throw new Error('A status entry was removed');
  return taken;
}

function changedEvent(
  { settings, clock, random }: StatusPlatform,
  { id, session, tenant, configuration, list }: StatusEntryDocument,
  value: StatusValue,
): OutboxEntry {
  return newEvent({
    type: 'status.changed.v1',
    session,
    tenant,
    data: { configuration, status: String(value), list: String(list), entry: id },
    source: settings.PUBLIC_URL,
    clock,
    random,
  });
}
