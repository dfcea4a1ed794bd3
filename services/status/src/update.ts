/** `status.update`: revokes the credentials of a session, or makes them valid again. */

import { bodyObject, type Operation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Json } from '@countersign/shared/kernel/json';
import { sideBySide } from '@countersign/shared/kernel/map-concurrent';
import { type StatusEntryDocument, statusEntries, statusLists } from '@countersign/shared/model/status-documents';
import { newEvent } from '@countersign/shared/outbox/events';
import { pushed } from '@countersign/shared/outbox/outbox';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { statusListId } from './lease-positions.ts';
import { isCovered, remembering, stamped, stampedAgain } from './protocol/status-change.ts';
import type { HeldLists } from './published-lists.ts';
import type { RaiseVersion } from './raise-version.ts';
import { entriesOfSession, entryViews, noSuchEntries } from './session-entries.ts';
import type { StatusPlatform } from './status-platform.ts';

export interface UpdateParts {
  readonly platform: StatusPlatform;
  readonly raise: RaiseVersion;
  readonly lists: Pick<HeldLists, 'makeDue'>;
}

/** Entries that are written at a time. */
const WIDTH = 16;

interface Change {
  readonly session: string;
  readonly configuration: string | undefined;
  readonly value: 0 | 1;
}

/**
 * Body `{sessionId, credentialConfigurationId?, status}` -> `[{credentialConfigurationId, uri, idx, status}]`, when every
 * list that is asked for from now on can have it. The session itself need not be there any more. May be repeated.
 * @throws ProtocolError `invalid_request`; `not_found` where the tenant has no such credentials
 */
export function createUpdate(parts: UpdateParts): Operation {
  return async (request) => {
    const { session, configuration, value } = parseChange(bodyObject(request));
    const views: Json[] = [];
    for await (const page of entriesOfSession(parts.platform, request.tenant, session)) {
      const chosen = page.filter((entry) => configuration === undefined || entry.configuration === configuration);
      for (const entries of byList(chosen)) await changeEntries(parts, entries, value);
      views.push(...chosen.flatMap((entry) => entryViews(parts.platform, { ...entry, value })));
    }
    if (views.length === 0) throw noSuchEntries();
    return { body: views };
  };
}

function parseChange(body: ReturnType<typeof bodyObject>): Change {
  const { sessionId, credentialConfigurationId, status } = body;
  if (status !== 0 && status !== 1) throw new ProtocolError('invalid_request', 'status is 0 (valid) or 1 (revoked)');
  if (typeof sessionId !== 'string' || sessionId === '') {
    throw new ProtocolError('invalid_request', 'sessionId is a text');
  }
  if (credentialConfigurationId !== undefined && typeof credentialConfigurationId !== 'string') {
    throw new ProtocolError('invalid_request', 'credentialConfigurationId is a text');
  }
  return { session: sessionId, configuration: credentialConfigurationId, value: status };
}

function byList(entries: readonly StatusEntryDocument[]): readonly (readonly StatusEntryDocument[])[] {
  const lists = new Map<number, StatusEntryDocument[]>();
  for (const entry of entries) lists.set(entry.list, [...(lists.get(entry.list) ?? []), entry]);
  return [...lists.values()];
}

/** Entries of one list: written with a stamp, then the list's version raised, until every stamp is covered by a raise. */
async function changeEntries(
  { platform, raise, lists }: UpdateParts,
  entries: readonly StatusEntryDocument[],
  value: 0 | 1,
): Promise<void> {
  const [first] = entries;
  if (first === undefined) return;
  const { store } = platform;
  const listId = statusListId(first.tenant, first.list);
  const list = await ofTenant(store, first.tenant).get(statusLists, listId);
  if (list === undefined) throw new Error(`The status list ${listId} is gone`);
  const filled: StatusEntryDocument[] = [];
  try {
    let open = await sideBySide(WIDTH, entries, async (entry) => {
      const { stored, told } = await writeEntry(platform, entry, { value, changedIn: listId, version: list.version });
      if (told) filled.push(stored);
      return stored;
    });
    let raised = await raise(list, list);
    for (;;) {
      open = open.filter(({ seq }) => !isCovered(seq ?? 0, raised));
      if (open.length === 0) break;
      const last = raised;
      open = await sideBySide(WIDTH, open, (entry) => write(platform, entry, (present) => stampedAgain(present, last)));
      raised = await raise(list);
    }
    lists.makeDue(first.tenant, first.list);
  } finally {
    // Behind the raise, so that whoever is told finds it. Where it failed they look at the entry itself.
    for (const entry of filled) platform.wakeEntryRelay(entry);
  }
}

async function writeEntry(
  platform: StatusPlatform,
  entry: StatusEntryDocument,
  change: { readonly value: 0 | 1; readonly changedIn: string; readonly version: number },
): Promise<{ readonly stored: StatusEntryDocument; readonly told: boolean }> {
  const now = platform.clock();
  let told = false;
  const stored = await write(platform, entry, (present) => {
    const next = stamped(present, { ...change, now });
    told = present.value !== change.value;
    if (!told) return next;
    const entry = changedEvent(platform, next);
    return pushed(remembering(next, { event: entry.event.id, value: change.value, at: now }), [entry], now);
  });
  return { stored, told };
}

async function write(
  { store }: StatusPlatform,
  entry: StatusEntryDocument,
  decide: (present: StatusEntryDocument) => StatusEntryDocument,
): Promise<StatusEntryDocument> {
  const stored = await ofTenant(store, entry.tenant).update(statusEntries, entry.id, decide, entry);
  if (stored === undefined) throw new Error('A status entry is gone');
  return stored;
}

function changedEvent({ settings, clock, random }: StatusPlatform, entry: StatusEntryDocument) {
  const { id, session, tenant, configuration, value, list } = entry;
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
